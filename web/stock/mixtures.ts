/** Mixtures: how much of what makes how much of an item. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'mixtures',
  title: 'stock:mixtures',
  empty: 'stock:mixtures_empty',
  columns: [{ field: 'mixture_name', kind: 'text', main: true }, ...usual('item_fk', 'quantity', 'unit_fk', 'note')],
  filters: by('item_fk'),
});

export const Form = recordForm({
  resource: 'mixtures',
  title: 'stock:mixture',
  sections: [
    { fields: ['mixture_name', 'item_fk', 'quantity', 'unit_fk', 'note'] },
    { title: 'stock:made_of', fields: ['lines'] },
  ],
});
