/**
 * The free goods of promotions: goods on the counter are the gift, and goods that are not there are proposed and not
 * booked (docs/decisions/0109).
 */
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import { baseUnits, type FactorOf } from '../../../domain/sales/promotion-result.ts';
import {
  inBaseUnits,
  printQuantity,
  QUANTITY_ONE,
  type Quantity,
  quantity,
  toQuantity,
} from '../../../domain/values/quantity.ts';
import type { TillPromotion } from '../device/catalogue/catalogue-rows.ts';
import { factorOf, type Terms } from './goods.ts';

/** A line whose goods may become a gift. */
export interface GiftableLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly unit_factor: string;
  readonly quantity: string;
}

/** Goods of a line that a promotion gives; the quantity is in the unit of the line. */
export interface Gift {
  readonly promotion: TillPromotion;
  readonly line_id: number;
  readonly quantity: string;
}

/** Free goods that the customer may have beside those on the counter. */
export interface ProposedGoods {
  readonly promotion: TillPromotion;
  readonly item_fk: number;
  readonly item: ItemData;
  readonly unit_fk: number;
  readonly quantity: string;
}

type Reward = TillPromotion['reward_items'][number];

/** How often a promotion is earned by the goods that are paid beside these gifts. */
export type TimesBeside = (promotion: TillPromotion, gifts: readonly Gift[]) => number;

/**
 * As many goods of the counter as the promotions give, after `kept`, those that a corrected receipt gave. Goods that
 * become a gift are not bought, so every promotion must still be earned without them.
 */
export function giftsOnCounter(
  promotions: readonly TillPromotion[],
  lines: readonly GiftableLine[],
  kept: readonly Gift[],
  { times, factor }: { readonly times: TimesBeside; readonly factor: FactorOf },
): readonly Gift[] {
  let gifts = kept;
  const isEarned = (all: readonly Gift[]) =>
    promotions.every((promotion) =>
      promotion.reward_items.every((reward) => {
        const given = givenBy(promotion, reward.item_fk, all, lines);
        return given === 0n || given <= (baseUnits(reward, factor) ?? 0n) * BigInt(times(promotion, all));
      }),
    );
  for (const promotion of promotions) {
    for (const reward of promotion.reward_items) {
      const most = (baseUnits(reward, factor) ?? 0n) * BigInt(times(promotion, gifts));
      const taken = (count: bigint) => takenFor(promotion, reward, count, lines, gifts);
      const before = gifts;
      gifts = [...before, ...mostOf(most, taken, (goods) => isEarned([...before, ...goods]))];
    }
  }
  return gifts;
}

/** The largest gift that is earned: the whole of it, or as many base units as possible. */
function mostOf(
  most: bigint,
  taken: (count: bigint) => readonly Gift[],
  isEarned: (goods: readonly Gift[]) => boolean,
): readonly Gift[] {
  if (most <= 0n) return [];
  const all = taken(most);
  if (isEarned(all)) return all;
  let [least, above] = [0n, most / QUANTITY_ONE + 1n];
  while (above - least > 1n) {
    const middle = (least + above) / 2n;
    if (isEarned(taken(middle * QUANTITY_ONE))) least = middle;
    else above = middle;
  }
  return taken(least * QUANTITY_ONE);
}

/** At most `count` base units of the item: first from lines in the unit of the reward, the last scanned one first. */
function takenFor(
  promotion: TillPromotion,
  reward: Reward,
  count: bigint,
  lines: readonly GiftableLine[],
  before: readonly Gift[],
): readonly Gift[] {
  let rest = count;
  const isOfUnit = ({ unit_fk }: GiftableLine) => unit_fk === reward.unit_fk;
  const own = lines.filter(({ item_fk }) => item_fk === reward.item_fk).toReversed();
  return [...own.filter(isOfUnit), ...own.filter((line) => !isOfUnit(line))].flatMap((line): Gift[] => {
    const taken = partOf(paidOf(line, before), rest, line, isOfUnit(line));
    if (taken <= 0n) return [];
    rest -= inBaseUnits(taken, quantity(line.unit_factor));
    return [{ promotion, line_id: line.line_id, quantity: printQuantity(taken) }];
  });
}

/** The whole line, or whole units of it: a piece of a box, or a part of a piece, is no gift. */
function partOf(paid: Quantity, most: bigint, { unit_factor }: GiftableLine, isOfUnit: boolean): Quantity {
  const factor = quantity(unit_factor);
  if (inBaseUnits(paid, factor) <= most) return paid;
  if (isOfUnit && factor === QUANTITY_ONE) return toQuantity(most);
  const units = (most * QUANTITY_ONE) / factor;
  return toQuantity(units - (units % QUANTITY_ONE));
}

/** The quantity of a line that is paid, beside its gifts. */
export function paidOf(
  { line_id, quantity: whole }: Pick<GiftableLine, 'line_id' | 'quantity'>,
  gifts: readonly Gift[],
) {
  const given = gifts.filter((gift) => gift.line_id === line_id);
  return toQuantity(given.reduce((left, gift) => left - quantity(gift.quantity), BigInt(quantity(whole))));
}

/** The base units of an item that a promotion gives. */
function givenBy(
  promotion: TillPromotion,
  item: number,
  gifts: readonly Gift[],
  lines: readonly GiftableLine[],
): bigint {
  return gifts.reduce((all, gift) => {
    const line = lines.find(({ line_id, item_fk }) => line_id === gift.line_id && item_fk === item);
    if (!line || gift.promotion !== promotion) return all;
    return all + inBaseUnits(quantity(gift.quantity), quantity(line.unit_factor));
  }, 0n);
}

/** What a promotion that is earned so often gives beside the goods on the counter. */
export function proposedBy(
  promotion: TillPromotion,
  times: number,
  { gifts, lines, facts }: { gifts: readonly Gift[]; lines: readonly GiftableLine[] } & Pick<Terms, 'facts'>,
): readonly ProposedGoods[] {
  return promotion.reward_items.flatMap(({ item_fk, unit_fk, quantity: each }): ProposedGoods[] => {
    const item = facts.record<ItemData>('item', item_fk)?.data;
    if (!item) return [];
    const factor = quantity(factorOf(item, unit_fk));
    const earned = inBaseUnits(toQuantity(quantity(each) * BigInt(times)), factor);
    const left = earned - givenBy(promotion, item_fk, gifts, lines);
    if (left <= 0n) return [];
    const isWhole = (left * QUANTITY_ONE) % factor === 0n;
    const base = item.item_units.find(({ is_base }) => is_base)?.unit_fk ?? unit_fk;
    const count = isWhole ? (left * QUANTITY_ONE) / factor : left;
    return [
      { promotion, item_fk, item, unit_fk: isWhole ? unit_fk : base, quantity: printQuantity(toQuantity(count)) },
    ];
  });
}
