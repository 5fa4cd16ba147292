/** PINs of staff: who has one, since when, and the number of failed attempts. The PIN itself is never shown. */
import { LockOpen } from 'lucide-react';
import { command } from '../shared/api/command.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';

export { PinForm as Form } from './pin-form.tsx';

export const Table = tableScreen({
  resource: 'user_pins',
  title: 'people:pins',
  empty: 'people:pins_empty',
  idField: 'id',
  path: '/pins',
  columns: [
    { field: 'name', kind: 'text', main: true, label: 'fields:user_name' },
    { field: 'user_code', kind: 'code' },
    ...usual('outlet_fk'),
    { field: 'pin', kind: 'code', sortable: false },
    { field: 'wrong_attempts', kind: 'number' },
    { field: 'changed_at', kind: 'moment' },
    { field: 'changed_by_fk', kind: 'reference', resource: 'users', sortable: false },
  ],
  filters: by('outlet_fk'),
  rowActions: [
    {
      name: 'unlock',
      label: 'people:actions.unlock',
      icon: LockOpen,
      permission: 'user_pins/update',
      shown: (row) => Number(row['wrong_attempts']) > 0,
      run: async (row, { reload }) => {
        const { message } = await command('user_pins/:id/unlock', { params: { id: String(row['id']) } });
        if (message) notifySuccess(message);
        await reload();
      },
    },
  ],
});
