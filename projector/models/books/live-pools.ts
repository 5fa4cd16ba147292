/**
 * What costing must know for a batch, read from the tables: of a pool whose new movements come last, only what it
 * holds; of others the movements from the earliest moment concerned, of pools that follow these (returns) too.
 */
import { CostBook } from '../../../domain/costing/cost-book.ts';
import { type BookedMovement, leaderOf, poolKey } from '../../../domain/costing/movement.ts';
import { HistoryNeeded, type LastCost, type PoolHistory } from '../../../domain/costing/pool-book.ts';
import type { EffectiveTime } from '../../../domain/kernel/effective-date.ts';
import { money } from '../../../domain/kernel/money.ts';
import { quantity } from '../../../domain/kernel/quantity.ts';
import type { Pool, Posting } from '../../../domain/posting/entry.ts';
import type { Reader } from '../model.ts';
import {
  keyCells,
  type MovementRow,
  movementFrom,
  movementsSql,
  POOL_TABLES,
  type PoolTable,
  poolOf,
} from './pools.ts';
import type { Step } from './steps.ts';

/** From which moment on a pool's movements are needed. */
interface Need {
  readonly pool: Pool;
  from: EffectiveTime;
  /** The movements themselves, even when nothing is later than what is new. */
  whole: boolean;
}

const BEGINNING = '0001-01-01T00:00:00' as EffectiveTime;

/** Runs `fold` on a book that knows enough, reading more as long as it asks for it. */
export async function withLivePools<Result>(
  steps: readonly Step[],
  reader: Reader,
  fold: (book: CostBook) => Result,
): Promise<Result> {
  const needs = new LiveNeeds(steps);
  for (;;) {
    const book = await needs.load(reader);
    try {
      return fold(book);
    } catch (error) {
      if (!(error instanceof HistoryNeeded)) throw error;
      needs.widen(error);
    }
  }
}

class LiveNeeds {
  readonly #needs = new Map<string, Need>();
  /** Documents of the batch, and those that its movements are valued like. */
  readonly #documents = new Set<string>();
  readonly #targets = new Set<string>();

  constructor(steps: readonly Step[]) {
    for (const step of steps) {
      if (step.does === 'name') continue;
      const postings = step.does === 'post' ? [step.posting] : step.standing.map(({ posting }) => posting);
      const corrected = step.does === 'correct' ? step.corrected.map(({ posting }) => posting) : [];
      for (const posting of [...postings, ...corrected]) {
        this.#needPosting(posting, step.event.stream, step.does !== 'post');
      }
      this.#documents.add(step.event.stream);
    }
  }

  widen({ pool, from }: HistoryNeeded): void {
    const need = this.#needs.get(pool);
    if (!need || (need.whole && need.from === (from ?? BEGINNING)))
      throw new Error(`${pool} was read and is still needed`);
    this.#need(need.pool, from ?? BEGINNING, true);
  }

