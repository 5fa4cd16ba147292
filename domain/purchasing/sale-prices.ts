/** Sale prices that are set from a purchase, for units of its items only. */
import type { ItemData } from '../catalogue/item.schema.ts';
import { checkNewPrice } from '../catalogue/new-price-rules.ts';
import { type Facts, presentRecords } from '../deciding/facts.ts';
import { known } from '../documents/document-rules.ts';
import { money } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { ModifySalePriceInput } from './purchase.schema.ts';
import type { Purchase, SalePrice, SalePrices } from './purchase-events.ts';

/** Undefined when no price changes. */
export function salePrices(input: ModifySalePriceInput, purchase: Purchase, facts: Facts): SalePrices | undefined {
  const issues = new Issues();
  const prices = input.prices.flatMap((price, index): SalePrice[] => {
    const field = `prices.${index}`;
    if (!purchase.lines.some((line) => line.item_fk === price.item_fk)) {
      issues.add(`${field}.item_fk`, 'not_of_the_purchase');
    }
    known(facts, issues, `${field}.item_fk`, 'item', price.item_fk);
    // The price that is replaced is the present one, whatever the day of the purchase.
    const item = presentRecords(facts).record<ItemData>('item', price.item_fk)?.data;
    const unit = item?.item_units.find((itemUnit) => itemUnit.unit_fk === price.unit_fk);
    if (item && !unit) issues.add(`${field}.unit_fk`, 'not_a_unit_of_the_item');
    const first = input.prices.findIndex(
      (candidate) => candidate.item_fk === price.item_fk && candidate.unit_fk === price.unit_fk,
    );
    if (first !== index) issues.add(`${field}.unit_fk`, 'unique');
    if (!unit || money(unit.sale_price) === money(price.sale_price)) return [];
    if (item) checkNewPrice(item, unit, price.sale_price, `${field}.sale_price`, facts, issues);
    const { item_fk, unit_fk, sale_price, desired_profit = null, profit_rate = null } = price;
    return [{ item_fk, unit_fk, former_price: unit.sale_price, sale_price, desired_profit, profit_rate }];
  });
  issues.throwIfAny();
  return prices.length === 0 ? undefined : { round_to: input.round_to ?? null, prices };
}

/** The amended units of each item. */
export function amendedItems(
  { prices }: SalePrices,
  facts: Facts,
): { readonly id: number; readonly item_units: ItemData['item_units'] }[] {
  return [...new Set(prices.map(({ item_fk }) => item_fk))].map((id) => {
    const item = presentRecords(facts).record<ItemData>('item', id);
    const priceOf = (unit: number) =>
      prices.find((price) => price.item_fk === id && price.unit_fk === unit)?.sale_price;
    const units = (item?.data.item_units ?? []).map((unit) => {
      return { ...unit, sale_price: priceOf(unit.unit_fk) ?? unit.sale_price };
    });
    return { id, item_units: units };
  });
}
