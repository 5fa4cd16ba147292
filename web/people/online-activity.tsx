/** Active sessions: device, address and start. A session can be ended here. */
import { LogOut } from 'lucide-react';
import { command } from '../shared/api/command.ts';
import type { Row } from '../shared/api/list.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf } from '../shared/table/usual-columns.ts';
import { deviceWords } from './device-words.ts';

const device = (row: Row): string => deviceWords(String(row['device'] ?? ''));

export const Table = tableScreen({
  resource: 'online_activity',
  title: 'people:online_activity',
  empty: 'people:online_activity_empty',
  idField: 'id',
  path: null,
  canAdd: false,
  canEdit: false,
  columns: [
    { field: 'user_fk', kind: 'reference', resource: 'users', main: true },
    {
      field: 'device',
      kind: 'text',
      sortable: false,
      cell: (row) => <bdi title={String(row['device'] ?? '')}>{device(row)}</bdi>,
      text: device,
    },
    { field: 'way', kind: 'option' },
    { field: 'till_fk', kind: 'reference', sortable: false },
    { field: 'ip', kind: 'code' },
    { field: 'started_at', kind: 'moment' },
    { field: 'active_at', kind: 'moment' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets', sortable: false },
  ],
  filters: [
    ...by('user_fk', 'outlet_fk'),
    oneOf('way', ['password', 'pin']),
    { field: 'ip', kind: 'text' },
    { field: 'started_at', kind: 'date_range' },
  ],
  panel: (row) => <p className="px-4 py-3 break-words text-ink-muted">{String(row['device'] ?? '')}</p>,
  rowActions: [
    {
      name: 'end_session',
      label: 'people:end_session',
      icon: LogOut,
      permission: 'users/end_session',
      dangerous: true,
      confirm: 'people:confirm.end_session',
      run: async (row, { reload }) => {
        const { message } = await command('online_activity/:sid/end', { params: { sid: String(row['sid']) } });
        if (message) notifySuccess(message);
        await reload();
      },
    },
  ],
});
