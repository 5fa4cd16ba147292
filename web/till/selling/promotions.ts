/** The promotions that a receipt has earned, applied automatically as the server checks them. */
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import { money } from '../../../domain/kernel/money.ts';
import { printQuantity, quantity, toQuantity } from '../../../domain/kernel/quantity.ts';
import { type FactorOf, notFor, type PromotedSale, resultOf } from '../../../domain/sales/promotion-result.ts';
import type { AppliedPromotion } from '../../../domain/sales/sale-events.ts';
import type { Discount } from '../../../domain/sales/totals.ts';
import type { TillPromotion } from '../device/catalogue-rows.ts';
import { factorOf, type Terms } from './goods.ts';

/** A line as promotions evaluate it. */
export interface PromotableLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly unit_factor: string;
  readonly quantity: string;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_percent: string | null;
}

/** Free goods, as a separate line. */
export interface FreeGoods {
  readonly promotion: TillPromotion;
  readonly item_fk: number;
  readonly item: ItemData;
  readonly unit_fk: number;
  readonly quantity: string;
}

export interface Earned {
  readonly applied: readonly AppliedPromotion[];
  /** By line id: the promotion that gives its discount. */
  readonly discounts: ReadonlyMap<number, TillPromotion>;
  readonly invoice: TillPromotion | undefined;
  readonly free: readonly FreeGoods[];
}

/**
 * Lines and receipts with a cashier's discount keep it. `declined`: promotions that the customer does not want. A
 * receipt's minimum amount counts after line discounts, so a promotion whose minimum is no longer reached is dropped,
 * as on the server.
 */
export function earnedBy(
  lines: readonly PromotableLine[],
  discount: Discount | null,
  declined: readonly number[],
  terms: Terms,
): Earned {
  for (let left = wanted(terms, declined); ; ) {
    const { earned, lost } = earnedOf(left, lines, discount, terms);
    if (lost.length === 0) return earned;
    left = left.filter((promotion) => !lost.includes(promotion));
  }
}

interface Attempt {
  readonly earned: Earned;
  /** Promotions that were applied and are no longer earned with all others. */
  readonly lost: readonly TillPromotion[];
}

function earnedOf(
  promotions: readonly TillPromotion[],
  lines: readonly PromotableLine[],
  discount: Discount | null,
  terms: Terms,
): Attempt {
  const inForce = promotions.filter((promotion) => resultOn(lines, promotion, terms).times > 0);
  const { discounts, invoice } = discountsOf(inForce, lines, discount);
  const after = lines.map((line) => {
    const promotion = discounts.get(line.line_id);
    return promotion ? { ...line, discount: percentOff(promotion) } : line;
  });
  const results = inForce.map((promotion) => ({ promotion, result: resultOn(after, promotion, terms) }));
  const free = results.flatMap(({ promotion, result }) => freeGoods(promotion, result.times, terms));
  const given = new Set([
    ...discounts.values(),
    ...(invoice ? [invoice] : []),
    ...free.map((goods) => goods.promotion),
  ]);
  const taken = results.filter(({ promotion }) => given.has(promotion));
  return {
    earned: { discounts, invoice, free, applied: taken.map(({ result }) => result) },
    lost: taken.flatMap(({ promotion, result }) => (result.times > 0 ? [] : [promotion])),
  };
}

/** The promotion's reward for these lines; zero times when it does not apply. */
function resultOn(lines: readonly PromotableLine[], promotion: TillPromotion, terms: Terms): AppliedPromotion {
  const sale: PromotedSale = {
    ...{
      outlet_fk: terms.outlet_fk,
      date: terms.day,
      lines,
      discount: null,
      delivery_charge: null,
      rounding_step: null,
    },
    ...{ currency_fk: terms.currency_fk, system_currency_fk: terms.currency_fk, decimals: terms.decimals },
  };
  const result = resultOf(promotion, promotion.id, sale, factorIn(terms));
  return notFor(promotion, sale) ? { ...result, times: 0 } : result;
}

function discountsOf(
  promotions: readonly TillPromotion[],
  lines: readonly PromotableLine[],
  discount: Discount | null,
): Pick<Earned, 'discounts' | 'invoice'> {
  const discounts = new Map<number, TillPromotion>();
  let invoice: TillPromotion | undefined;
  for (const promotion of promotions) {
    if (promotion.reward_type !== 'get_discount') continue;
    if (promotion.items.length === 0) invoice ??= discount === null ? promotion : undefined;
    for (const line of lines) {
      const isNamed = promotion.items.some(({ item_fk }) => item_fk === line.item_fk);
      if (isNamed && line.discount === null && !discounts.has(line.line_id)) discounts.set(line.line_id, promotion);
    }
  }
  return { discounts, invoice };
}

/** For lines, or for the whole receipt. */
export const percentOff = ({ reward_percentage }: TillPromotion): Discount => ({
  type: 'percent',
  value: reward_percentage ?? '0',
});

/** The largest reward first. Promotions with a credit belong to the back office: a till pays none out. */
const wanted = ({ promotions }: Terms, declined: readonly number[]): readonly TillPromotion[] =>
  promotions
    .filter(({ id, reward_type }) => reward_type !== 'get_amount' && !declined.includes(id))
    .toSorted((a, b) => Number(percent(b) - percent(a)));

const percent = ({ reward_percentage }: TillPromotion): bigint => money(reward_percentage ?? '0');

const factorIn =
  ({ facts }: Terms): FactorOf =>
  (item, unit) => {
    const data = facts.record<ItemData>('item', item)?.data;
    return data && factorOf(data, unit);
  };

function freeGoods(promotion: TillPromotion, times: number, { facts }: Terms): readonly FreeGoods[] {
  if (promotion.reward_type !== 'get_free') return [];
  return promotion.reward_items.flatMap(({ item_fk, unit_fk, quantity: each }) => {
    const item = facts.record<ItemData>('item', item_fk)?.data;
    const count = printQuantity(toQuantity(quantity(each) * BigInt(times)));
    return item ? [{ promotion, item_fk, item, unit_fk, quantity: count }] : [];
  });
}
