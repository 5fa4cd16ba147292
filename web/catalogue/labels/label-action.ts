/** The ways to the labels of goods, from the tables that have them. */
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

/** `parameter` says what the row is: an item, or a purchase whose goods were received. */
export const labelsAction = (parameter: 'items' | 'purchase', idField: string): RowAction => ({
  name: 'labels',
  label: 'catalogue:labels.action',
  icon: Tag,
  permission: 'items/index',
  shown: (row) => parameter === 'items' || (row['received_status'] !== 'not_received' && row['status'] !== 'draft'),
  run: (row, { open }) => open(LABELS_PATH, { [parameter]: String(row[idField]) }),
});
