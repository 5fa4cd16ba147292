/**
 * Free goods that stay although what earned them comes back: they come back too, or their worth is kept
 * (docs/decisions/0109). The server and the till use these functions.
 */
import { partOf } from '../pricing/returned-shares.ts';
import { divideRounded } from '../values/fixed-point.ts';
import { type Money, money, printMoney, roundTo, smallestUnit, sum, toMoney, ZERO } from '../values/money.ts';
import {
  inBaseUnits,
  NO_QUANTITY,
  printQuantity,
  QUANTITY_ONE,
  type Quantity,
  quantity,
  toQuantity,
} from '../values/quantity.ts';
import type { PromotionData } from './promotion.record.ts';
import { baseUnits, type FactorOf, type PromotedSale, timesEarned } from './promotion-result.ts';

export interface GivingDocument extends PromotedSale {
  readonly lines: readonly (PromotedSale['lines'][number] & {
    readonly line_id: number;
    readonly unit_fk: number;
    readonly bonus_quantity?: string | null;
    readonly promotion_fk?: number | null;
  })[];
}

type GivingLine = GivingDocument['lines'][number];

/** The quantities of a line that came back, in base units. */
export interface CameBack {
  readonly sold: Quantity;
  readonly bonus: Quantity;
}

export interface GiftTerms {
  /** The terms of a promotion; undefined when they are not known. */
  readonly promotion: (id: number) => PromotionData | undefined;
  readonly factor: FactorOf;
}

export interface OwedGift {
  readonly line_id: number;
  readonly item_fk: number;
  /** In the unit of the line. */
  readonly quantity: string;
}

/** The free goods that stay and are not earned by the goods that stay. */
export function owedGifts(
  document: GivingDocument,
  backOf: (line: number) => CameBack,
  terms: GiftTerms,
): readonly OwedGift[] {
  const given = document.lines.filter((line) => freeOf(line) > 0n);
  if (given.length === 0) return [];
  const staying = stays(document, backOf);
  const left = new Map<string, bigint>();
  return given.flatMap((line): OwedGift[] => {
    const key = line.promotion_fk ? `${line.promotion_fk} ${line.item_fk}` : `line ${line.line_id}`;
    const allowed = left.get(key) ?? allowedFor(line, { document, staying }, terms);
    const kept = baseOf(line, toQuantity(freeOf(line))) - backOf(line.line_id).bonus;
    left.set(key, allowed > kept ? allowed - kept : 0n);
    const owed = kept - allowed;
    if (owed <= 0n) return [];
    const count = toQuantity((owed * QUANTITY_ONE) / quantity(line.unit_factor));
    return [{ line_id: line.line_id, item_fk: line.item_fk, quantity: printQuantity(count) }];
  });
}

const freeOf = ({ bonus_quantity }: GivingLine): bigint => quantity(bonus_quantity ?? '0');
const baseOf = ({ unit_factor }: GivingLine, count: Quantity): bigint => inBaseUnits(count, quantity(unit_factor));

/** The document as if only the goods that stay had been sold. */
function stays(document: GivingDocument, backOf: (line: number) => CameBack): GivingDocument {
  const unit = smallestUnit(document.decimals);
  const lines = document.lines.map((line) => {
    const [whole, back] = [baseOf(line, quantity(line.quantity)), backOf(line.line_id).sold];
    if (back === 0n) return line;
    const left = toQuantity(whole > back ? whole - back : NO_QUANTITY);
    const isAmount = line.discount?.type === 'amount';
    const value = isAmount ? printMoney(partOf(money(line.discount.value), left, toQuantity(whole), unit)) : '0';
    const discount = isAmount ? { ...line.discount, value } : line.discount;
    return { ...line, ...countedIn(line, left), discount };
  });
  return { ...document, lines };
}

/** Base units in the unit of the line where they are a whole number of millionths of it; otherwise in base units. */
function countedIn(line: GivingLine, base: Quantity): Pick<GivingLine, 'quantity' | 'price' | 'unit_factor'> {
  const factor = quantity(line.unit_factor);
  const { price, unit_factor } = line;
  if ((base * QUANTITY_ONE) % factor === 0n)
    return { price, unit_factor, quantity: printQuantity(toQuantity((base * QUANTITY_ONE) / factor)) };
  const each = toMoney(divideRounded(money(price) * QUANTITY_ONE, factor));
  return { price: printMoney(each), unit_factor: '1', quantity: printQuantity(base) };
}

interface Sold {
  readonly document: GivingDocument;
  readonly staying: GivingDocument;
}

/**
 * The base units of the line's item that the goods that stay earn. Where the terms are not known, or have changed so that
 * they never gave this gift, it is earned while anything that was paid stays: on its own line, if it was given there
 * without a promotion.
 */
function allowedFor(line: GivingLine, { document, staying }: Sold, { promotion, factor }: GiftTerms): bigint {
  const known = line.promotion_fk ? promotion(line.promotion_fk) : undefined;
  const earnedBy = (sale: GivingDocument): bigint => {
    const reward = known?.reward_items.find(({ item_fk }) => item_fk === line.item_fk);
    return known && reward ? (baseUnits(reward, factor) ?? 0n) * BigInt(timesEarned(known, sale, factor)) : 0n;
  };
  const alike = document.lines.filter(
    (each) => each.promotion_fk === line.promotion_fk && each.item_fk === line.item_fk && line.promotion_fk,
  );
  const gave = (alike.length > 0 ? alike : [line]).reduce(
    (all, each) => all + baseOf(each, toQuantity(freeOf(each))),
    0n,
  );
  if (known && earnedBy(document) >= gave) return earnedBy(staying);
  const isOwn = ({ line_id }: GivingLine) => line_id === line.line_id;
  const paid = line.promotion_fk || quantity(line.quantity) === 0n ? staying.lines : staying.lines.filter(isOwn);
  return paid.some((each) => quantity(each.quantity) > 0n) ? gave : 0n;
}

/** The worth of gifts at the prices of the document; `listed` is the price of goods that are on none of its paid lines. */
export function worthOfGifts(
  owed: readonly OwedGift[],
  { lines, decimals }: GivingDocument,
  listed: (item: number, unit: number) => string | undefined,
): Money {
  return sum(
    owed.map(({ line_id, quantity: count }) => {
      const line = lines.find((each) => each.line_id === line_id);
      if (!line) return ZERO;
      const base = baseOf(line, quantity(count));
      const priced = [line, ...lines.filter(({ item_fk }) => item_fk === line.item_fk)].find(
        ({ price }) => money(price) > 0n,
      );
      const [price, factor] = priced
        ? [money(priced.price), quantity(priced.unit_factor)]
        : [money(listed(line.item_fk, line.unit_fk) ?? '0'), quantity(line.unit_factor)];
      return roundTo(toMoney((price * base) / factor), smallestUnit(decimals));
    }),
  );
}
