/** Rules of an items pricing, and the amended items that result from it. */

import { type Facts, presentRecords } from '../deciding/facts.ts';
import { known } from '../documents/document-rules.ts';
import { readDate } from '../values/effective-date.ts';
import { money } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { ItemData } from './item.schema.ts';
import type { ItemPricingInput } from './item-pricing.schema.ts';
import type { ChangedPrice, ItemPricing } from './item-pricing-events.ts';
import { lineItems } from './line-items.ts';
import { checkNewPrice } from './new-price-rules.ts';

export function pricingFacts(input: ItemPricingInput, facts: Facts): ItemPricing {
  const issues = new Issues();
  if (!readDate(input.date)) issues.add('date', 'date');
  known(facts, issues, 'pricing_profile_fk', 'pricing_profile', input.pricing_profile_fk);
  const lines = lineItems(input.lines, facts, issues).map(({ line, line_id }, index) => {
    const { item_fk, unit_fk, new_price } = line;
    const first = input.lines.findIndex((line) => line.item_fk === item_fk && line.unit_fk === unit_fk);
    if (first !== index) issues.add(`lines.${index}.unit_fk`, 'unique');
    return { line_id, item_fk, unit_fk, new_price };
  });
  issues.throwIfAny();
  return {
    date: input.date,
    pricing_profile_fk: input.pricing_profile_fk ?? null,
    price_method: input.price_method ?? 'by_hand',
    method_value: input.method_value ?? null,
    round_to: input.round_to ?? null,
    note: input.note ?? null,
    lines,
  };
}

/** The prices that change; prices equal to the present ones are left out. */
export function activePrices({ lines, pricing_profile_fk }: ItemPricing, facts: Facts): readonly ChangedPrice[] {
  const issues = new Issues();
  issues.check(lines.length > 0, 'lines', 'at_least_one_line');
  const changed = lines.flatMap(({ item_fk, unit_fk, new_price }, index): ChangedPrice[] => {
    known(facts, issues, `lines.${index}.item_fk`, 'item', item_fk);
    const item = presentRecords(facts).record<ItemData>('item', item_fk)?.data;
    const unit = item?.item_units.find((itemUnit) => itemUnit.unit_fk === unit_fk);
    if (!item || !unit) {
      if (item) issues.add(`lines.${index}.unit_fk`, 'not_a_unit_of_the_item');
      return [];
    }
    checkNewPrice(item, unit, new_price, `lines.${index}.new_price`, facts, issues);
    const former_price = presentPrice(item, unit_fk, pricing_profile_fk);
    if (former_price !== null && money(former_price) === money(new_price)) return [];
    return [{ item_fk, unit_fk, former_price, new_price }];
  });
  issues.throwIfAny();
  return changed;
}

function presentPrice(item: ItemData, unit: number, profile: number | null): string | null {
  if (profile === null) return item.item_units.find((itemUnit) => itemUnit.unit_fk === unit)?.sale_price ?? null;
  const listed = item.item_prices?.find(
    (itemPrice) => itemPrice.unit_fk === unit && itemPrice.pricing_profile_fk === profile,
  );
  return listed?.sale_price ?? null;
}

export interface Amended {
  readonly id: number;
  readonly changed: Partial<Pick<ItemData, 'item_units' | 'item_prices'>>;
}

/** The amended data of each item. With `back`, restores the former prices that nobody has changed since. */
export function repricedItems(
  prices: readonly ChangedPrice[],
  profile: number | null,
  facts: Facts,
  back: boolean,
): readonly Amended[] {
  return [...Map.groupBy(prices, ({ item_fk }) => item_fk)].flatMap(([id, own]) => {
    const item = presentRecords(facts).record<ItemData>('item', id)?.data;
    if (!item) return [];
    const wanted = new Map<number, string | null>();
    for (const { unit_fk, former_price, new_price } of own) {
      const stands = !back || presentPrice(item, unit_fk, profile) === new_price;
      if (stands) wanted.set(unit_fk, back ? former_price : new_price);
    }
    return wanted.size === 0 ? [] : [{ id, changed: priced(item, wanted, profile) }];
  });
}

function priced(item: ItemData, wanted: ReadonlyMap<number, string | null>, profile: number | null) {
  if (profile === null) {
    const item_units = item.item_units.map((unit) => {
      const sale_price = wanted.get(unit.unit_fk);
      return sale_price ? { ...unit, sale_price } : unit;
    });
    return { item_units };
  }
  const others = (item.item_prices ?? []).filter(
    (itemPrice) => itemPrice.pricing_profile_fk !== profile || !wanted.has(itemPrice.unit_fk),
  );
  const own = [...wanted].flatMap(([unit_fk, sale_price]) =>
    sale_price === null ? [] : [{ unit_fk, pricing_profile_fk: profile, sale_price }],
  );
  return { item_prices: [...others, ...own] };
}
