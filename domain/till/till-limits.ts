/** What the settings of the tills allow a cashier; the device asks a supervisor, and the server notes what went beyond. */
import type { Facts } from '../kernel/facts.ts';
import { add, HUNDRED_PERCENT, type Money, money, ZERO } from '../kernel/money.ts';
import type { Issue } from '../kernel/refusal.ts';
import { ANY_PRICE } from '../sales/price-rules.ts';
import type { LineTotals } from '../sales/totals.ts';

/** Whoever holds it takes goods back without a receipt. */
export const WITHOUT_RECEIPT = 'pos_sales/refund_without_receipt';

/** Which discounts of a line a person gave: what a promotion gives is no decision of theirs. */
export interface DecidedDiscounts {
  readonly ofLine: boolean;
  readonly ofInvoice: boolean;
}

/** Percent of the settings as decimal text; null is without limit. */
export function discountLimit({ record }: Pick<Facts, 'record'>): string | null {
  const limit = record('till_setting', 1)?.data['discount_without_supervisor'];
  return typeof limit === 'string' ? limit : null;
}

/** Discounts above the limit, of whoever may not sell at any price. */
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

/** By the right of the person, or because the settings let every cashier. */
export function mayTakeBackWithoutReceipt({ actor, record }: Pick<Facts, 'actor' | 'record'>): boolean {
  return actor.can(WITHOUT_RECEIPT) || record('till_setting', 1)?.data['refund_without_receipt'] === true;
}
