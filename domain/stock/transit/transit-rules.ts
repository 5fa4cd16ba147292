/** Rules of goods between inventories: two places, item lines, and arrivals up to the sent quantities. */

import { arrivedOf, sentOf } from '../../batches/arrived.ts';
import { countedInUnits } from '../../catalogue/counted-units.ts';
import { asWritten, lineItems, type WrittenLine } from '../../catalogue/line-items.ts';
import type { Facts } from '../../deciding/facts.ts';
import { checkPlace, known, systemCurrency, timeFrom, timeOf } from '../../documents/document-rules.ts';
import { inUnitOf } from '../../pricing/returned-quantities.ts';
import { namedBatches, namedOnArrival, type OfSeveral } from '../../values/batch.ts';
import { dateOf, effectiveTime, readDate } from '../../values/effective-date.ts';
import {
  NO_QUANTITY,
  printQuantity,
  QUANTITY_ONE,
  type Quantity,
  quantity,
  toQuantity,
} from '../../values/quantity.ts';
import { Issues } from '../../values/refusal.ts';
import { chargedOf } from './charged-missing.ts';
import type { ReceiveTransitInput } from './transit.schema.ts';
import type { Arrival, Arrived, OnItsWay, Transit, TransitLine } from './transit-events.ts';

/** Maximum number of arrivals: movements of a transfer are numbered by arrival. */
const RECEIPTS_MAX = 200;

export interface TransitInput {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly to_outlet_fk: number;
  readonly to_inventory_fk: number;
  readonly date: string;
  readonly time?: string | null;
}

/** The data of a transfer without its lines. The receiving place must exist; the sender needs no access to it. */
export function transitPlace(input: TransitInput, facts: Facts, issues: Issues): Omit<Transit, 'lines'> {
  checkPlace(input, facts, issues);
  known(facts, issues, 'to_outlet_fk', 'outlet', input.to_outlet_fk);
  const to = known(facts, issues, 'to_inventory_fk', 'inventory', input.to_inventory_fk);
  if (to && to.data['outlet_fk'] !== input.to_outlet_fk) issues.add('to_inventory_fk', 'not_of_the_outlet');
  if (input.to_inventory_fk === input.inventory_fk) issues.add('to_inventory_fk', 'inventories_must_differ');
  const { outlet_fk, inventory_fk, to_outlet_fk, to_inventory_fk, date } = input;
  const time = timeOf(input, facts);
  return {
    outlet_fk,
    inventory_fk,
    to_outlet_fk,
    to_inventory_fk,
    date,
    time,
    system_currency_fk: systemCurrency(facts),
  };
}

interface TransitLineInput extends OfSeveral {
  readonly line_id?: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
}

/** Each line with the fields copied from its item, paired with the entered line. `written` are those of the changed draft. */
export function transitLines<Line extends TransitLineInput>(
  lines: readonly Line[],
  facts: Facts,
  issues: Issues,
  written?: readonly WrittenLine[],
): { readonly line: Line; readonly goods: TransitLine }[] {
  return lineItems(lines, facts, issues, asWritten(written)).map(({ line, line_id, item_type, unit_factor }, index) => {
    if (item_type !== 'goods') issues.add(`lines.${index}.item_fk`, 'goods_only');
    const { item_fk, unit_fk } = line;
    return {
      line,
      goods: { line_id, item_fk, unit_fk, unit_factor, quantity: printed(line.quantity), ...namedBatches(line) },
    };
  });
}

/** Normalised, so that equal quantities compare as equal texts. */
const printed = (count: string) => printQuantity(quantity(count));

/** Changing, sending, discarding and returning to pending require access to the sending outlet. */
export function checkSender(transit: Transit, facts: Facts): void {
  const issues = new Issues();
  issues.check(facts.actor.hasOutlet(transit.outlet_fk), 'outlet_fk', 'not_your_outlet');
  issues.check(facts.actor.hasInventory(transit.inventory_fk), 'inventory_fk', 'not_your_inventory');
  issues.throwIfAny();
}

/** A number belongs to the series of its outlet. */
export function checkOutletOfNumber(
  { outlet_fk }: Pick<Transit, 'outlet_fk'>,
  { data, number }: { readonly data: Transit; readonly number: string | null },
): void {
  const issues = new Issues();
  issues.check(number === null || outlet_fk === data.outlet_fk, 'outlet_fk', 'cannot_be_changed');
  issues.throwIfAny();
}

export function checkSent(transit: Transit, facts: Facts): void {
  checkSender(transit, facts);
  const issues = new Issues();
  if (transit.lines.length === 0) issues.add('lines', 'at_least_one_line');
  transit.lines.forEach((line, index) => {
    if (quantity(line.quantity) <= 0n) issues.add(`lines.${index}.quantity`, 'greater_than', { value: '0' });
  });
  issues.throwIfAny();
}

/** The cumulative received quantities. */
export function arrivedInAll({ receipts }: Pick<OnItsWay<unknown>, 'receipts'>): readonly Arrived[] {
  return receipts.at(-1)?.after ?? [];
}

/**
 * The next arrival, or undefined when nothing more was received. Cumulative quantities never decrease and never exceed
 * the sent ones.
 */
