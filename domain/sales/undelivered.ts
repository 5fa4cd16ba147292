/**
 * Goods that are sold and not delivered: of a sale whose goods the customer collects or that are brought to the address.
 * They are no longer stock, but stand in the inventory until they are delivered, or until their sale is returned.
 */
import { countedInUnits } from '../catalogue/counted-units.ts';
import type { Facts } from '../deciding/facts.ts';
import { known, timeFrom } from '../documents/document-rules.ts';
import { inUnitOf } from '../pricing/returned-quantities.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import {
  type Batch,
  type BatchCount,
  type BatchQuantity,
  isSameBatch,
  mergedBatches,
  sumOfBatches,
} from '../values/batch.ts';
import { effectiveTime, readDate } from '../values/effective-date.ts';
import { inBaseUnits, NO_QUANTITY, printQuantity, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import type { DeliverInput } from './sale.schema.ts';
import type { Delivered, DeliveredNow, LeavingGoods, Sale, SaleLine, UndeliveredReturn } from './sale-events.ts';

/** What became of the goods of a sale so far. */
interface DeliveredSoFar {
  readonly sale: Sale;
  readonly delivered: readonly Delivered[];
  readonly deliveries?: readonly DeliveredNow[];
  readonly undelivered_returns?: readonly UndeliveredReturn[];
}

/** Present in a new sale whose goods stay in the inventory at first. */
export const awaitsDelivery = ({ received_type }: Pick<Sale, 'received_type'>): Pick<Sale, 'awaits_delivery'> =>
  received_type === 'brought' || received_type === 'collected' ? { awaits_delivery: true } : {};

/** The sale without the mark: it is a draft again, and its goods may be received in another way. */
export function withoutAwaiting({ awaits_delivery: _before, ...sale }: Sale): Sale {
  return sale;
}

/** The sold quantity of a line with its bonus, in base units. */
const soldOf = (line: SaleLine): Quantity =>
  inBaseUnits(toQuantity(quantity(line.quantity) + quantity(line.bonus_quantity ?? '0')), quantity(line.unit_factor));

function deliveredOf(line: SaleLine, delivered: readonly Delivered[]): Quantity {
  const own = delivered.find(({ line_id }) => line_id === line.line_id);
  return own ? inBaseUnits(quantity(own.quantity), quantity(own.unit_factor ?? line.unit_factor)) : NO_QUANTITY;
}

function returnedOf({ line_id }: SaleLine, returns: readonly UndeliveredReturn[] = []): Quantity {
  const own = returns.flatMap(({ lines }) => lines.filter((line) => line.line_id === line_id));
  return toQuantity(own.reduce((all, line) => all + quantity(line.quantity), 0n));
}

/** What is left to deliver of a line, in base units. */
const waitingOf = (line: SaleLine, { delivered, undelivered_returns }: DeliveredSoFar): Quantity =>
  toQuantity(soldOf(line) - deliveredOf(line, delivered) - returnedOf(line, undelivered_returns));

/**
 * The next delivery, or undefined when nothing more was delivered. Cumulative quantities never decrease, and never exceed
 * what was sold and not returned before its delivery.
 */
export function nextDelivery(input: DeliverInput, state: DeliveredSoFar, facts: Facts): DeliveredNow | undefined {
  const issues = new Issues();
  const { sale } = state;
  const entered = countedInUnits(input.lines, { lines: sale.lines, differs: 'not_of_the_sale' }, facts, issues);
  checkDelivered(entered, state, issues);
  const time = deliveryTime(input, sale, facts, issues);
  const driver = input.driver_fk ?? null;
  known(facts, issues, 'driver_fk', 'user', driver);
  issues.throwIfAny();
  const all = new Map([...state.delivered, ...entered].map((line) => [line.line_id, line]));
  const lines = [...all.values()].sort((a, b) => a.line_id - b.line_id);
  if (JSON.stringify(lines) === JSON.stringify(state.delivered)) return undefined;
  const before = state.delivered;
  const leaves = leaving(state, (line) => toQuantity(deliveredOf(line, lines) - deliveredOf(line, before)));
  return {
    lines,
    date: input.date ?? facts.today,
    time,
    ...(driver === null ? {} : { driver_fk: driver }),
    ...leaves,
  };
}

function checkDelivered(entered: readonly Delivered[], state: DeliveredSoFar, issues: Issues): void {
  entered.forEach((now, index) => {
    const line = state.sale.lines.find(({ line_id }) => line_id === now.line_id);
    if (!line) {
      issues.add(`lines.${index}.line_id`, 'unknown_line');
      return;
    }
    const [count, least] = [deliveredOf(line, [now]), deliveredOf(line, state.delivered)];
    const most = toQuantity(soldOf(line) - returnedOf(line, state.undelivered_returns));
    const value = (base: Quantity) => printQuantity(inUnitOf(base, now.unit_factor ?? line.unit_factor));
    if (count > most) issues.add(`lines.${index}.quantity`, 'total_at_most', { value: value(most) });
    if (count < least) issues.add(`lines.${index}.quantity`, 'total_at_least', { value: value(least) });
  });
}

/** Refuses a delivery before the sale; without a time, a delivery on the same day takes effect right after it. */
function deliveryTime(input: DeliverInput, sale: Sale, facts: Facts, issues: Issues): string | null {
  const date = input.date ?? facts.today;
  if (!readDate(date)) {
    issues.add('date', 'date');
    return null;
  }
  const time = timeFrom(effectiveTime(sale.date, sale.time, 'out'), { date, time: input.time }, 'out', facts);
  if (time === undefined) issues.add('date', 'delivered_before_the_sale', { value: sale.date });
  return time ?? null;
}

/** A return of a sale, in base units of the sale's lines. */
export interface ReturnOfSale {
  readonly sale_return_fk: number;
  readonly inventory_fk: number;
  readonly date: string;
  readonly time: string | null;
  /** True when the customer brought the goods, so none of those that wait for their delivery are among them. */
  readonly isBrought: boolean;
  readonly lines: readonly {
    readonly line_id: number;
    readonly quantity: string;
    /** The returned batches of the line. */
    readonly of_batches: readonly BatchQuantity[];
  }[];
}

/**
 * What a return takes of the goods that were not delivered yet: as many of the returned ones as there are. Goods that come
 * into another inventory were delivered, and so were those of a sale that was handed over.
 */
export function undeliveredReturn(of: ReturnOfSale, state: DeliveredSoFar): UndeliveredReturn | undefined {
  const { sale, delivered } = state;
  const isWaiting = awaitsDelivery(sale).awaits_delivery === true || delivered.length > 0;
  if (of.isBrought || of.inventory_fk !== sale.inventory_fk || !isWaiting) return undefined;
  const taken = (line: SaleLine): Quantity => {
    const back = of.lines.filter(({ line_id }) => line_id === line.line_id);
    const count = back.reduce((all, one) => all + quantity(one.quantity), 0n);
    const left = waitingOf(line, state);
    return toQuantity(count < left ? count : left);
  };
  const lines = sale.lines.flatMap((line) => {
    const count = taken(line);
    return count > 0n ? [{ line_id: line.line_id, quantity: printQuantity(count) }] : [];
  });
  const { sale_return_fk, date, time } = of;
  const batchesOf = (id: number) => of.lines.flatMap(({ line_id, of_batches }) => (line_id === id ? of_batches : []));
  return lines.length === 0 ? undefined : { sale_return_fk, date, time, lines, ...leaving(state, taken, batchesOf) };
}

/**
 * The goods that leave the inventory's shelf now, of the named batches first; absent where those of the sale were never
 * counted with it.
 */
function leaving(
  state: DeliveredSoFar,
  countOf: (line: SaleLine) => Quantity,
  namedOf: (line: number) => readonly BatchQuantity[] = () => [],
): { readonly leaves?: LeavingGoods } {
  const { sale } = state;
  if (sale.awaits_delivery !== true) return {};
  const lines = sale.lines.flatMap((line) => {
    const count = countOf(line);
    if (line.item_type !== 'goods' || count <= 0n) return [];
    const { line_id, item_fk } = line;
    const of_batches = batchesThatLeave(batchesLeft(state, line_id), namedOf(line_id), count);
    return [{ line_id, item_fk, quantity: printQuantity(count), ...(of_batches.length > 0 ? { of_batches } : {}) }];
  });
  const { outlet_fk, inventory_fk, system_currency_fk } = sale;
  return lines.length === 0 ? {} : { leaves: { outlet_fk, inventory_fk, system_currency_fk, lines } };
}

/** The batches of a line that the sale took and that have not left yet, in the order of the sale. */
function batchesLeft({ sale, deliveries = [], undelivered_returns = [] }: DeliveredSoFar, line: number): BatchCount[] {
  const taken = (sale.batches ?? []).filter(({ move_line_id }) => move_line_id % BONUS_LINE === line);
  const gone = [...deliveries, ...undelivered_returns]
    .flatMap(({ leaves }) => leaves?.lines ?? [])
    .flatMap(({ line_id, of_batches }) => (line_id === line ? (of_batches ?? []) : []));
  return mergedBatches(taken).map(({ quantity: whole, ...batch }) => {
    const left = quantity(whole) - sumOfBatches(gone.filter((other) => isSameBatch(batch, other)));
    return [batch, left];
  });
}

/** As many as leave: of the named batches as far as they are there, then of the others in their order. */
function batchesThatLeave(
  there: readonly BatchCount[],
  named: readonly BatchQuantity[],
  count: Quantity,
): BatchQuantity[] {
  let left: bigint = count;
  const takes = new Map<Batch, bigint>();
  const take = (batch: Batch, most: bigint) => {
    const taken = most < left ? most : left;
    if (taken <= 0n) return;
    left -= taken;
    takes.set(batch, (takes.get(batch) ?? 0n) + taken);
  };
  for (const [batch, held] of there) {
    const asked = sumOfBatches(named.filter((other) => isSameBatch(batch, other)));
    take(batch, asked < held ? asked : held);
  }
  for (const [batch, held] of there) take(batch, held - (takes.get(batch) ?? 0n));
  return [...takes].map(([batch, taken]) => ({ ...batch, quantity: printQuantity(toQuantity(taken)) }));
}
