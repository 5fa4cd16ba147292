/** The value of returned goods, for the editors of sale and purchase returns. */
import { partOf } from '../../../../../domain/pricing/returned-shares.ts';
import { type RefundedBefore, refundOf } from '../../../../../domain/pricing/sale-return-totals.ts';
import { type Money, money, printMoney, smallestUnit, subtract, toMoney } from '../../../../../domain/values/money.ts';
import { NO_QUANTITY, type Quantity, readQuantity } from '../../../../../domain/values/quantity.ts';
import type { HeaderFacts, ShownTotals } from '../declaration.ts';
import type { Draft, Fields, Value } from '../draft.ts';
import { cashStep } from './rounding-step.ts';

/** Amounts of each line that the server computed. */
export const RETURNED_AMOUNTS = ['gross_amount', 'discount_amount', 'tax_amount'] as const;

/** The decimals of the document; undefined for old documents without the field. */
export function decimalsOf({ decimals }: Readonly<Record<string, unknown>>): { readonly decimals?: number } {
  return typeof decimals === 'number' ? { decimals } : {};
}

/** A line counts when its returned quantity is not zero. */
export function comesBack(line: Fields): boolean {
  const counts = ['quantity', 'bonus_quantity'].map((field) => line[field]);
  return counts.some((count) => count !== null && count !== undefined && quantityOf(count) !== 0n);
}

/** Unreadable text is not zero: its cell shows the error. */
const quantityOf = (value: Value): bigint => (typeof value === 'string' ? (readQuantity(value) ?? 0n) : 1n);

/**
 * The returned amount of a stored line is the server's. For another quantity it is a share of the line's, as a
 * preview: `whole_total` for `whole_quantity`, or the stored amount for the stored quantity. The server takes shares of
 * the unreturned rest, so that the last return is exact.
 */
export function returnTotals(
  { lines }: Draft,
  { decimals, stored }: Pick<HeaderFacts, 'decimals' | 'stored'>,
): ShownTotals {
  const unit = smallestUnit(decimals);
  const amounts = lines.map(({ key, fields }) => share(fields, stored?.get(key) ?? fields, unit));
  const total = toMoney(amounts.reduce((sum, amount) => sum + amount, 0n));
  return {
    lines: new Map(lines.map((line, index) => [line.key, printMoney(toMoney(amounts[index] ?? 0n))])),
    rows: [],
    total: printMoney(total),
  };
}

/** What the server knows of earlier returns of the same sale; undefined before the return is stored. */
export function refundedBefore(data: Readonly<Record<string, unknown>> | undefined): RefundedBefore | undefined {
  const { rounding_before, refundable_amount } = data ?? {};
  if (typeof rounding_before !== 'string' || typeof refundable_amount !== 'string') return undefined;
  return { rounding_before, refundable_amount };
}

/** The refund of a return of a sale, as the server pays it: cash is rounded, together with that of earlier returns. */
export function refundTotals(
  draft: Draft,
  facts: Pick<HeaderFacts, 'decimals' | 'roundingStep' | 'stored' | 'refundedBefore'>,
): ShownTotals {
  const shown = returnTotals(draft, facts);
  const step = cashStep(draft.header, facts.roundingStep);
  const exact = money(shown.total);
  const total = refundOf(exact, step, facts.refundedBefore ?? {});
  const rounding = { label: 'document:totals.rounding', value: printMoney(subtract(total, exact)) };
  return { ...shown, rows: [...shown.rows, rounding], total: printMoney(total) };
}

/** `stored` has the server's amounts, and the quantity that they are for. */
function share(fields: Fields, stored: Fields, unit: Money): Money {
  const back = countOf(fields['quantity']);
  const computed = countOf(stored['quantity']);
  const whole = countOf(fields['whole_quantity']);
  const text = fields['whole_total'];
  const isStored = RETURNED_AMOUNTS.some((field) => typeof stored[field] === 'string');
  const isPreview = !isStored || computed !== back;
  if (isPreview && typeof text === 'string' && whole > 0n) return partOf(money(text), back, whole, unit);
  const own = ['gross_amount', 'tax_amount'].reduce((sum, field) => sum + amount(stored[field]), 0n);
  return partOf(toMoney(own - amount(stored['discount_amount'])), back, computed, unit);
}

const countOf = (value: Value | undefined): Quantity =>
  typeof value === 'string' ? (readQuantity(value) ?? NO_QUANTITY) : NO_QUANTITY;

const amount = (value: Value | undefined): bigint => (typeof value === 'string' ? money(value) : 0n);