export function nextArrival(
  input: ReceiveTransitInput,
  { data, receipts }: OnItsWay<Transit>,
  facts: Facts,
): Arrival | undefined {
  const issues = new Issues();
  const before = arrivedInAll({ receipts });
  const date = input.date ?? facts.today;
  if (!readDate(date)) issues.add('date', 'date');
  if (!facts.actor.hasOutlet(data.to_outlet_fk)) issues.add('to_outlet_fk', 'not_your_outlet');
  if (!facts.actor.hasInventory(data.to_inventory_fk)) issues.add('to_inventory_fk', 'not_your_inventory');
  if (receipts.length >= RECEIPTS_MAX) issues.add('', 'too_many_receipts', { value: String(RECEIPTS_MAX) });
  const entered = countedInUnits(input.lines ?? [], ofTransfer(data), facts, issues);
  checkArrived(entered, data, before, issues);
  const time = arrivalTime({ date, time: input.time ?? null }, data, receipts, facts, issues);
  issues.throwIfAny();
  const now = input.lines ? entered : data.lines.map(({ line_id, quantity: count }) => ({ line_id, quantity: count }));
  const counts = data.lines.map((line) => {
    const of =
      now.find(({ line_id }) => line_id === line.line_id) ?? before.find(({ line_id }) => line_id === line.line_id);
    const count = of ? arrivedOf(line, [of]) : NO_QUANTITY;
    return { line, of, count, left: toQuantity(sentOf(line) - count) };
  });
  const after = counts.flatMap(({ of, count }): Arrived[] =>
    of && count > 0n ? [{ ...of, quantity: printed(of.quantity) }] : [],
  );
  const missing = counts
    .filter(({ left }) => input.rest === 'missing' && left > 0n)
    .map(({ line, of, left }) => ({ line_id: line.line_id, ...countedAs(left, line, of) }));
  if (missing.length === 0 && JSON.stringify(after) === JSON.stringify(before)) return undefined;
  const charged = chargedOf(input, { data, missing }, facts, issues);
  issues.throwIfAny();
  return { receipt: receipts.length, date, time, before, after, missing, ...charged, ...namedOnArrival(input.lines) };
}

const ofTransfer = ({ lines }: Transit) => ({ lines, differs: 'not_of_the_transfer' });

/** Base units in the unit of the line where that is exact, otherwise in the unit in which the rest of it arrived. */
function countedAs(base: Quantity, line: TransitLine, arrived: Arrived | undefined): Omit<Arrived, 'line_id'> {
  const isExact = (base * QUANTITY_ONE) % quantity(line.unit_factor) === 0n;
  const { unit_fk, unit_factor } = arrived ?? {};
  if (isExact || unit_fk === undefined || unit_factor === undefined)
    return { quantity: printQuantity(inUnitOf(base, line.unit_factor)) };
  return { quantity: printQuantity(inUnitOf(base, unit_factor)), unit_fk, unit_factor };
}

/** Refuses goods that are said to arrive after they were written off: nothing of the transfer is on its way. */
export function checkArrivedAlready(
  input: ReceiveTransitInput,
  { data, receipts }: OnItsWay<Transit>,
  facts: Facts,
): void {
  const issues = new Issues();
  const arrived = arrivedInAll({ receipts });
  const all =
    input.rest === 'missing' ? [] : data.lines.map(({ line_id, quantity: count }) => ({ line_id, quantity: count }));
  const now = input.lines ? countedInUnits(input.lines, ofTransfer(data), facts, issues) : all;
  now.forEach((entered, index) => {
    const line = data.lines.find(({ line_id }) => line_id === entered.line_id);
    const field = input.lines ? `lines.${index}.quantity` : '';
    if (line && arrivedOf(line, [entered]) > arrivedOf(line, arrived)) issues.add(field, 'written_off_on_the_way');
  });
  issues.throwIfAny();
}

function checkArrived(now: readonly Arrived[], { lines }: Transit, before: readonly Arrived[], issues: Issues): void {
  now.forEach((entered, index) => {
    const line = lines.find((line) => line.line_id === entered.line_id);
    if (!line) {
      issues.add(`lines.${index}.line_id`, 'unknown_line');
      return;
    }
    const [count, least, most] = [arrivedOf(line, [entered]), arrivedOf(line, before), sentOf(line)];
    const value = (base: Quantity) => printQuantity(inUnitOf(base, entered.unit_factor ?? line.unit_factor));
    if (count > most) issues.add(`lines.${index}.quantity`, 'total_at_most', { value: value(most) });
    if (count < least) issues.add(`lines.${index}.quantity`, 'total_at_least', { value: value(least) });
  });
}

/**
 * Refuses an arrival before the dispatch or an earlier arrival; without a time, an arrival on the same day takes
 * effect right after it.
 */
function arrivalTime(
  input: { readonly date: string; readonly time: string | null },
  data: Transit,
  receipts: readonly Arrival[],
  facts: Facts,
  issues: Issues,
): string | null {
  const last = receipts.at(-1);
  const least = last ? effectiveTime(last.date, last.time, 'in') : effectiveTime(data.date, data.time, 'out');
  const time = timeFrom(least, input, 'in', facts);
  if (time === undefined)
    issues.add('date', last ? 'before_an_arrival' : 'before_it_was_sent', { value: dateOf(least) });
  return time ?? null;
}
