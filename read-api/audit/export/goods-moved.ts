/**
 * The goods that each entry moves: their quantity in base units, by batch, on the lines of the accounts of inventories. The stock
 * ledger tells them; what it moves without an entry, goods that cost nothing and batches that were corrected, comes by itself.
 */
import { type RawBuilder, sql } from 'kysely';
import { allocate } from '../../../domain/values/fixed-point.ts';
import { ZERO } from '../../../domain/values/money.ts';
import { type Quantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import { calledLines } from '../../batches/called-batches.ts';
import type { Chart } from '../../books/chart.ts';
import type { Known } from '../../books/known-at.ts';
import type { Snapshot } from '../../database/reader.ts';
import { whereAll } from '../../lists/list.ts';
import type { Condition } from '../../lists/list-source.ts';

/** A part of a batch, or goods of no batch. */
export interface Lot {
  readonly item: number;
  readonly quantity: Quantity;
  readonly batch: string | null;
  readonly expires: string | null;
}

/** A line of an entry, as far as it says what moved. */
interface LineOfGoods {
  readonly position: string;
  readonly effective_date: string;
  readonly account: number;
  readonly item_fk: number | null;
  readonly inventory_fk: number | null;
  readonly base: bigint;
}

/** What moved in one inventory on one day by one event, without an entry of its own. */
export interface UnvaluedMove {
  readonly position: string;
  readonly date: string;
  readonly recordedAt: string | null;
  readonly document: string;
  readonly inventory: number;
  readonly outlet: number;
  readonly lots: readonly Lot[];
}

interface Moved {
  readonly position: string;
  readonly date: string;
  readonly item: number;
  readonly inventory: number;
  readonly outlet: number;
  readonly document: string;
  readonly recorded_at: string | null;
  readonly quantity: string;
  readonly batch: string | null;
  readonly expires: string | null;
  readonly is_batch: boolean;
}

interface Asked {
  /** On `j`, a line of stock. */
  readonly conditions: readonly Condition[];
  /** What batches are called is known at it. */
  readonly known: Known | undefined;
}

/** Quantities of the stock ledger, and beside them those of the batches of the same documents, found by an index. */
const moved = ({ conditions, known }: Asked): RawBuilder<Moved> => sql<Moved>`
  with stock as materialized (
    select j.position, j.effective_date, j.item_fk, j.inventory_fk, j.outlet_fk, j.document, j.recorded_at, j.quantity,
      j.document_id, j.document_kind
    from read.stock_line j ${whereAll([sql`j.quantity <> 0`, ...conditions])}
  ), told as (select distinct document_id, document_kind from stock)
  select position::text as position, effective_date::text as date, item_fk as item, inventory_fk as inventory,
    min(outlet_fk) as outlet, min(document) as document, min(recorded_at)::text as recorded_at,
    trim_scale(sum(quantity))::text as quantity, batch_number as batch, expire_date::text as expires, is_batch
  from (
    select position, effective_date, item_fk, inventory_fk, outlet_fk, document, recorded_at, quantity,
      null::text as batch_number, null::date as expire_date, false as is_batch
    from stock
    union all
    select b.position, b.effective_date, b.item_fk, b.inventory_fk, b.outlet_fk, b.document, null, b.quantity,
      b.batch_number, b.expire_date, true
    from told cross join lateral (select * from (${calledLines(OF_DOCUMENT, known)}) c offset 0) b
  ) m
  group by position, effective_date, item_fk, inventory_fk, batch_number, expire_date, is_batch
  having sum(quantity) <> 0 order by position, effective_date, inventory_fk, item_fk, expire_date, batch_number`;

const OF_DOCUMENT: readonly Condition[] = [
  sql`j.document_id = told.document_id`,
  sql`j.document_kind = told.document_kind`,
  sql`j.quantity <> 0`,
  sql`j.kind = 'movement'`,
];

const keyOf = ({ date, item, inventory }: Pick<Moved, 'date' | 'item' | 'inventory'>): string =>
  `${date} ${item} ${inventory}`;

/** By batch where batches make up the whole quantity; otherwise one lot. */
function lotsOf(rows: readonly Moved[]): readonly Lot[] {
  const all = rows.map(({ item, quantity: text, batch, expires, is_batch }) => ({
    is_batch,
    lot: { item, quantity: quantity(text), batch, expires },
  }));
  const [inBatches, whole] = [true, false].map((side) => all.filter(({ is_batch }) => is_batch === side));
  const total = (of: typeof all = []) => of.reduce((sum, { lot }) => sum + lot.quantity, 0n);
  const used = inBatches && inBatches.length > 0 && total(inBatches) === total(whole) ? inBatches : whole;
  return (used ?? []).map(({ lot }) => lot);
}

/** The quantities of the events of a page of lines; those of an event are read once, and told once. */
export class GoodsMoved {
  readonly #snapshot: Snapshot;
  readonly #chart: Chart;
  readonly #knownAt: Known | undefined;
  #known = new Map<string, Map<string, readonly Lot[]>>();

  constructor(snapshot: Snapshot, { chart, known }: { readonly chart: Chart; readonly known: Known | undefined }) {
    this.#snapshot = snapshot;
    this.#chart = chart;
    this.#knownAt = known;
  }

  /** Events of earlier pages are forgotten. */
  async read(positions: ReadonlySet<string>): Promise<void> {
    const known = new Map([...this.#known].filter(([position]) => positions.has(position)));
    const missing = [...positions].filter((position) => !known.has(position));
    for (const position of missing) known.set(position, new Map());
    this.#known = known;
    if (missing.length === 0) return;
    // Lines lie in the order of their positions, so a range of them is read without an index of each.
    const all = missing.map(BigInt).sort((a, b) => (a < b ? -1 : 1));
    const conditions: readonly Condition[] = [sql`j.position between ${all.at(0)} and ${all.at(-1)}`];
    const { rows } = await moved({ conditions, known: this.#knownAt }).execute(this.#snapshot);
    const asked = new Set(missing);
    for (const [place, own] of Map.groupBy(rows, (row) => `${row.position} ${keyOf(row)}`)) {
      const [first] = own;
      if (!first || !asked.has(first.position)) continue;
      known.get(first.position)?.set(place.slice(first.position.length + 1), lotsOf(own));
    }
  }

  /** The lots of each line of an entry, in the order of its lines. */
  of(lines: readonly LineOfGoods[]): readonly (readonly Lot[])[] {
    const lots: (readonly Lot[])[] = lines.map(() => []);
    const indexes = [...lines.keys()].filter((index) => this.#isOfGoods(lines[index]));
    for (const [key, own] of Map.groupBy(indexes, (index) => lineKey(lines[index]))) {
      const ofEvent = this.#known.get(lines[0]?.position ?? '');
      const there = ofEvent?.get(key);
      if (!there) continue;
      ofEvent?.delete(key);
      const shares = sharesOf(
        there,
        own.map((index) => lines[index]?.base ?? 0n),
      );
      for (const [at, index] of own.entries()) lots[index] = shares[at] ?? [];
    }
    return lots;
  }

  #isOfGoods(line: LineOfGoods | undefined): boolean {
    return line !== undefined && line.item_fk !== null && this.#chart.get(line.account)?.record_kind === 'inventory';
  }
}

const lineKey = (line: LineOfGoods | undefined): string =>
  `${line?.effective_date} ${line?.item_fk} ${line?.inventory_fk}`;

const isOneSided = (amounts: readonly bigint[]): boolean =>
  amounts.every((amount) => amount > ZERO) || amounts.every((amount) => amount < ZERO);
const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** The lots of goods that several lines of an entry share, by their amounts. */
function sharesOf(lots: readonly Lot[], bases: readonly bigint[]): readonly (readonly Lot[])[] {
  const total = lots.reduce((sum, lot) => sum + lot.quantity, 0n);
  if (!isOneSided([...bases, total]) || !isOneSided(lots.map((lot) => lot.quantity))) return [lots];
  const left = lots.map((lot) => ({ lot, rest: magnitude(lot.quantity) }));
  return allocate(magnitude(total), bases.map(magnitude)).map((share) => {
    const own: Lot[] = [];
    let wanted = share;
    for (const part of left) {
      const taken = part.rest < wanted ? part.rest : wanted;
      if (taken === 0n) continue;
      part.rest -= taken;
      wanted -= taken;
      own.push({ ...part.lot, quantity: toQuantity(total < 0n ? -taken : taken) });
    }
    return own;
  });
}

interface Bounds {
  readonly asAt: string | undefined;
  readonly known: Known | undefined;
  /** The outlets that the person sees; undefined for all. */
  readonly outlets: readonly number[] | undefined;
}

/** Everything that moved without a line on the account of its inventory. */
export async function unvaluedMoves(snapshot: Snapshot, bounds: Bounds): Promise<readonly UnvaluedMove[]> {
  const { asAt, known, outlets } = bounds;
  const conditions: Condition[] = [];
  if (asAt !== undefined) conditions.push(sql`j.effective_date <= ${asAt}::date`);
  if (known !== undefined) conditions.push(sql`j.position <= ${known.position}`);
  if (outlets !== undefined) conditions.push(sql`j.outlet_fk = any (${[...outlets]}::int[])`);
  const isWithout: Condition = sql`not exists (
    select from read.journal_line l join read.account a on a.account = l.account and a.record_kind = 'inventory'
    where l.position = j.position and l.item_fk = j.item_fk and l.inventory_fk = j.inventory_fk
      and l.effective_date = j.effective_date)`;
  const { rows } = await moved({ conditions: [...conditions, isWithout], known }).execute(snapshot);
  return [...Map.groupBy(rows, (row) => `${row.position} ${row.date} ${row.inventory}`).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const lots = [...Map.groupBy(own, keyOf).values()].flatMap(lotsOf);
    if (lots.length === 0) return [];
    const { position: at, date, recorded_at: recordedAt, document, inventory, outlet } = first;
    return [{ position: at, date, recordedAt, document, inventory, outlet, lots }];
  });
}
