/** Tills: whether this device is one, how cashiers sign in, and all tills there are. */
import { LockOpen, MonitorCheck, MonitorX } from 'lucide-react';
import { post } from '../shared/api/client.ts';
import { forget } from '../shared/api/query.ts';
import { recordForm } from '../shared/form/record-form.tsx';
import { notifySuccess } from '../shared/notify/notify.ts';
import { useCan } from '../shared/session/session.ts';
import type { RowAction } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { CashierSettings } from './cashier-settings.tsx';
import { THIS_TILL, ThisDevice } from './this-device.tsx';

function Cards() {
  return (
    <div className="grid gap-4 px-4 pb-4 lg:grid-cols-2">
      <ThisDevice />
      <CashierSettings />
    </div>
  );
}

const action = (name: 'revoke' | 'unlock', more: Partial<RowAction>): RowAction => ({
  name,
  label: `people:actions.${name}`,
  run: async (row, { reload }) => {
    const { message } = await post(`tills/${String(row['till_id'])}/${name}`, { revision: row['revision'] });
    if (message) notifySuccess(message);
    await Promise.all([reload(), forget(THIS_TILL)]);
  },
  ...more,
});

const Tills = tableScreen({
  resource: 'tills',
  title: 'people:pos_settings',
  empty: 'people:tills_empty',
  canAdd: false,
  columns: [
    { field: 'till_name', kind: 'text', main: true },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'status', kind: 'status', tones: { enrolled: 'success', revoked: 'neutral' } },
    { field: 'updated_at', kind: 'moment' },
  ],
  filters: [
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
    { field: 'status', kind: 'option', options: ['enrolled', 'revoked'] },
  ],
  rowActions: [
    {
      name: 'enrol_here',
      label: 'people:actions.enrol_here',
      icon: MonitorCheck,
      permission: 'tills/store',
      confirm: 'people:confirm.enrol_here',
      run: async (row, { reload }) => {
        const { message } = await post('tills/enrol', { till_fk: row['till_id'], revision: row['revision'] });
        if (message) notifySuccess(message);
        await Promise.all([reload(), forget(THIS_TILL)]);
      },
    },
    action('unlock', { icon: LockOpen, permission: 'tills/update', shown: (row) => row['status'] === 'enrolled' }),
    action('revoke', {
      icon: MonitorX,
      permission: 'tills/destroy',
      dangerous: true,
      confirm: 'people:confirm.revoke',
      shown: (row) => row['status'] === 'enrolled',
    }),
  ],
  inactive: { field: 'status', value: 'revoked' },
  banner: () => <Cards />,
});

/** The desktop application of a till stays here, so everybody who sells at one may see what it is. */
export function PosSettings() {
  const can = useCan();
  return can('tills/index') ? <Tills /> : <Cards />;
}

export const Form = recordForm({
  resource: 'tills',
  title: 'people:till',
  sections: [{ fields: ['till_name', 'outlet_fk', 'status'] }],
});
