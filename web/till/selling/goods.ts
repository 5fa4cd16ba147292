/** What a receipt is sold with: names in the reader's language, units, taxes, and the terms of the shop. */
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import type { Facts } from '../../../domain/kernel/facts.ts';
import type { Language } from '../../../domain/kernel/language.ts';
import { type Money, smallestUnit } from '../../../domain/kernel/money.ts';
import type { TillPromotion } from '../device/catalogue-rows.ts';

/** What everything at this till is worked out with. */
export interface Terms {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  /** The currency of the books, which receipts are in. */
  readonly currency_fk: number;
  readonly decimals: number;
  /** What cash is rounded to; decimal text, null and 0: not rounded. */
  readonly cash_rounding_step: string | null;
  /** A quantity has at most so many. */
  readonly quantity_decimals: number;
  /** Day of the receipt. */
  readonly day: string;
  readonly promotions: readonly TillPromotion[];
  /** Percent up to which a cashier discounts without asking; null is without limit. */
  readonly discount_limit: string | null;
  /** The records of the catalogue, and what the cashier, or the supervisor whom they asked, may do. */
  readonly facts: Facts;
}

export const unitOfMoney = ({ decimals }: Pick<Terms, 'decimals'>): Money => smallestUnit(decimals);

/** A name that is kept in three languages: that of the reader, or the first one. `base` is `item_name`, `unit_name`, … */
export function nameIn(record: object, base: string, language: Language): string {
  const texts: Readonly<Record<string, unknown>> = { ...record };
  const own = language === 'en' ? undefined : texts[`${base}_${language}`];
  return String(own || (texts[base] ?? ''));
}

/** The unit that goods are sold in when nobody says another one. */
export const usualUnit = ({ item_units }: Pick<ItemData, 'item_units'>): number | undefined =>
  (item_units.find((unit) => unit.is_default) ?? item_units.find((unit) => unit.is_base) ?? item_units[0])?.unit_fk;

/** Base units in one unit of the item. */
export const factorOf = ({ item_units }: Pick<ItemData, 'item_units'>, unit: number): string =>
  item_units.find((itemUnit) => itemUnit.unit_fk === unit)?.base_unit_qty ?? '1';

/** The percentage that sales of the item begin with; null where it has no tax, or one of a later day. */
export function taxPercentOf({ tax_fk }: Pick<ItemData, 'tax_fk'>, { facts, day }: Terms): string | null {
  const tax = tax_fk ? facts.record<{ percentage?: string; date?: string | null }>('tax', tax_fk)?.data : undefined;
  return tax?.percentage === undefined || (tax.date ?? day) > day ? null : tax.percentage;
}
