/** Price limits while prices are typed, checked with the server's function. */

import { documentTotals } from '../../domain/pricing/totals.ts';
import { brokenLimits, type PriceLimits } from '../../domain/sales/price-limits.ts';
import { extend, type Money, money, printMoney, readMoney, smallestUnit } from '../../domain/values/money.ts';
import { quantity, readQuantity } from '../../domain/values/quantity.ts';
import { amountOf, discountOf, priceIn } from '../shared/document/fields/usual-fields.ts';
import type { ItemRow, Limit } from '../shared/document/model/declaration.ts';
import { type Draft, type Fields, idOf, placeName } from '../shared/document/model/draft.ts';
import { knownItemOn, unitsOf } from '../shared/document/model/goods/items.ts';
import { customerPrice } from './customer-prices.ts';
import { idsOf, PROMOTIONS } from './promotion-draft.ts';
import { knownPromotions } from './promotion-list.ts';

/** Keyed by field path. Lines with unloaded items, or with rewards of a promotion, are checked by the server only. */
export function saleLimits({ header, lines }: Draft, decimals: number): ReadonlyMap<string, Limit> {
  const used = lines.filter(({ fields }) => knownItemOn(idOf(fields, 'item_fk') ?? 0, header['date']));
  if (used.length === 0) return NO_LIMITS;
  const totals = documentTotals({
    lines: used.map(({ fields }) => ({ ...soldOf(fields), ...pricedOf(fields), tax_percent: null })),
    discount: discountOf(header['discount']),
    rounded_discount: amountOf(header['rounded_discount']),
    delivery_charge: null,
    rounding_step: null,
    decimals,
  });
  const isPromised = isInvoicePromised(header);
  const found = used.flatMap(({ key, fields }, index) => {
    const item = knownItemOn(idOf(fields, 'item_fk') ?? 0, header['date']);
    const amounts = totals.lines[index];
    const limits = item && limitsOf(item, header, fields, smallestUnit(decimals), isPromised);
    if (!item || !amounts || !limits || typeof fields['promotion_fk'] === 'number') return [];
    const [broken] = brokenLimits(soldOf(fields), amounts, limits);
    if (!broken) return [];
    return [[placeName({ table: 'lines', key, field: 'price' }), { key: `sales:limits.${broken.message}`, ...broken }]];
  });
  return new Map(found as [string, Limit][]);
}

/** True if a promotion gives the discount of the invoice, or may: the server knows the promotions that are not read. */
function isInvoicePromised(header: Fields): boolean {
  const promotions = knownPromotions(header['date']);
  return idsOf(header[PROMOTIONS]).some((id) => {
    const promotion = promotions?.find(({ section_id }) => section_id === id);
    return !promotion || (promotion.reward_type === 'get_discount' && promotion.items.length === 0);
  });
}

const NO_LIMITS: ReadonlyMap<string, Limit> = new Map();

const soldOf = (fields: Fields) => ({
  quantity: countOf(fields['quantity']),
  bonus_quantity: countOf(fields['bonus_quantity']),
});
const pricedOf = (fields: Fields) => ({ price: amountOf(fields['price']), discount: discountOf(fields['discount']) });
const countOf = (value: unknown): string =>
  typeof value === 'string' && readQuantity(value) !== undefined ? value : '0';

/** Undefined for a line without a price or a unit. */
function limitsOf(
  item: ItemRow,
  header: Fields,
  fields: Fields,
  smallest: Money,
  isPromised: boolean,
): PriceLimits | undefined {
  const unit = unitsOf(item).find((unit) => unit.unit_fk === fields['unit_fk']);
  const price = typeof fields['price'] === 'string' ? readMoney(fields['price']) : undefined;
  if (!unit || price === undefined) return undefined;
  const minimum = textOf(item, 'minimum_price');
  const whole = minimum && priceIn(item, printMoney(extend(money(minimum), quantity(unit.base_unit_qty))), header);
  const largest = textOf(item, 'maximum_discount');
  return {
    price,
    minimum: typeof whole === 'string' ? money(whole) : undefined,
    listed: listedOf(item, unit.unit_fk, header),
    maximumDiscount: largest ? money(largest) : undefined,
    isEditable: item['sale_price_editable'] !== false,
    unit: smallest,
    promised: { discount: false, invoiceDiscount: isPromised, bonus: false },
  };
}

function listedOf(item: ItemRow, unit: number, header: Fields): Money | undefined {
  const listed = customerPrice(item, unit, header);
  return typeof listed === 'string' ? readMoney(listed) : undefined;
}

const textOf = (item: ItemRow, field: string): string | undefined => {
  const value = item[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
