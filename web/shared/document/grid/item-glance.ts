/** The facts shown while an item is chosen: code, picture, price, and quantity on hand. */
import { textsOf } from '../../../../domain/values/members.ts';
import { readQuantity } from '../../../../domain/values/quantity.ts';
import type { Row } from '../../api/list.ts';
import { type UnitPart, unitParts } from '../../typing/unit-text.ts';
import type { Value } from '../model/draft.ts';
import { unitsOf } from '../model/goods/items.ts';

export interface ItemGlance {
  readonly picture: string | undefined;
  /** Price of the default unit, in the document's currency. */
  readonly price: string | undefined;
  readonly unit: string | undefined;
  /** In the units of the item; undefined for a service. */
  readonly stock: readonly UnitPart[] | undefined;
  /** The stock is what is available. */
  readonly isSold: boolean;
  readonly isLeft: boolean;
  /** Average cost of a base unit in the system currency; undefined without the cost permission. */
  readonly cost: string | undefined;
}

/** `row` comes from the look-up. A sale takes what is available, a purchase adds to what is on hand. */
export function glanceAt(row: Row, price: Value, isSold: boolean): ItemGlance {
  const units = unitsOf(row);
  const usual = units.find((unit) => unit.is_default) ?? units[0];
  const held = row[isSold ? 'available_stock' : 'stock'];
  const stock = row['item_type'] === 'service' || typeof held !== 'string' ? undefined : held;
  return {
    picture: textsOf(row['images'])[0],
    price: typeof price === 'string' ? price : undefined,
    unit: usual?.unit_name ?? undefined,
    stock: stock === undefined ? undefined : unitParts(stock, units),
    isSold,
    isLeft: (readQuantity(stock ?? '0') ?? 0n) > 0n,
    cost: typeof row['average_cost'] === 'string' ? row['average_cost'] : undefined,
  };
}
