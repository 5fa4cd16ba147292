/** Terms of a receipt: names in the reader's language, units, taxes, and the shop's settings. */
import type { ItemData } from '../../../domain/catalogue/item.schema.ts';
import type { Facts } from '../../../domain/deciding/facts.ts';
import { percentageOn } from '../../../domain/pricing/tax-percentage.ts';
import type { Language } from '../../../domain/values/language.ts';
import { type Money, smallestUnit } from '../../../domain/values/money.ts';
import type { TillPromotion } from '../device/catalogue/catalogue-rows.ts';

/** The input of all calculations at this till. */
export interface Terms {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  /** The system currency, in which receipts are. */
  readonly currency_fk: number;
  readonly decimals: number;
  /** The rounding step of cash in dinars; decimal text; null and 0 mean no rounding. */
  readonly cash_rounding_step: string | null;
  /** Largest number of decimals of a quantity. */
  readonly quantity_decimals: number;
  /** A larger quantity of a line is asked about; null means that none is. */
  readonly quantity_limit: string | null;
  /** Date of the receipt. */
  readonly day: string;
  readonly promotions: readonly TillPromotion[];
  /** Percent that a cashier may discount without approval; null means no limit. */
  readonly discount_limit: string | null;
  /** The records of the catalogue, and the rights of the cashier or of the approving supervisor. */
  readonly facts: Facts;
}

/** The day has changed since the prices on the screen were calculated; nothing is stored at the prices of another day. */
export class DayChanged extends Error {}

export const unitOfMoney = ({ decimals }: Pick<Terms, 'decimals'>): Money => smallestUnit(decimals);

/** A name in the reader's language, otherwise the first one. `base` is `item_name`, `unit_name`, … */
export function nameIn(record: object, base: string, language: Language): string {
  const texts: Readonly<Record<string, unknown>> = { ...record };
  const own = language === 'en' ? undefined : texts[`${base}_${language}`];
  return String(own || (texts[base] ?? ''));
}

/** The default selling unit. */
export const usualUnit = ({ item_units }: Pick<ItemData, 'item_units'>): number | undefined =>
  (item_units.find((unit) => unit.is_default) ?? item_units.find((unit) => unit.is_base) ?? item_units[0])?.unit_fk;

/** Base units in one unit of the item. */
export const factorOf = ({ item_units }: Pick<ItemData, 'item_units'>, unit: number): string =>
  item_units.find((itemUnit) => itemUnit.unit_fk === unit)?.base_unit_qty ?? '1';

/** The units of an item; empty where it is not known. */
export const unitsIn = (item: Pick<ItemData, 'item_units'> | undefined) =>
  (item?.item_units ?? []).map(({ unit_fk, base_unit_qty }) => ({ unit_fk, unit_factor: base_unit_qty }));

/** The tax percentage of the item's sales; null without a tax, or with one that starts later. */
export function taxPercentOf({ tax_fk }: Pick<ItemData, 'tax_fk'>, { facts, day }: Terms): string | null {
  return percentageOn(tax_fk ? facts.record('tax', tax_fk)?.data : undefined, day);
}
