/** The name of an item in each language, for `{item}` in a message. */
import type { RecordNames } from '../kernel/record-names.ts';
import type { ItemData } from './item.schema.ts';

export const itemNames = ({
  item_name,
  item_name_ar,
  item_name_ckb,
}: Pick<ItemData, 'item_name' | 'item_name_ar' | 'item_name_ckb'>): RecordNames<'item'> => ({
  item: item_name,
  ...(item_name_ar ? { item_ar: item_name_ar } : {}),
  ...(item_name_ckb ? { item_ckb: item_name_ckb } : {}),
});
