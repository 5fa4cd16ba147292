/** What an item is chosen by while a line is entered, beside its name: code, picture, price, and how much of it there is. */
import { textsOf } from '../../../../domain/kernel/members.ts';
import { readQuantity } from '../../../../domain/kernel/quantity.ts';
import type { Row } from '../../api/list.ts';
import type { Value } from '../model/draft.ts';
import { unitsOf } from '../model/items.ts';

export interface ItemGlance {
  readonly picture: string | undefined;
  /** Of the usual unit, in the currency of the document. */
  readonly price: string | undefined;
  readonly unit: string | undefined;
  /** In base units; undefined for a service. */
  readonly stock: string | undefined;
  readonly isLeft: boolean;
  readonly baseUnit: string | undefined;
  /** On average, of a base unit in the system currency; undefined for whoever may not see costs. */
  readonly cost: string | undefined;
}

/** `row` is that of the look-up. */
export function glanceAt(row: Row, price: Value): ItemGlance {
  const units = unitsOf(row);
  const usual = units.find((unit) => unit.is_default) ?? units[0];
  const base = units.find((unit) => unit.is_base);
  const stock = row['item_type'] === 'service' || typeof row['stock'] !== 'string' ? undefined : row['stock'];
  return {
    picture: textsOf(row['images'])[0],
    price: typeof price === 'string' ? price : undefined,
    unit: usual?.unit_name ?? undefined,
    stock,
    isLeft: (readQuantity(stock ?? '0') ?? 0n) > 0n,
    baseUnit: base?.unit_name ?? undefined,
    cost: typeof row['average_cost'] === 'string' ? row['average_cost'] : undefined,
  };
}
