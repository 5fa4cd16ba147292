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
  /** On `j`, a line of stock or of a batch. */
  readonly conditions: readonly Condition[];
  /** What batches are called is known at it. */
  readonly known: Known | undefined;
  /** On `m`, what moved. */
  readonly isWithout?: RawBuilder<unknown>;
}

/** Quantities of the stock ledger, and beside them those of batches. */
const moved = ({ conditions, known, isWithout = sql`true` }: Asked): RawBuilder<Moved> => sql<Moved>`
  select position::text as position, effective_date::text as date, item_fk as item, inventory_fk as inventory,
    min(outlet_fk) as outlet, min(document) as document, min(recorded_at)::text as recorded_at,
    trim_scale(sum(quantity))::text as quantity, batch_number as batch, expire_date::text as expires, is_batch
  from (
    select position, effective_date, item_fk, inventory_fk, outlet_fk, document, recorded_at, quantity,
      null::text as batch_number, null::date as expire_date, false as is_batch
    from read.stock_line j ${whereAll([sql`j.quantity <> 0`, ...conditions])}
    union all
    select position, effective_date, item_fk, inventory_fk, outlet_fk, document, null, quantity, batch_number, expire_date, true
    from (${calledLines([sql`j.quantity <> 0`, sql`j.kind = 'movement'`, ...conditions], known)}) b
  ) m where ${isWithout}
  group by position, effective_date, item_fk, inventory_fk, batch_number, expire_date, is_batch
  having sum(quantity) <> 0 order by position, effective_date, inventory_fk, item_fk, expire_date, batch_number`;

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
    const conditions = [sql<boolean>`j.position = any (${missing}::bigint[])`];
    const { rows } = await moved({ conditions, known: this.#knownAt }).execute(this.#snapshot);
    for (const [place, own] of Map.groupBy(rows, (row) => `${row.position} ${keyOf(row)}`)) {
      const [first] = own;
      if (first) known.get(first.position)?.set(place.slice(first.position.length + 1), lotsOf(own));
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
  const conditions: readonly Condition[] = [
    ...(asAt === undefined ? [] : [sql<boolean>`j.effective_date <= ${asAt}::date`]),
    ...(known === undefined ? [] : [sql<boolean>`j.position <= ${known.position}`]),
    ...(outlets === undefined ? [] : [sql<boolean>`j.outlet_fk = any (${[...outlets]}::int[])`]),
  ];
  const isWithout = sql`not exists (
    select from read.journal_line j join read.account a on a.account = j.account and a.record_kind = 'inventory'
    where j.position = m.position and j.item_fk = m.item_fk and j.inventory_fk = m.inventory_fk
      and j.effective_date = m.effective_date)`;
  const { rows } = await moved({ conditions, known, isWithout }).execute(snapshot);
  return [...Map.groupBy(rows, (row) => `${row.position} ${row.date} ${row.inventory}`).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const lots = [...Map.groupBy(own, keyOf).values()].flatMap((ofItem) =>
      // Batches that were corrected moved no stock.
      ofItem.every(({ is_batch }) => is_batch)
        ? ofItem.map(({ item, quantity: text, batch, expires }) => ({ item, quantity: quantity(text), batch, expires }))
        : lotsOf(ofItem),
    );
    const { position: at, date, recorded_at: recordedAt, document, inventory, outlet } = first;
    return [{ position: at, date, recordedAt, document, inventory, outlet, lots }];
  });
}
