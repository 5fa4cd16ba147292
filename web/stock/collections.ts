/** Collections: items that are sold together as one. */
import type { CollectionData } from '../../domain/stock/making/collection.record.ts';
import { toldInUnits } from '../shared/controls/in-units.tsx';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens<CollectionData, 'stock' | 'cost'>('collections', {
  words: { many: 'stock:collections', one: 'stock:collection', empty: 'stock:collections_empty' },
  columns: [
    ...usual('item_fk', 'unit_fk'),
    { field: 'stock', kind: 'quantity', label: 'stock:on_hand', sortable: false, ...toldInUnits('stock', 'in_units') },
    { field: 'cost', kind: 'amount', currency: 'system', sortable: false, permission: 'items/show_cost' },
    ...usual('note'),
  ],
  filters: by('item_fk'),
  sections: [
    { fields: ['collection_name', 'collection_name_ar', 'collection_name_ckb', 'item_fk', 'unit_fk', 'note'] },
    { title: 'stock:of_each', fields: ['lines'] },
  ],
});
