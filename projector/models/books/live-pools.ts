/**
 * The rows that costing needs for a batch. For a pool whose new movements come last: its level only. For other pools:
 * the movements from the earliest affected moment, and those of pools whose costs depend on them (returns).
 */
import type { BookLayers } from '../../../domain/costing/book-layers.ts';
import { bookKey, CostBook } from '../../../domain/costing/cost-book.ts';
import { leaderOf, type PostedMovement } from '../../../domain/costing/movement.ts';
import { addTo, type Part } from '../../../domain/costing/parts.ts';
import { HistoryNeeded, type PoolHistory } from '../../../domain/costing/pool-book.ts';
import { type CostRules, concerns } from '../../../domain/costing/rules.ts';
import type { Pool, Posting } from '../../../domain/entries/entry.ts';
import { movementsOf } from '../../../domain/entries/foreign-cash.ts';
import { type EffectiveTime, toTime } from '../../../domain/values/effective-date.ts';
import type { Reader } from '../model.ts';
import { type RuleStep, readLayers } from './cost-rules.ts';
import type { MovementRow } from './movement-row.ts';
import { type Asked, readLevels, readMovements } from './pool-history.ts';
import { keyCells, movementFrom, movementsSql, POOL_TABLES, type PoolTable, poolOf } from './pools.ts';
import type { Step } from './steps.ts';

/** The moment from which a book's movements are needed. */
interface Need {
  /** One pool of the book. */
  readonly pool: Pool;
  from: EffectiveTime;
  /** True when the movements are needed even if none is later than the new ones. */
  whole: boolean;
}

const BEGINNING = toTime('0001-01-01T00:00:00');

/**
 * Runs `fold` on a book and loads further pools until it needs no more. `rules` are those in force before the batch.
 */
