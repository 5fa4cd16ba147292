/** Mixtures: how much of what makes how much of an item. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'mixtures',
  title: 'stock:mixtures',
  empty: 'stock:mixtures_empty',
  columns: [
    { field: 'mixture_name', kind: 'text', main: true },
    { field: 'item_fk', kind: 'reference', resource: 'items' },
    { field: 'quantity', kind: 'number' },
    { field: 'unit_fk', kind: 'reference', resource: 'units' },
    { field: 'note', kind: 'text' },
  ],
  filters: [{ field: 'item_fk', kind: 'lookup', resource: 'items' }],
});

export const Form = recordForm({
  resource: 'mixtures',
  title: 'stock:mixture',
  sections: [
    { fields: ['mixture_name', 'item_fk', 'quantity', 'unit_fk', 'note'] },
    { title: 'stock:made_of', fields: ['lines'] },
  ],
});
