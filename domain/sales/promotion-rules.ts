/** Rules of the promotions of a sale: active on its day, earned by it, and with no more than the promised reward. */
import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import { known } from '../documents/document-rules.ts';
import { type Discount, documentTotals } from '../pricing/totals.ts';
import { namesAs } from '../records/record-name.ts';
import { add, money, ZERO } from '../values/money.ts';
import { inBaseUnits, printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { type PromotionData, promotion as promotionRecord } from './promotion.record.ts';
import { baseUnits, type FactorOf, notFor, type PromotedSale, resultOf } from './promotion-result.ts';
import type { AppliedPromotion, SaleLine } from './sale-events.ts';

type Named = Pick<AppliedPromotion, 'promotion_fk'>;

/** A sale or a till receipt. */
interface Promoted extends PromotedSale {
  readonly customer_fk: number | null;
  readonly promotions?: readonly AppliedPromotion[];
  readonly lines: readonly SaleLine[];
}

/** The promotions of the whole sale and of its lines, without duplicates. */
export function namedPromotions(
  ofSale: readonly Named[],
  lines: readonly SaleLine[],
  facts: Facts,
  issues: Issues,
): readonly Named[] {
  ofSale.forEach(({ promotion_fk }, index) => {
    known(facts, issues, `promotions.${index}.promotion_fk`, 'promotion', promotion_fk);
  });
  lines.forEach(({ promotion_fk }, index) => {
    known(facts, issues, `lines.${index}.promotion_fk`, 'promotion', promotion_fk);
  });
  const ids = [...ofSale, ...lines].flatMap(({ promotion_fk }) => (promotion_fk === undefined ? [] : [promotion_fk]));
  return [...new Set(ids)].map((promotion_fk) => ({ promotion_fk }));
}

export function promotionResults(
  sale: PromotedSale,
  promotions: readonly Named[],
  facts: Facts,
): readonly AppliedPromotion[] {
  const factorOf = factorIn(facts);
  return promotions.flatMap(({ promotion_fk }) => {
    const promotion = promotionIn(facts, promotion_fk);
    return promotion ? [resultOf(promotion, promotion_fk, sale, factorOf)] : [];
  });
}

const promotionIn = (facts: Facts, id: number) => facts.record<PromotionData>('promotion', id)?.data;

/** Looks units up among the items of the sale; an item that is not on it was not bought. */
function factorIn(facts: Facts): FactorOf {
  return (item, unit) =>
    facts.record<ItemData>('item', item)?.data.item_units.find((itemUnit) => itemUnit.unit_fk === unit)?.base_unit_qty;
}

export function checkPromotions(sale: Promoted, facts: Facts, issues: Issues): void {
  (sale.promotions ?? []).forEach((applied, index) => {
    const promotion = promotionIn(facts, applied.promotion_fk);
    if (!promotion) return;
    const field = `promotions.${index}.promotion_fk`;
    const reason = notFor(promotion, sale) ?? (applied.times < 1 ? 'promotion_not_earned' : undefined);
    if (reason) issues.add(field, reason, namesAs('title', promotionRecord, promotion));
    const lines = sale.lines.flatMap((line, at) =>
      line.promotion_fk === applied.promotion_fk ? [{ line, field: `lines.${at}` }] : [],
    );
    if (!reason && !isRewarded(promotion, lines)) {
      issues.add(field, 'promotion_without_reward', namesAs('title', promotionRecord, promotion));
    }
    if (promotion.reward_type === 'get_free') checkFree(lines, promotion, applied, factorIn(facts), issues);
    else checkDiscount(lines, promotion, sale, issues);
  });
  checkCredits(sale, facts, issues);
}

/** A promotion that gives nothing on the sale is not stored with it: the report would count what it never gave. */
function isRewarded({ reward_type, items }: PromotionData, lines: readonly Tagged[]): boolean {
  if (reward_type === 'get_free') return lines.some(({ line }) => quantity(line.bonus_quantity ?? '0') > 0n);
  return reward_type === 'get_amount' || items.length === 0 || lines.length > 0;
}

interface Tagged {
  readonly line: SaleLine;
  readonly field: string;
}

/** Credits require a customer, and together cannot exceed the total of the sale: the one that exceeds it is refused. */
function checkCredits(sale: Promoted, facts: Facts, issues: Issues): void {
  const credits = (sale.promotions ?? []).flatMap(({ promotion_fk, amount }, index) =>
    amount === null || !promotionIn(facts, promotion_fk) ? [] : [{ amount: money(amount), index }],
  );
  if (credits.length === 0) return;
  if (sale.customer_fk === null) issues.add('customer_fk', 'required');
  const { net } = documentTotals(sale);
  let credited = ZERO;
  const above = credits.find(({ amount }) => {
    credited = add(credited, amount);
    return credited > net;
  });
  if (above) issues.add(`promotions.${above.index}.promotion_fk`, 'discount_above_amount');
}

/** The bonus quantity of an item on all its lines is at most the earned one. */
function checkFree(
  lines: readonly Tagged[],
  promotion: PromotionData,
  applied: AppliedPromotion,
  factorOf: FactorOf,
  issues: Issues,
): void {
  const given = new Map<number, bigint>();
  for (const { line, field } of lines) {
    const reward = promotion.reward_items.find((rewardItem) => rewardItem.item_fk === line.item_fk);
    if (!reward) {
      issues.add(`${field}.promotion_fk`, 'not_of_the_promotion');
      continue;
    }
    const earned = (baseUnits(reward, factorOf) ?? 0n) * BigInt(applied.times);
    const before = given.get(line.item_fk) ?? 0n;
    const now = before + inBaseUnits(quantity(line.bonus_quantity ?? '0'), quantity(line.unit_factor));
    given.set(line.item_fk, now);
    if (now > earned) {
      issues.add(`${field}.bonus_quantity`, 'more_than_promised', {
        value: printQuantity(toQuantity(earned - before)),
      });
    }
  }
}

/** The percentage is on the lines of the promotion's items, or on the whole invoice when it has no items. */
function checkDiscount(lines: readonly Tagged[], promotion: PromotionData, sale: Promoted, issues: Issues): void {
  const { items, reward_type, reward_percentage } = promotion;
  const isPromised = (discount: Discount | null) =>
    discount?.type === 'percent' && money(discount.value) === money(reward_percentage ?? '0');
  for (const { line, field } of lines) {
    const rewarded = reward_type === 'get_discount' && items.some((item) => item.item_fk === line.item_fk);
    if (!rewarded) issues.add(`${field}.promotion_fk`, 'not_of_the_promotion');
    else if (!isPromised(line.discount)) issues.add(`${field}.discount`, 'not_of_the_promotion');
  }
  if (reward_type === 'get_discount' && items.length === 0 && !isPromised(sale.discount)) {
    issues.add('discount', 'not_of_the_promotion');
  }
}
