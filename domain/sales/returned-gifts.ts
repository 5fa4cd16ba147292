/** What a return does with free goods that stay: the office asks, a till keeps their worth or has a supervisor decide. */
import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import { itemNames } from '../pricing/item-names.ts';
import { lesser, type Money, subtract, ZERO } from '../values/money.ts';
import { quantity } from '../values/quantity.ts';
import type { Issue, Issues } from '../values/refusal.ts';
import {
  type CameBack,
  type GiftTerms,
  type GivingDocument,
  type OwedGift,
  owedGifts,
  worthOfGifts,
} from './gifts-owed.ts';
import type { PromotionData } from './promotion.record.ts';

export const giftTerms = (facts: Pick<Facts, 'record'>): GiftTerms => ({
  promotion: (id) => facts.record<PromotionData>('promotion', id)?.data,
  factor: (item, unit) =>
    facts.record<ItemData>('item', item)?.data.item_units.find(({ unit_fk }) => unit_fk === unit)?.base_unit_qty,
});

/** The quantities that came back by the number of the sold line, before a return and with it. */
export interface Returns {
  readonly before: (line: number) => CameBack;
  readonly now: (line: number) => CameBack;
}

/** The gifts that are owed because of this return: more than were owed before. */
export function newlyOwed(document: GivingDocument, { before, now }: Returns, terms: GiftTerms): readonly OwedGift[] {
  const known = owedGifts(document, before, terms);
  return owedGifts(document, now, terms).filter((gift) => {
    const earlier = known.find(({ line_id }) => line_id === gift.line_id);
    return quantity(gift.quantity) > quantity(earlier?.quantity ?? '0');
  });
}

/** A sentence for each gift that stays; `lines` are the sold lines that this return names, in its order. */
export function giftsThatStay(
  document: GivingDocument,
  returns: Returns,
  lines: readonly number[],
  facts: Pick<Facts, 'record'>,
): readonly Issue[] {
  return newlyOwed(document, returns, giftTerms(facts)).map(({ line_id, item_fk, quantity: count }) => {
    const item = facts.record<ItemData>('item', item_fk)?.data;
    const index = lines.indexOf(line_id);
    const field = index < 0 ? 'lines' : `lines.${index}.bonus_quantity`;
    return { field, message: 'gift_stays', params: { count, ...(item ? itemNames(item) : {}) } };
  });
}

/** Asks whether the gifts may stay, unless it was confirmed. */
export function askAboutGifts(
  document: GivingDocument,
  returns: Returns,
  lines: readonly number[],
  facts: Facts,
  issues: Issues,
): void {
  if (facts.confirmed) return;
  for (const { field, message, params } of giftsThatStay(document, returns, lines, facts)) {
    issues.ask(field, message, params);
  }
}

interface Kept extends Returns {
  /** What earlier refunds kept for gifts. */
  readonly kept: Money;
  /** The listed price of goods that are on no paid line of the document. */
  readonly listed: (item: number, unit: number) => string | undefined;
}

/**
 * What a refund keeps for gifts that stay; negative for gifts that come back after their worth was kept. What was owed
 * before and not kept was left to the customer.
 */
export function worthToKeep(document: GivingDocument, { before, now, kept, listed }: Kept, terms: GiftTerms): Money {
  const worthAt = (back: (line: number) => CameBack) =>
    worthOfGifts(owedGifts(document, back, terms), document, listed);
  const [owedBefore, owed] = [worthAt(before), worthAt(now)];
  if (owed > owedBefore) return subtract(owed, owedBefore);
  const held = lesser(kept, owedBefore);
  return held > owed ? subtract(owed, held) : ZERO;
}
