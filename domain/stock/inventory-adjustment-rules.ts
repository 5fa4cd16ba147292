/** Rules of a stock count: each item of an inventory once, and approval by another person than those who counted. */

import { asWritten, lineItems, type WrittenLine } from '../catalogue/line-items.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkPlace, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { batchesOf, isNamed, namedBatches, sumOfBatches } from '../values/batch.ts';
import { type EffectiveTime, momentOfCount, readDate } from '../values/effective-date.ts';
import { type Members, membersOf, objectsOf } from '../values/members.ts';
import { inBaseUnits, printQuantity, quantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import type { InventoryAdjustmentInput } from './inventory-adjustment.schema.ts';
import type { Counters, InventoryAdjustment, InventoryAdjustmentLine } from './inventory-adjustment-events.ts';

interface Origin {
  /** Those who counted in the round that drafts the count. */
  readonly of: Required<Counters> | undefined;
  /** The draft before a change. */
  readonly before: InventoryAdjustment | undefined;
}

export function adjustmentFacts(
  input: InventoryAdjustmentInput,
  facts: Facts,
  { of, before }: Origin,
): InventoryAdjustment {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const lines = lineFacts(input.lines, facts, issues, before?.lines);
  issues.throwIfAny();
  const { outlet_fk, inventory_fk, date, reference_number = null, note = null } = input;
  const now = { inventory_fk, date, time: timeOf(input, facts), is_timed: Boolean(input.time), lines };
  const when = { date, time: timeOfCount(now, before, facts), is_timed: now.is_timed };
  const system_currency_fk = systemCurrency(facts);
  const { counted_by, ...others } = of ?? countersOf({ inventory_fk, ...when, lines }, before, facts.actor.user_id);
  const own = { ...when, system_currency_fk, counted_by, reference_number, note };
  return { outlet_fk, inventory_fk, ...own, ...others, lines };
}

type Counted = Pick<InventoryAdjustment, 'inventory_fk' | 'date' | 'time' | 'is_timed' | 'lines'>;

/**
 * Without an entered time a count is of the moment of its last change, as long as goods are being counted on its day.
 * Another change (a note), and one on a later day, leaves the moment as it was.
 */
function timeOfCount(after: Counted, before: InventoryAdjustment | undefined, { today }: Facts): string | null {
  if (!before || before.is_timed || after.is_timed || before.date !== after.date) return after.time;
  const continues = after.date === today && quantitiesOf(after, before) !== quantitiesOf(before, before);
  return continues ? after.time : before.time;
}

/** Those who counted remain the same unless a change affects the counted quantities; then the actor is added. */
function countersOf(after: Counted, before: InventoryAdjustment | undefined, actor: number): Counters {
  if (before === undefined) return { counted_by: actor };
  const { counted_by, count_round_fk, counters } = before;
  const round = count_round_fk === undefined ? {} : { count_round_fk };
  const isChanged = quantitiesOf(after, before) !== quantitiesOf(before, before);
  if (!isChanged) return { counted_by, ...round, ...(counters === undefined ? {} : { counters }) };
  // A draft without lines has no counted quantity.
  const former = before.lines.length === 0 && counters === undefined ? [] : [...(counters ?? []), counted_by];
  const all = [...new Set([...former, actor])].sort((a, b) => a - b);
  return { counted_by: actor, ...round, ...(all.length > 1 || counters !== undefined ? { counters: all } : {}) };
}

/** The counted quantities with their moments, in any order of lines. A time that nobody entered is that of `before`. */
function quantitiesOf({ inventory_fk, date, time, is_timed, lines }: Counted, before: Counted): string {
  const moment = `${date}T${is_timed || before.is_timed ? time : before.time}`;
  const counted = lines.map(({ item_fk, unit_fk, real_quantity, batches = [], counted_at = moment }) =>
    JSON.stringify([item_fk, unit_fk, real_quantity, batches, counted_at]),
  );
  return JSON.stringify([inventory_fk, ...counted.sort()]);
}

function lineFacts(
  lines: InventoryAdjustmentInput['lines'],
  facts: Facts,
  issues: Issues,
  written?: readonly WrittenLine[],
): readonly InventoryAdjustmentLine[] {
  const counted = new Set<number>();
  return lineItems(lines, facts, issues, asWritten(written)).map(({ line, line_id, item_type, unit_factor }, index) => {
    const field = `lines.${index}.item_fk`;
    const { item_fk, unit_fk, unit_cost = null, note = null, counted_at = null } = line;
    if (item_type !== 'goods') issues.add(field, 'goods_only');
    // The counted quantity is the whole stock of an item, so an item can appear only once.
    if (counted.has(item_fk)) issues.add(field, 'unique');
    counted.add(item_fk);
    checkMoment(counted_at, `lines.${index}.counted_at`, facts, issues);
    const moment = counted_at === null ? {} : { counted_at };
    const real_quantity = printQuantity(quantity(line.real_quantity));
    return { line_id, item_fk, unit_fk, unit_factor, ...namedBatches(line), real_quantity, unit_cost, note, ...moment };
  });
}

/** Refuses a moment of counting in the future. */
function checkMoment(moment: string | null, field: string, facts: Facts, issues: Issues): void {
  if (moment === null) return;
  if (!readDate(moment.slice(0, 10))) issues.add(field, 'date');
  else if (moment > `${facts.today}T${facts.now}`) issues.add(field, 'counted_later_than_now');
}

export function checkApproved(adjustment: InventoryAdjustment, facts: Facts): void {
  const issues = new Issues();
  if (adjustment.lines.length === 0) issues.add('lines', 'at_least_one_line');
  const mayApproveOwn = facts.record('system_setting', 1)?.data['counter_may_approve'] === true;
  const { counted_by, counters = [] } = adjustment;
  if (!mayApproveOwn && [counted_by, ...counters].includes(facts.actor.user_id))
    issues.add('', 'counter_may_not_approve');
  issues.throwIfAny();
}

/**
 * The moment at which an item of a stored count was counted, if goods of no batch are among the counted ones: their
 * quantity is compared with that in the books at that moment.
 */
export function unnamedCountedAt({ date, time, lines }: Members, item: number): EffectiveTime | undefined {
  const line = membersOf(objectsOf(lines).find(({ item_fk }) => item_fk === item));
  const { real_quantity, unit_factor, counted_at } = line;
  // The lines of a body have no factor: they are not approved.
  if (typeof date !== 'string' || typeof real_quantity !== 'string' || typeof unit_factor !== 'string')
    return undefined;
  const named = sumOfBatches(batchesOf(line).filter(isNamed));
  if (named >= inBaseUnits(quantity(real_quantity), quantity(unit_factor))) return undefined;
  const [day = date, clock = null] =
    typeof counted_at === 'string' ? counted_at.split('T') : [date, typeof time === 'string' ? time : null];
  return momentOfCount(day, clock);
}
