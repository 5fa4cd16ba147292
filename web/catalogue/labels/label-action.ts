/** Actions that open the labels page from tables of goods. */
import { Tag } from 'lucide-react';
import type { RowAction } from '../../shared/table/declaration.ts';

export const LABELS_PATH = '/warehouse/labels';

export const labelsSearch = ({ items, purchase }: Readonly<Record<string, unknown>>): object => {
  const number = Number(purchase);
  return {
    ...(/^\d+(,\d+)*$/.test(String(items)) ? { items: String(items) } : {}),
    ...(purchase !== undefined && Number.isSafeInteger(number) && number > 0 ? { purchase: number } : {}),
  };
};

/** `parameter` names the kind of row: an item, or a purchase with received goods. */
export const labelsAction = (parameter: 'items' | 'purchase', idField: string): RowAction => ({
  name: 'labels',
  label: 'catalogue:labels.action',
  icon: Tag,
  permission: 'items/index',
  shown: (row) => parameter === 'items' || (row['received_status'] !== 'not_received' && row['status'] !== 'draft'),
  run: (row, { open }) => open(LABELS_PATH, { [parameter]: String(row[idField]) }),
});
