/** The result of a promotion on a sale. The server checks with these functions, and the screens propose with them. */

import type { OwnParts } from '../documents/own-parts.ts';
import { documentTotals, type LineTotals, type PricedDocument } from '../pricing/totals.ts';
import { allocateUnits } from '../values/fixed-point.ts';
import {
  lesser,
  type Money,
  money,
  printMoney,
  roundTo,
  smallestUnit,
  subtract,
  sum,
  toMoney,
  ZERO,
} from '../values/money.ts';
import { inBaseUnits, type Quantity, quantity } from '../values/quantity.ts';
import type { PromotionData } from './promotion.record.ts';
import type { AppliedPromotion } from './sale-events.ts';

export interface PromotedSale extends PricedDocument {
  readonly outlet_fk: number;
  readonly date: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly lines: readonly (PricedDocument['lines'][number] & {
    readonly item_fk: number;
    readonly unit_factor: string;
  })[];
}

/** Number of base units in one unit of an item; undefined for an unknown item or unit. */
export type FactorOf = (item: number, unit: number) => string | undefined;

type PlacedSale = Pick<PromotedSale, 'outlet_fk' | 'date' | 'currency_fk' | 'system_currency_fk'>;

/** Message key with the reason why the promotion does not apply to this sale; undefined when it applies. */
export function notFor(promotion: PromotionData, sale: PlacedSale): string | undefined {
  if (promotion.status !== 'active') return 'promotion_not_active';
  if (sale.date < promotion.start_date || sale.date > promotion.end_date) return 'promotion_not_on_this_day';
  if (promotion.outlet_fk !== null && promotion.outlet_fk !== sale.outlet_fk) return 'not_of_the_outlet';
  const inMoney = promotion.minimum_amount !== null || promotion.reward_amount !== null;
  const currency = promotion.currency_fk ?? sale.system_currency_fk;
  return inMoney && currency !== sale.currency_fk ? 'promotion_of_another_currency' : undefined;
}

/** Number of times that its conditions are met: the minimum over all conditions. */
export function timesEarned(promotion: PromotionData, sale: PromotedSale, factorOf: FactorOf): number {
  const times = promotion.items.map((item) => {
    const needed = baseUnits(item, factorOf);
    return needed === undefined || needed === 0n ? 0n : bought(item.item_fk, sale) / needed;
  });
  if (promotion.minimum_amount !== null) {
    const { gross, itemDiscount } = documentTotals(sale);
    const spent = subtract(gross, itemDiscount);
    times.push(spent < 0n ? 0n : spent / money(promotion.minimum_amount));
  }
  const least = times.reduce((low, time) => (time < low ? time : low), times[0] ?? 0n);
  return promotion.applies === 'once' && least > 1n ? 1 : Number(least);
}

export function resultOf(
  promotion: PromotionData,
  promotion_fk: number,
  sale: PromotedSale,
  factorOf: FactorOf,
): AppliedPromotion {
  const times = timesEarned(promotion, sale, factorOf);
  const { reward_type, reward_amount } = promotion;
  const earned = toMoney(money(reward_amount ?? '0') * BigInt(times));
  const amount = reward_amount === null ? null : printMoney(roundTo(earned, smallestUnit(sale.decimals)));
  return { promotion_fk, reward_type, times, amount: reward_type === 'get_amount' ? amount : null };
}

const creditedBy = (promotions: readonly AppliedPromotion[] | undefined): Money =>
  sum((promotions ?? []).map(({ amount }) => money(amount ?? '0')));

/** The parts of a sale's total: the credit of its promotions settles a sale on account, up to its total. */
export function partsOfSale(
  sale: PricedDocument & { readonly payment_type: string; readonly promotions?: readonly AppliedPromotion[] },
): OwnParts {
  const credited = sale.payment_type === 'on_account' ? creditedBy(sale.promotions) : ZERO;
  const allowed = credited === ZERO ? ZERO : lesser(credited, documentTotals(sale).total);
  return { atOnce: ZERO, returned: ZERO, allowed, notComing: ZERO };
}

/**
 * Allocates the credited amounts to the lines in proportion to their net amounts; a return of a line returns its
 * share.
 */
export function creditedShares(
  promotions: readonly AppliedPromotion[] | undefined,
  lines: readonly Pick<LineTotals, 'net'>[],
  decimals: number | undefined,
): readonly Money[] {
  return allocateUnits(
    creditedBy(promotions),
    lines.map(({ net }) => (net > 0n ? net : 0n)),
    smallestUnit(decimals),
  ).map(toMoney);
}

/** Base units of required goods, or of bonus goods. */
export function baseUnits(
  goods: { readonly item_fk: number; readonly unit_fk: number; readonly quantity: string },
  factorOf: FactorOf,
): Quantity | undefined {
  const factor = factorOf(goods.item_fk, goods.unit_fk);
  return factor === undefined ? undefined : inBaseUnits(quantity(goods.quantity), quantity(factor));
}

function bought(item: number, sale: PromotedSale): bigint {
  return sale.lines
    .filter((line) => line.item_fk === item)
    .reduce((total, line) => total + inBaseUnits(quantity(line.quantity), quantity(line.unit_factor)), 0n);
}
