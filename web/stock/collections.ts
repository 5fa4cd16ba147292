/** Collections: items that are sold together as one. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'collections',
  title: 'stock:collections',
  empty: 'stock:collections_empty',
  columns: [
    { field: 'collection_name', kind: 'text', main: true },
    { field: 'item_fk', kind: 'reference', resource: 'items' },
    { field: 'unit_fk', kind: 'reference', resource: 'units' },
    { field: 'stock', kind: 'quantity', label: 'stock:on_hand', sortable: false },
    { field: 'cost', kind: 'amount', currency: 'system', sortable: false, permission: 'items/show_cost' },
    { field: 'note', kind: 'text' },
  ],
  filters: [{ field: 'item_fk', kind: 'lookup', resource: 'items' }],
});

export const Form = recordForm({
  resource: 'collections',
  title: 'stock:collection',
  sections: [
    { fields: ['collection_name', 'item_fk', 'unit_fk', 'note'] },
    { title: 'stock:of_each', fields: ['lines'] },
  ],
});
