/**
 * Limits of a cashier in the settings of the tills; the device requires a supervisor above them, and the server notes
 * violations.
 */
import type { Facts } from '../kernel/facts.ts';
import { add, HUNDRED_PERCENT, type Money, money, ZERO } from '../kernel/money.ts';
import type { Issue } from '../kernel/refusal.ts';
import { ANY_PRICE } from '../sales/price-rules.ts';
import type { LineTotals } from '../sales/totals.ts';

/** The permission to accept returned goods without a receipt. */
export const WITHOUT_RECEIPT = 'pos_sales/refund_without_receipt';

/** The discounts of a line that a person decided; discounts of a promotion are not included. */
export interface DecidedDiscounts {
  readonly ofLine: boolean;
  readonly ofInvoice: boolean;
}

/** The limit in percent as decimal text; null means no limit. */
export function discountLimit({ record }: Pick<Facts, 'record'>): string | null {
  const limit = record('till_setting', 1)?.data['discount_without_supervisor'];
  return typeof limit === 'string' ? limit : null;
}

/** The discounts above the limit, when the actor may not sell at any price. */
export function largeDiscounts(
  lines: readonly (LineTotals & { readonly decided: DecidedDiscounts })[],
  limit: string | null,
  { actor }: Pick<Facts, 'actor'>,
): readonly Issue[] {
  if (limit === null || actor.can(ANY_PRICE)) return [];
  return lines.flatMap(({ gross, itemDiscount, invoiceDiscount, decided }, index): Issue[] => {
    const given: Money = add(decided.ofLine ? itemDiscount : ZERO, decided.ofInvoice ? invoiceDiscount : ZERO);
    if (gross <= 0n || given * HUNDRED_PERCENT <= gross * money(limit)) return [];
    return [{ field: `lines.${index}.discount`, message: 'discount_above_limit', params: { percent: limit } }];
  });
}

/** True with the permission, or when the settings allow it to every cashier. */
export function mayTakeBackWithoutReceipt({ actor, record }: Pick<Facts, 'actor' | 'record'>): boolean {
  return actor.can(WITHOUT_RECEIPT) || record('till_setting', 1)?.data['refund_without_receipt'] === true;
}
