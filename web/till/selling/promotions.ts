/** The promotions that a receipt has earned, applied automatically as the server checks them. */
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import type { Discount } from '../../../domain/pricing/totals.ts';
import { type FactorOf, notFor, type PromotedSale, resultOf } from '../../../domain/sales/promotion-result.ts';
import type { AppliedPromotion } from '../../../domain/sales/sale-events.ts';
import { money } from '../../../domain/values/money.ts';
import { printQuantity, quantity } from '../../../domain/values/quantity.ts';
import type { TillPromotion } from '../device/catalogue/catalogue-rows.ts';
import { type Gift, giftsOnCounter, type ProposedGoods, paidOf, proposedBy } from './gifts.ts';
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
  /** The free goods of the line of a corrected receipt; absent on other lines. */
  readonly gift?: KeptGift | undefined;
}

/** Free goods that a receipt gave, by the promotion that gave them. */
export interface KeptGift {
  readonly promotion_fk: number;
  readonly quantity: string;
}

export interface Earned {
  readonly applied: readonly AppliedPromotion[];
  /** By line id: the promotion that gives its discount. */
  readonly discounts: ReadonlyMap<number, TillPromotion>;
  readonly invoice: TillPromotion | undefined;
  /** Goods of the lines that are free. */
  readonly gifts: readonly Gift[];
  /** Free goods that are not on the counter. */
  readonly proposed: readonly ProposedGoods[];
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
  const free = inForce.filter(({ reward_type }) => reward_type === 'get_free');
  const kept = keptGifts(lines, terms);
  const beside = (gifts: readonly Gift[]) => after.map((line) => paidLine(line, gifts));
  const gifts = giftsOnCounter(free, after, kept, {
    times: (promotion, all) => resultOn(beside(all), promotion, terms).times,
    factor: factorIn(terms),
  });
  const paid = beside(gifts);
  const results = inForce.map((promotion) => ({ promotion, result: resultOn(paid, promotion, terms) }));
  const ofLines = new Map([...discounts].filter(([id]) => paid.some((line) => line.line_id === id && isPaid(line))));
  const given = new Set([
    ...ofLines.values(),
    ...(invoice ? [invoice] : []),
    ...gifts.map(({ promotion }) => promotion),
  ]);
  const taken = results.filter(({ promotion }) => given.has(promotion));
  const promised = kept.map(({ promotion }) => resultOn(paid, promotion, terms));
  const proposed = results.flatMap(({ promotion, result }) =>
    promotion.reward_type === 'get_free'
      ? proposedBy(promotion, result.times, { gifts, lines: after, facts: terms.facts })
      : [],
  );
  return {
    earned: {
      discounts: ofLines,
      invoice,
      gifts,
      proposed,
      applied: [...taken.map(({ result }) => result), ...promised],
    },
    lost: taken.flatMap(({ promotion, result }) => (result.times > 0 ? [] : [promotion])),
  };
}

const isPaid = ({ quantity: count }: PromotableLine): boolean => quantity(count) > 0n;

/** The paid goods of a line, beside its gifts. A discount has nothing left to reduce where all of it is a gift. */
function paidLine(line: PromotableLine, gifts: readonly Gift[]): PromotableLine {
  if (!gifts.some(({ line_id }) => line_id === line.line_id)) return line;
  const paid = { ...line, quantity: printQuantity(paidOf(line, gifts)) };
  return isPaid(paid) ? paid : { ...paid, discount: null };
}

/** The gifts of a corrected receipt whose promotion gives nothing any more; others are earned again. */
function keptGifts(lines: readonly PromotableLine[], terms: Terms): readonly Gift[] {
  return lines.flatMap(({ line_id, quantity: whole, gift }): Gift[] => {
    const promotion = gift && terms.promotions.find(({ id }) => id === gift.promotion_fk);
    if (!promotion || notFor(promotion, saleOf([], terms)) === undefined) return [];
    const count = quantity(gift.quantity) < quantity(whole) ? gift.quantity : whole;
    return [{ promotion, line_id, quantity: count }];
  });
}

const saleOf = (lines: readonly PromotableLine[], terms: Terms): PromotedSale => ({
  outlet_fk: terms.outlet_fk,
  date: terms.day,
  lines,
  discount: null,
  delivery_charge: null,
  rounding_step: null,
  currency_fk: terms.currency_fk,
  system_currency_fk: terms.currency_fk,
  decimals: terms.decimals,
});

/** The promotion's reward for these lines; zero times when it does not apply. */
function resultOn(lines: readonly PromotableLine[], promotion: TillPromotion, terms: Terms): AppliedPromotion {
  const sale = saleOf(lines, terms);
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
