/** The result of a price check, from a till's device or from the server. */
import type { Language } from '../../../domain/values/language.ts';
import { numbersOf, objectsOf } from '../../../domain/values/members.ts';
import type { UnitPart } from '../../shared/typing/unit-text.ts';

export interface CheckedUnit {
  readonly name: string;
  /** Decimal text; null without a known price. */
  readonly price: string | null;
}

export interface CheckedPrice {
  /** Its own names by language. */
  readonly names: readonly { readonly language: Language; readonly name: string }[];
  /** The unit of the barcode, or the default one. */
  readonly unit: CheckedUnit;
  readonly others: readonly CheckedUnit[];
  /** Other prices of the unit by pricing list, for users who may see them. */
  readonly lists: readonly CheckedUnit[];
  readonly currency: { readonly symbol: string; readonly decimals: number };
  /** Titles of promotions with the item among their required or free goods. */
  readonly promotions: readonly string[];
  /** In the units of the item; null without the permission. */
  readonly stock: readonly UnitPart[] | null;
}

/** Undefined for an unknown code. */
export type PriceLookUp = (code: string, language: Language) => Promise<CheckedPrice | undefined>;

type Named = Readonly<Record<string, unknown>>;

export function namesOf(item: Named): CheckedPrice['names'] {
  const { item_name, item_name_ckb, item_name_ar } = item;
  const names = [
    { language: 'ckb', name: item_name_ckb },
    { language: 'ar', name: item_name_ar },
    { language: 'en', name: item_name },
  ] as const;
  return names.flatMap(({ language, name }) => (typeof name === 'string' && name !== '' ? [{ language, name }] : []));
}

interface Asked {
  readonly item: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Null means any outlet. */
  readonly outlet: number | null;
}

/** Titles of today's promotions that name the item. */
export function promotionsOf(rows: readonly Named[], { item, day, outlet }: Asked): readonly string[] {
  return rows.flatMap((promotion) => {
    const { title, status, start_date, end_date, outlet_fk, items, reward_items } = promotion;
    const isNow = status === 'active' && String(start_date) <= day && day <= String(end_date);
    const isHere = typeof outlet_fk !== 'number' || outlet === null || outlet_fk === outlet;
    const named = numbersOf([...objectsOf(items), ...objectsOf(reward_items)].map(({ item_fk }) => item_fk));
    return isNow && isHere && named.includes(item) ? [String(title)] : [];
  });
}
