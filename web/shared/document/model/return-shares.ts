/** The value of returned goods, for the editors of sale and purchase returns. */
import { partOf } from '../../../../domain/catalogue/returned-quantities.ts';
import { type Money, money, printMoney, smallestUnit, toMoney } from '../../../../domain/kernel/money.ts';
import { NO_QUANTITY, readQuantity } from '../../../../domain/kernel/quantity.ts';
import type { HeaderFacts, ShownTotals } from './declaration.ts';
import type { Draft, Fields, Value } from './draft.ts';

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
 * The returned amount is a share of the line's: `whole_total` for `whole_quantity`. The server takes shares of the
 * unreturned rest, so that the last return is exact; for a draft this is a preview.
 */
export function returnTotals({ lines }: Draft, { decimals }: Pick<HeaderFacts, 'decimals'>): ShownTotals {
  const unit = smallestUnit(decimals);
  const amounts = lines.map(({ fields }) => share(fields, unit));
  const total = toMoney(amounts.reduce((sum, amount) => sum + amount, 0n));
  return {
    lines: new Map(lines.map((line, index) => [line.key, printMoney(toMoney(amounts[index] ?? 0n))])),
    rows: [],
    total: printMoney(total),
  };
}

function share(fields: Fields, unit: Money): bigint {
  const back = typeof fields['quantity'] === 'string' ? (readQuantity(fields['quantity']) ?? NO_QUANTITY) : NO_QUANTITY;
  const whole = readQuantity(String(fields['whole_quantity'] ?? '')) ?? NO_QUANTITY;
  const text = fields['whole_total'];
  if (typeof text === 'string' && whole > 0n) return partOf(money(text), back, whole, unit);
  const own = ['gross_amount', 'tax_amount'].map((field) => amount(fields[field]));
  return own.reduce((sum, value) => sum + value, 0n) - amount(fields['discount_amount']);
}

const amount = (value: Value | undefined): bigint => (typeof value === 'string' ? money(value) : 0n);