  async load(reader: Reader): Promise<CostBook> {
    const book = new CostBook();
    const histories = await this.#histories(reader);
    for (const [key, history] of histories) book.load((this.#needs.get(key) as Need).pool, history);
    const loaded = [...histories.values()].flatMap(({ movements }) => movements);
    for (const movement of await this.#readTargets(reader, loaded)) book.refer(movement);
    return book;
  }

  #needPosting({ effective, movements }: Posting, document: string, whole: boolean): void {
    for (const { pool, valued } of movements) {
      this.#need(pool, effective, whole);
      const leader = leaderOf({ document, valued });
      if (leader !== undefined) this.#targets.add(leader);
    }
  }

  #need(pool: Pool, from: EffectiveTime, whole: boolean): boolean {
    const key = poolKey(pool);
    const known = this.#needs.get(key);
    if (!known) this.#needs.set(key, { pool, from, whole });
    else if (known.from <= from && (known.whole || !whole)) return false;
    else {
      known.whole ||= whole;
      if (from < known.from) known.from = from;
    }
    return true;
  }

  /** Reads pools, then those that follow what was read, until nothing more follows. */
  async #histories(reader: Reader): Promise<Map<string, PoolHistory>> {
    for (;;) {
      const histories = new Map<string, PoolHistory>();
      for (const table of POOL_TABLES) await this.#readPools(reader, table, histories);
      const documents = new Set(this.#documents);
      for (const { movements } of histories.values()) for (const each of movements) documents.add(each.document);
      let more = false;
      for (const { pool, from } of await readFollowers(reader, [...documents])) {
        if (this.#need(pool, from, true)) more = true;
      }
      if (!more) return histories;
    }
  }

  async #readPools(reader: Reader, table: PoolTable, histories: Map<string, PoolHistory>): Promise<void> {
    const needs = [...this.#needs].filter(([, { pool }]) => pool.kind === table.kind);
    if (needs.length === 0) return;
    const levels = await readLevels(
      reader,
      table,
      needs.map(([, need]) => need.pool),
    );
    const late = needs.filter(([key, need]) => {
      const level = levels.get(key);
      return level && (need.whole || need.from < level.last);
    });
    const movements =
      late.length > 0
        ? await readMovements(
            reader,
            table,
            late.map(([, need]) => need),
          )
        : new Map();
    for (const [key, { from }] of needs) {
      const level = levels.get(key);
      if (!level) continue;
      const part = movements.get(key) as BookedMovement[] | undefined;
      const isLate = late.some(([name]) => name === key);
      const start = isLate ? (from === BEGINNING ? undefined : from) : level.last;
      histories.set(key, {
        from: start,
        held: level,
        movements: part ?? [],
        ...(isLate ? {} : { last: level.lastCost }),
      });
    }
  }

  async #readTargets(reader: Reader, loaded: readonly BookedMovement[]): Promise<BookedMovement[]> {
    const targets = new Set(this.#targets);
    for (const movement of loaded) {
      const leader = leaderOf(movement);
      if (leader !== undefined) targets.add(leader);
    }
    if (targets.size === 0) return [];
    const found: BookedMovement[] = [];
    for (const table of POOL_TABLES) {
      const rows = await reader.query<MovementRow>(
        movementsSql(
          table,
          `unnest($1::text[]) d (document)
           join ${reader.schema}.${table.lines.name} l on l.document = d.document
             and l.document_kind = substring(d.document from '^(.*)-') and l.document_id = substring(d.document from '-(\\d+)$')::int`,
        ),
        [[...targets]],
      );
      found.push(...rows.map((row) => movementFrom(table.kind, row)));
    }
    return found;
  }
}

interface Level {
  readonly quantity: bigint;
  readonly value: bigint;
  readonly last: EffectiveTime;
  readonly lastCost: LastCost | undefined;
}

interface LevelRow {
  readonly first: number;
  readonly second: number;
  readonly quantity: string;
  readonly value: string;
  readonly last: string;
  readonly last_cost_by: LastCost['by'] | null;
  readonly last_cost_quantity: string | null;
  readonly last_cost_value: string | null;
}

function lastCostFrom({ last_cost_by: by, last_cost_quantity, last_cost_value }: LevelRow): LastCost | undefined {
  if (by === null) return undefined;
  if (by === 'nothing' || last_cost_quantity === null || last_cost_value === null) return { by: 'nothing' };
  return { by, quantity: quantity(last_cost_quantity), value: money(last_cost_value) };
}

async function readLevels(reader: Reader, { kind, levels, key }: PoolTable, pools: readonly Pool[]) {
  const cells = pools.map(keyCells);
  const rows = await reader.query<LevelRow>(
    `select l.${key[0]} as first, l.${key[1]} as second, l.quantity, l.value, l.last_effective_at::text as last,
       l.last_cost_by, l.last_cost_quantity, l.last_cost_value
     from unnest($1::int[], $2::int[]) n (first, second)
     join ${reader.schema}.${levels.name} l on l.${key[0]} = n.first and l.${key[1]} = n.second`,
    [cells.map(([first]) => first), cells.map(([, second]) => second)],
  );
  return new Map<string, Level>(
    rows.map((row) => [
      poolKey(poolOf(kind, row.first, row.second)),
      {
        quantity: quantity(row.quantity),
        value: money(row.value),
        last: row.last.replace(' ', 'T') as EffectiveTime,
        lastCost: lastCostFrom(row),
      },
    ]),
  );
}

async function readMovements(reader: Reader, table: PoolTable, needs: readonly Need[]) {
  const cells = needs.map(({ pool }) => keyCells(pool));
  const rows = await reader.query<MovementRow>(
    movementsSql(
      table,
      `unnest($1::int[], $2::int[], $3::timestamp[]) n (first, second, since)
       join ${reader.schema}.${table.lines.name} l
         on l.${table.key[0]} = n.first and l.${table.key[1]} = n.second and l.effective_at >= n.since`,
    ),
    [cells.map(([first]) => first), cells.map(([, second]) => second), needs.map(({ from }) => from)],
  );
  const movements = new Map<string, BookedMovement[]>();
  for (const row of rows) {
    const movement = movementFrom(table.kind, row);
    const key = poolKey(movement.pool);
    const known = movements.get(key);
    if (known) known.push(movement);
    else movements.set(key, [movement]);
  }
  return movements;
}

/** Pools with movements that are valued like one of these documents', and from when on. */
async function readFollowers(reader: Reader, documents: readonly string[]) {
  const followers: { pool: Pool; from: EffectiveTime }[] = [];
  if (documents.length === 0) return followers;
  for (const { kind, lines, key } of POOL_TABLES) {
    const rows = await reader.query<{ first: number; second: number; since: string }>(
      `select l.${key[0]} as first, l.${key[1]} as second, min(l.effective_at)::text as since
       from ${reader.schema}.${lines.name} l where l.like_document = any ($1::text[])
       group by 1, 2`,
      [documents],
    );
    for (const { first, second, since } of rows) {
      followers.push({ pool: poolOf(kind, first, second), from: since.replace(' ', 'T') as EffectiveTime });
    }
  }
  return followers;
}
