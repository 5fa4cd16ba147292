/** The components of collections and mixtures: items in one of their own units. */
import type { ItemData } from '../../catalogue/item.schema.ts';
import type { Facts } from '../../deciding/facts.ts';
import { divideRounded } from '../../values/fixed-point.ts';
import { printQuantity, QUANTITY_ONE, type Quantity, quantity, toQuantity } from '../../values/quantity.ts';
import type { Issues } from '../../values/refusal.ts';

/** Checks that the item is goods and has the unit. */
export function checkItemUnit(
  { item_fk, unit_fk }: { readonly item_fk?: unknown; readonly unit_fk?: unknown },
  prefix: string,
  facts: Facts,
  issues: Issues,
): void {
  const item = facts.record<ItemData>('item', Number(item_fk))?.data;
  if (!item) return;
  if (item.item_type === 'service') issues.add(`${prefix}item_fk`, 'goods_only');
  if (!item.item_units.some((unit) => unit.unit_fk === unit_fk))
    issues.add(`${prefix}unit_fk`, 'not_a_unit_of_the_item');
}

export interface Component {
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
}

/** The fields of a collection that define its components. */
interface Collected extends Pick<Component, 'item_fk' | 'unit_fk'> {
  readonly lines: readonly Component[];
}

/** The fields of a mixture; a line names either a raw material or a mixture. */
interface Mixed extends Component {
  readonly lines: readonly {
    readonly raw_material_fk?: number | null;
    readonly mixture_fk?: number | null;
    readonly quantity: string;
  }[];
}

/** The item lines of `count` collections: the collection's own item, and its components. */
export function ofCollection(collection: Collected, count: string) {
  const whole: Component = { item_fk: collection.item_fk, unit_fk: collection.unit_fk, quantity: count };
  const parts = collection.lines.map(
    ({ item_fk, unit_fk, quantity: each }): Component => ({
      item_fk,
      unit_fk,
      quantity: printQuantity(times(quantity(each), quantity(count), toQuantity(QUANTITY_ONE))),
    }),
  );
  return { whole, parts };
}

/** Returns the item and unit of a raw material or a mixture. */
export type GoodsOf = (
  kind: 'raw_material' | 'mixture',
  id: number,
) => { readonly item_fk: number; readonly unit_fk: number } | undefined;

/** The item lines of `count` units of a mixture: the product, and its components; unknown components are left out. */
export function ofMixture(mixture: Mixed, count: string, goodsOf: GoodsOf) {
  const whole: Component = { item_fk: mixture.item_fk, unit_fk: mixture.unit_fk, quantity: count };
  const parts = mixture.lines.flatMap((line): Component[] => {
    const goods = line.raw_material_fk
      ? goodsOf('raw_material', line.raw_material_fk)
      : goodsOf('mixture', line.mixture_fk ?? 0);
    if (!goods) return [];
    const used = times(quantity(line.quantity), quantity(count), quantity(mixture.quantity));
    return [{ item_fk: goods.item_fk, unit_fk: goods.unit_fk, quantity: printQuantity(used) }];
  });
  return { whole, parts };
}

const times = (quantity: Quantity, count: Quantity, of: Quantity): Quantity =>
  toQuantity(divideRounded(quantity * count, of));
