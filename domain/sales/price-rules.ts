/** Checks the limits of price-limits.ts against the records of the decision. */

import { type Buyer, customerPrice, inCurrencyOf } from '../catalogue/customer-price.ts';
import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import { itemNames } from '../pricing/item-names.ts';
import type { DocumentTotals } from '../pricing/totals.ts';
import { extend, type Money, money, smallestUnit } from '../values/money.ts';
import { quantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { brokenLimits, type PriceLimits, type SoldLine } from './price-limits.ts';
import type { PromotionData } from './promotion.record.ts';
import type { AppliedPromotion } from './sale-events.ts';

/** The permission to sell at any price. */
export const ANY_PRICE = 'sales/below_minimum_price';

interface PricedSaleLine extends SoldLine {
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly unit_factor: string;
  readonly price: string;
  readonly promotion_fk?: number;
}

export interface PricedSale extends Buyer {
  readonly lines: readonly PricedSaleLine[];
  readonly decimals?: number | undefined;
  /** Promotions that the sale was checked to have earned. */
  readonly promotions?: readonly AppliedPromotion[];
}

/** Checks the sold lines at their net prices. `totals` are those of the sale. */
export function checkPrices(sale: PricedSale, totals: DocumentTotals, facts: Facts, issues: Issues): void {
  if (facts.actor.can(ANY_PRICE)) return;
  sale.lines.forEach((line, index) => {
    const item = facts.record<ItemData>('item', line.item_fk)?.data;
    const amounts = totals.lines[index];
    if (!item || !amounts) return;
    for (const { message, params } of brokenLimits(line, amounts, limitsOf(sale, line, item, facts))) {
      issues.add(`lines.${index}.price`, message, { line: String(index + 1), ...itemNames(item), ...params });
    }
  });
}

function limitsOf(sale: PricedSale, line: PricedSaleLine, item: ItemData, facts: Facts): PriceLimits {
  const listed = customerPrice(line, sale, facts);
  return {
    price: money(line.price),
    minimum: minimumOf(item, line.unit_factor, sale, facts),
    listed: listed === undefined ? undefined : money(listed),
    maximumDiscount: item.maximum_discount ? money(item.maximum_discount) : undefined,
    isEditable: item.sale_price_editable !== false,
    unit: smallestUnit(sale.decimals),
    promised: promisedTo(sale, line, facts),
  };
}

/** The item's minimum price, for `factor` base units, in the document's currency. */
export function minimumOf(item: ItemData, factor: string, buyer: Buyer, facts: Facts): Money | undefined {
  if (!item.minimum_price) return undefined;
  return inCurrencyOf(buyer, extend(money(item.minimum_price), quantity(factor)), item, facts);
}

/**
 * Reductions by a promotion of the sale are excluded from the limits: the promotion's own terms are checked elsewhere.
 */
function promisedTo({ promotions = [] }: PricedSale, line: PricedSaleLine, facts: Facts): PriceLimits['promised'] {
  const own = promotions.find(({ promotion_fk }) => promotion_fk === line.promotion_fk)?.reward_type;
  const ofInvoice = ({ promotion_fk, reward_type }: AppliedPromotion) =>
    reward_type === 'get_discount' && facts.record<PromotionData>('promotion', promotion_fk)?.data.items.length === 0;
  return {
    discount: own === 'get_discount',
    invoiceDiscount: promotions.some(ofInvoice),
    bonus: own === 'get_free',
  };
}
