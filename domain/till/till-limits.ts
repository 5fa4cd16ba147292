/**
 * Limits of a cashier in the settings of the tills; the device requires a supervisor above them, and the server notes
 * violations.
 */
import type { Facts } from '../deciding/facts.ts';
import type { LineTotals } from '../pricing/totals.ts';
import { ANY_PRICE } from '../sales/price-rules.ts';
import { add, extend, type Money, money, percentOf, subtract, ZERO } from '../values/money.ts';
import { NO_QUANTITY, quantity, toQuantity } from '../values/quantity.ts';
import type { Issue } from '../values/refusal.ts';

/** The permission to accept returned goods without a receipt. */
export const WITHOUT_RECEIPT = 'pos_sales/refund_without_receipt';

/** The limits of a business that has set none. */
export const USUAL_LIMITS = { quantity_asked_above: '100', recount_above: '0' } as const;

/** A line with its amounts, and with what a person decided of its price. */
export interface DecidedLine extends LineTotals {
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  /** The listed price of its unit for this customer; undefined when it is not known. */
  readonly listed: string | undefined;
  /** What a person decided; discounts and free goods of a promotion are not included. */
  readonly decided: { readonly ofLine: boolean; readonly ofInvoice: boolean; readonly isFree: boolean };
}

/** The limit in percent as decimal text; null means no limit. */
export function discountLimit({ record }: Pick<Facts, 'record'>): string | null {
  const limit = record('till_setting', 1)?.data['discount_without_supervisor'];
  return typeof limit === 'string' ? limit : null;
}

/**
 * The discounts above the limit, when the actor may not sell at any price. A typed price below the listed one is a
 * discount, and a higher one permits none (docs/decisions/0109). Amounts are rounded to `unit`, so a line may be less
 * than one unit below its exact share.
 */
export function largeDiscounts(
  lines: readonly DecidedLine[],
  limit: string | null,
  unit: Money,
  { actor }: Pick<Facts, 'actor'>,
): readonly Issue[] {
  if (limit === null || actor.can(ANY_PRICE)) return [];
  return lines.flatMap((line, index): Issue[] => {
    const full = fullPrice(line);
    if (full <= 0n) return [];
    const { gross, itemDiscount, invoiceDiscount, decided } = line;
    const given = add(decided.ofLine ? itemDiscount : ZERO, decided.ofInvoice ? invoiceDiscount : ZERO);
    const least = subtract(full, percentOf(full, money(limit)));
    if (subtract(gross, given) + unit > least) return [];
    return [{ field: `lines.${index}.discount`, message: 'discount_above_limit', params: { percent: limit } }];
  });
}

/** What the goods of the line cost at the listed price, goods that a person gives free included. */
function fullPrice({ listed, gross, quantity: count, bonus_quantity, decided }: DecidedLine): Money {
  if (listed === undefined || money(listed) <= 0n) return gross;
  const free = decided.isFree ? quantity(bonus_quantity ?? '0') : NO_QUANTITY;
  return extend(money(listed), toQuantity(quantity(count) + free));
}

/**
 * Setting and permission speak of the same act, and the stricter one holds (docs/decisions/0112): a cashier needs both,
 * or a supervisor's approval.
 */
export function mayTakeBackWithoutReceipt({ actor, record }: Pick<Facts, 'actor' | 'record'>): boolean {
  if (actor.isAllowed?.(WITHOUT_RECEIPT)) return true;
  return actor.can(WITHOUT_RECEIPT) && record('till_setting', 1)?.data['refund_without_receipt'] === true;
}