export async function withLivePools<Result>(
  steps: readonly Step[],
  reader: Reader,
  rules: CostRules,
  fold: (book: CostBook) => Result,
): Promise<Result> {
  const needs = new LiveNeeds(steps, rules);
  for (const step of steps) if (step.does === 'rule') await needs.needNamed(step, reader);
  const hasStockMovements =
    steps.some((step) => step.does === 'rule' && step.atFirst) && (await goodsWereMoved(reader));
  for (;;) {
    const book = await needs.load(reader);
    if (hasStockMovements) book.markStockMovements();
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
  /** Documents of the batch, and documents whose cost its movements take. */
  readonly #documents = new Set<string>();
  readonly #targets = new Set<string>();
  readonly #rules: CostRules;
  /** The costing rules as they are after the batch. */
  readonly #grouping: CostRules;

  constructor(steps: readonly Step[], rules: CostRules) {
    this.#rules = rules;
    this.#grouping = steps.reduce((all, step) => (step.does === 'rule' ? all.with(step.change) : all), rules);
    for (const step of steps) {
      if (step.does === 'name' || step.does === 'rule') continue;
      const postings = step.does === 'post' ? [step.posting] : step.unreversed.map(({ posting }) => posting);
      const corrected = step.does === 'correct' ? step.corrected.map(({ posting }) => posting) : [];
      for (const posting of [...postings, ...corrected]) {
        this.#needPosting(posting, step.event.stream, step.does !== 'post');
      }
      this.#documents.add(step.event.stream);
    }
  }

  /** Adds the pools that a changed rule affects, from its first day on. */
  async needNamed({ change, atFirst }: RuleStep, { schema, query }: Reader): Promise<void> {
    if (atFirst) return;
    const rows = await query<{ item_fk: number; inventory_fk: number }>(
      `select item_fk, inventory_fk from ${schema}.stock_level where cardinality($1::int[]) = 0 or item_fk = any ($1)`,
      [change.items],
    );
    const from = toTime(`${change.from}T00:00:00`);
    for (const { item_fk: item, inventory_fk: inventory } of rows) {
      const pool = { kind: 'stock', item, inventory } as const;
      if (concerns(change, pool, this.#grouping)) this.#need(pool, from, true);
    }
  }

  widen({ book, from }: HistoryNeeded): void {
    const need = this.#needs.get(book);
    if (!need || (need.whole && need.from === (from ?? BEGINNING)))
      throw new Error(`${book} was read and is still needed`);
    this.#need(need.pool, from ?? BEGINNING, true);
  }

  async load(reader: Reader): Promise<CostBook> {
    const book = new CostBook(this.#rules, this.#grouping);
    const histories = await this.#histories(reader);
    for (const [key, history] of histories) book.load(key, history);
    const loaded = [...histories.values()].flatMap(({ movements }) => movements);
    for (const movement of await this.#readTargets(reader, loaded)) book.refer(movement);
    return book;
  }

  #needPosting(posting: Posting, document: string, whole: boolean): void {
    for (const { pool, valued } of movementsOf(posting)) {
      this.#need(pool, posting.effective, whole);
      const leader = leaderOf({ document, valued });
      if (leader !== undefined) this.#targets.add(leader);
    }
  }

  #need(pool: Pool, from: EffectiveTime, whole: boolean): boolean {
    const key = bookKey(pool, this.#grouping);
    const known = this.#needs.get(key);
    if (!known) this.#needs.set(key, { pool, from, whole });
    else if (known.from <= from && (known.whole || !whole)) return false;
    else {
      known.whole ||= whole;
      if (from < known.from) known.from = from;
    }
    return true;
  }

  /** Reads pools, then the pools that depend on them, until no more are found. */
  async #histories(reader: Reader): Promise<Map<string, PoolHistory>> {
    for (;;) {
      const histories = new Map<string, PoolHistory>();
      for (const table of POOL_TABLES) await this.#readPools(reader, table, histories);
      const documents = new Set(this.#documents);
      for (const { movements } of histories.values())
        for (const movement of movements) documents.add(movement.document);
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
    const requested = needs.map(([, { pool }]) => this.#asked(pool));
    const levels = await readLevels(reader, table, requested, this.#grouping);
    const late = new Map(
      needs.flatMap(([key, { pool, from, whole }]) => {
        const level = levels.get(key);
        if (!level || !(whole || from < level.last || ofOutlets(pool))) return [];
        // Layers are computed from the beginning, also when none exist yet; so are the balances of outlets, of which
        // the level is the sum.
        const isLayered = pool.kind === 'stock' && this.#rules.hasLayers(pool.item);
        const since = isLayered || ofOutlets(pool) ? BEGINNING : from;
        return [[key, { ...this.#asked(pool), from: since }] as const];
      }),
    );
    const movements = await readMovements(reader, table, [...late.values()], this.#grouping);
    const layersAfter = await this.#readLayers(reader, needs);
    for (const [key, { pool }] of needs) {
      const level = levels.get(key);
      if (!level) continue;
      const from = late.get(key)?.from;
      const layers = pool.kind === 'stock' ? (layersAfter.get(pool.item) ?? new Map()) : undefined;
      histories.set(key, {
        from: from === undefined ? level.last : from === BEGINNING ? undefined : from,
        parts: ofOutlets(pool) ? partsOf(movements.get(key) ?? []) : level.parts,
        movements: movements.get(key) ?? [],
        ...(from === undefined && level.lastCost && this.#asked(pool).second !== null ? { last: level.lastCost } : {}),
        ...(from !== BEGINNING && layers ? { layers } : {}),
      });
    }
  }

  #asked(pool: Pool): Asked {
    const [first, second] = keyCells(pool);
    return { first, second: pool.kind === 'stock' && this.#grouping.isShared(pool.item) ? null : second };
  }

  /** Only for goods that already use first in, first out; the others have no layers yet. */
  async #readLayers(reader: Reader, needs: readonly (readonly [string, Need])[]) {
    const items = needs.flatMap(([, { pool }]) =>
      pool.kind === 'stock' && this.#rules.hasLayers(pool.item) ? [pool.item] : [],
    );
    return items.length === 0 ? new Map<number, BookLayers>() : readLayers(reader, items);
  }

  async #readTargets(reader: Reader, loaded: readonly PostedMovement[]): Promise<PostedMovement[]> {
    const targets = new Set(this.#targets);
    for (const movement of loaded) {
      const leader = leaderOf(movement);
      if (leader !== undefined) targets.add(leader);
    }
    if (targets.size === 0) return [];
    const found: PostedMovement[] = [];
    for (const table of POOL_TABLES) {
      const rows = await reader.query<MovementRow>(
        movementsSql(
          table,
          `unnest($1::text[]) d (document)
           join ${reader.schema}.${table.lines.name} l on l.document = d.document
             and l.document_kind = substring(d.document from '^(.*)-') and l.document_id = substring(d.document from '-(\\d+)$')::int`,
          'with effort',
        ),
        [[...targets]],
      );
      found.push(...rows.map((row) => movementFrom(table.kind, row)));
    }
    return found;
  }
}

const ofOutlets = (pool: Pool): boolean => pool.kind === 'cash' && pool.outlet !== undefined;

/** The balance of each outlet after all movements. */
function partsOf(movements: readonly PostedMovement[]): Part[] {
  const parts = [...Map.groupBy(movements, ({ outlet }) => outlet)].flatMap(([outlet, [one]]) =>
    one ? [{ pool: one.pool, outlet, quantity: 0n, value: 0n }] : [],
  );
  for (const movement of movements) addTo(parts, movement, 1n);
  return parts;
}

async function goodsWereMoved({ schema, query }: Reader): Promise<boolean> {
  const [row] = await query<{ moved: boolean }>(`select exists (select from ${schema}.stock_line) as moved`, []);
  return row?.moved === true;
}

/** Pools with movements that take their cost from one of these documents, and the earliest such moment. */
async function readFollowers(reader: Reader, documents: readonly string[]) {
  const followers: { pool: Pool; from: EffectiveTime }[] = [];
  if (documents.length === 0) return followers;
  for (const { kind, lines, key } of POOL_TABLES) {
    const rows = await reader.query<{ first: number; second: number; outlet: number; since: string }>(
      `select l.${key[0]} as first, l.${key[1]} as second, min(l.outlet_fk) as outlet, min(l.effective_at)::text as since
       from ${reader.schema}.${lines.name} l where l.like_document = any ($1::text[]) and l.valued in ('like', 'inputs')
       group by 1, 2`,
      [documents],
    );
    for (const { first, second, outlet, since } of rows) {
      followers.push({ pool: poolOf(kind, first, second, outlet), from: toTime(since.replace(' ', 'T')) });
    }
  }
  return followers;
}
