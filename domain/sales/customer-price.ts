/** What a line costs the customer of a document when nobody says another price. */
import { categoryPath } from '../catalogue/category-path.ts';
import type { ItemData } from '../catalogue/item.record.ts';
import { listedPrice, type PricingList } from '../catalogue/listed-price.ts';
import type { PricingProfileData } from '../catalogue/pricing-profile.record.ts';
import { systemCurrency } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { money, printMoney } from '../kernel/money.ts';
import { convert, readRate } from '../kernel/rate.ts';
import type { CustomerData } from '../parties/customer.record.ts';

export interface Buyer {
  readonly customer_fk?: number | null;
  /** Day of the document. */
  readonly date: string;
  readonly currency_fk: number;
  readonly rate?: string | null;
}

/** In the document's currency; undefined for what is not known, or cannot be converted. */
export function customerPrice(
  { item_fk, unit_fk }: { readonly item_fk: number; readonly unit_fk: number },
  buyer: Buyer,
  facts: Facts,
): string | undefined {
  const item = facts.record<ItemData>('item', item_fk)?.data;
  if (!item) return undefined;
  const own = item.sub_category_fk ?? item.category_fk;
  const categories = own ? categoryPath(facts, own) : [];
  const price = listedPrice({ ...item, id: item_fk, categories }, unit_fk, pricingList(buyer, facts), buyer.date);
  const from = item.price_currency_fk ?? systemCurrency(facts);
  if (price === undefined || from === buyer.currency_fk) return price;
  const at = readRate(buyer.rate ?? '');
  return at ? printMoney(convert(money(price), from, buyer.currency_fk, at)) : undefined;
}

function pricingList({ customer_fk }: Buyer, facts: Facts): PricingList | undefined {
  const named = customer_fk && facts.record<CustomerData>('customer', customer_fk)?.data.pricing_profile_fk;
  const list = named ? facts.record<PricingProfileData>('pricing_profile', named) : undefined;
  return list?.active ? { ...list.data, id: list.id } : undefined;
}
