/** Collections: items that are sold together as one. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'collections',
  title: 'stock:collections',
  empty: 'stock:collections_empty',
  columns: [
    { field: 'collection_name', kind: 'text', main: true },
    ...usual('item_fk', 'unit_fk'),
    { field: 'stock', kind: 'quantity', label: 'stock:on_hand', sortable: false },
    { field: 'cost', kind: 'amount', currency: 'system', sortable: false, permission: 'items/show_cost' },
    ...usual('note'),
  ],
  filters: by('item_fk'),
});

export const Form = recordForm({
  resource: 'collections',
  title: 'stock:collection',
  sections: [
    { fields: ['collection_name', 'item_fk', 'unit_fk', 'note'] },
    { title: 'stock:of_each', fields: ['lines'] },
  ],
});
