/** The name of an item in each language, for `{item}` in a message. */

import type { ItemData } from '../catalogue/item.schema.ts';
import type { RecordNames } from '../records/record-names.ts';

export const itemNames = ({
  item_name,
  item_name_ar,
  item_name_ckb,
}: Pick<ItemData, 'item_name' | 'item_name_ar' | 'item_name_ckb'>): RecordNames<'item'> => ({
  item: item_name,
  ...(item_name_ar ? { item_ar: item_name_ar } : {}),
  ...(item_name_ckb ? { item_ckb: item_name_ckb } : {}),
});
