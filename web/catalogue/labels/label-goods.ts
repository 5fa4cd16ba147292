/** The goods on the labels: the units of chosen items, or what a purchase received, with the received counts. */
import { cleanCode } from '../../../domain/catalogue/code.ts';
import { membersOf, objectsOf } from '../../../domain/values/members.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import { read } from '../../shared/api/read.ts';
import type { ItemRow } from '../../shared/document/model/declaration.ts';
import { type ItemUnit, loadItem, unitsOf } from '../../shared/document/model/goods/items.ts';

export interface LabelGoods {
  readonly key: string;
  readonly item: ItemRow;
  readonly unit: ItemUnit | undefined;
  readonly count: number;
}

/** Proposed count of one line; a person may type more. */
const COUNT_MAX = 1_000;
const ONE = quantity('1');

export async function goodsOfItems(ids: readonly number[]): Promise<readonly LabelGoods[]> {
  const items = await Promise.all(ids.map(loadItem));
  return items.flatMap(goodsOfUnits);
}

/** The default unit, and each other unit with a barcode, of which no label is proposed. */
export function goodsOfUnits(item: ItemRow): readonly LabelGoods[] {
  const usual = usualUnit(item);
  const others = unitsOf(item).filter((unit) => unit !== usual && unit.barcodes?.length > 0);
  return [usual, ...others].map((unit) => ({
    key: `item-${item['item_id']}-${unit?.unit_fk}`,
    item,
    unit,
    count: unit === usual ? 1 : 0,
  }));
}

export async function goodsOfPurchase(id: number): Promise<readonly LabelGoods[]> {
  const { lines, receipts } = membersOf(await read('purchases/:id', { params: { id } }));
  const received = new Map(
    objectsOf(membersOf(objectsOf(receipts).at(-1))['after']).map((came) => [came['line_id'], came]),
  );
  return Promise.all(
    objectsOf(lines).flatMap(({ line_id, item_fk, unit_fk: own }) => {
      // The labels are for the unit in which the goods were counted when they came.
      const { quantity: counted = '0', unit_fk = own } = received.get(line_id) ?? {};
      const came = quantity(String(counted));
      if (typeof item_fk !== 'number' || came <= 0n) return [];
      // A fraction of a unit still gets one label.
      const count = Math.min(Number((came + ONE - 1n) / ONE), COUNT_MAX);
      return [
        loadItem(item_fk).then((item) => ({
          key: `line-${line_id}`,
          item,
          count,
          unit: unitsOf(item).find((unit) => unit.unit_fk === unit_fk) ?? usualUnit(item),
        })),
      ];
    }),
  );
}

export const usualUnit = (item: ItemRow): ItemUnit | undefined =>
  unitsOf(item).find(({ is_default }) => is_default) ?? unitsOf(item)[0];

/** The first barcode of the unit, or the code of the item, as a scanner is to read it. */
export function codeOf({ item, unit }: Pick<LabelGoods, 'item' | 'unit'>): string | null {
  const { item_code } = item;
  const code = unit?.barcodes?.[0] ?? item_code;
  return typeof code === 'string' && code !== '' ? cleanCode(code) : null;
}
