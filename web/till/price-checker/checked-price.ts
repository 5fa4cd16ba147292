/** What a price checker says of goods, wherever it was found: on the device of a till, or asked of the server. */
import type { Language } from '../../../domain/kernel/language.ts';
import { numbersOf, objectsOf } from '../../../domain/kernel/members.ts';

export interface CheckedUnit {
  readonly name: string;
  /** Decimal text; null where no price is known. */
  readonly price: string | null;
}

export interface CheckedPrice {
  /** In each language in which it has a name of its own. */
  readonly names: readonly { readonly language: Language; readonly name: string }[];
  /** The unit whose barcode it is, or the usual one. */
  readonly unit: CheckedUnit;
  readonly others: readonly CheckedUnit[];
  /** Price lists on which the unit costs another price, for whoever may see them. */
  readonly lists: readonly CheckedUnit[];
  readonly currency: { readonly symbol: string; readonly decimals: number };
  /** Titles of promotions that it earns or that give it. */
  readonly promotions: readonly string[];
  /** Decimal text of base units; null for whoever may not see it. */
  readonly stock: { readonly quantity: string; readonly unit: string } | null;
}

/** Undefined for a code that nothing has. */
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
  /** Null: of any outlet. */
  readonly outlet: number | null;
}

/** Titles of the promotions of today that name the item. */
export function promotionsOf(rows: readonly Named[], { item, day, outlet }: Asked): readonly string[] {
  return rows.flatMap((promotion) => {
    const { title, status, start_date, end_date, outlet_fk, items, reward_items } = promotion;
    const isNow = status === 'active' && String(start_date) <= day && day <= String(end_date);
    const isHere = typeof outlet_fk !== 'number' || outlet === null || outlet_fk === outlet;
    const named = numbersOf([...objectsOf(items), ...objectsOf(reward_items)].map(({ item_fk }) => item_fk));
    return isNow && isHere && named.includes(item) ? [String(title)] : [];
  });
}
