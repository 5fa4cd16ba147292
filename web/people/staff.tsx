/** Staff: outlets, roles, and credentials. */
import {
  Ban,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  ScrollText,
  ShieldOff,
  Store,
  UserCheck,
  UserCog,
  UserX,
} from 'lucide-react';
import { command } from '../shared/api/command.ts';
import type { Row } from '../shared/api/list.ts';
import { recordForm } from '../shared/form/record-form.tsx';
import { preferences } from '../shared/language/preferences.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import { currentSession, type Me } from '../shared/session/session.ts';
import type { RowAction } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { isOneself, StaffActions } from './staff-actions.tsx';

const SUPER_USER_ID = 1;
const others = (row: Row): boolean => row['user_id'] !== SUPER_USER_ID;
const currentMe = (): Me | undefined => {
  const session = currentSession();
  return session.status === 'signed_in' ? session.me : undefined;
};

/** Runs at once, after a question; `body` returns the request for a row. */
function asked(name: string, action: string, body: (row: Row) => object, more: Partial<RowAction>): RowAction {
  return {
    name,
    label: `people:actions.${name}`,
    confirm: `people:confirm.${name}`,
    run: async (row, { reload }) => {
      const params = { resource: 'users', id: Number(row['user_id']), transition: action };
      const { message } = await command(':resource/:id/:transition', { params, body: body(row) });
      if (message) notifySuccess(message);
      await reload();
    },
    ...more,
  };
}

/** Opens a dialog on the person's page. */
const onPage = (name: string, permission: string, icon: RowAction['icon']): RowAction => ({
  name,
  label: `people:actions.${name}`,
  permission,
  ...(icon ? { icon } : {}),
  shown: others,
  run: (row, { open }) => open(`/staff/${String(row['user_id'])}`, { task: name }),
});

/** A link to a separate list about this person. */
const listed = (title: string, path: string, permission: string, icon: NonNullable<RowAction['icon']>): RowAction => ({
  name: title,
  label: `people:${title}`,
  permission,
  icon,
  run: (row, { open }) => open(path, { 'filter[user_fk]': String(row['user_id']) }),
});

const status = (name: string, next: string, from: readonly string[], icon: NonNullable<RowAction['icon']>): RowAction =>
  asked(name, 'set_user_status', ({ revision }) => ({ status: next, revision }), {
    icon,
    permission: 'users/set_user_status',
    dangerous: next !== 'active',
    shown: (row) => others(row) && from.includes(String(row['status'])),
  });

export const Table = tableScreen({
  resource: 'users',
  title: 'people:staff',
  empty: 'people:staff_empty',
  columns: [
    { field: 'user_name', kind: 'text', main: true },
    { field: 'user_full_name', kind: 'text' },
    ...usual('email', 'role_fk', 'outlet_fk', 'is_cashier'),
    { field: 'user_code', kind: 'code' },
    { field: 'user_joining_date', kind: 'date' },
    { field: 'status', kind: 'status', tones: { active: 'success', inactive: 'neutral', blocked: 'danger' } },
  ],
  filters: [
    ...by('role_fk', 'outlet_fk', 'is_cashier'),
    oneOf('status', ['active', 'inactive', 'blocked']),
    { field: 'user_joining_date', kind: 'date_range' },
  ],
  rowActions: [
    onPage('set_roles', 'users/set_roles', UserCog),
    onPage('change_outlets', 'users/change_outlets', Store),
    {
      ...onPage('give_password', 'users/update', KeyRound),
      shown: (row) => others(row) && !isOneself(row, currentMe()),
    },
    status('activate', 'active', ['inactive', 'blocked'], UserCheck),
    status('deactivate', 'inactive', ['active'], UserX),
    status('block', 'blocked', ['active'], Ban),
    listed('online_activity', '/staff/online-activity', 'users/show_online_activity', MonitorSmartphone),
    listed('system_logs', '/staff/system-logs', 'model_loges/system_log', ScrollText),
    asked('reset_second_factor', 'reset_second_factor', () => ({}), {
      icon: ShieldOff,
      permission: 'users/reset_second_factor',
      dangerous: true,
      shown: (row) => others(row) && !isOneself(row, currentMe()),
    }),
    asked('end_sessions', 'end_sessions', () => ({}), { icon: LogOut, permission: 'users/end_session' }),
  ],
  inactive: { field: 'status', value: 'blocked' },
  import: { permission: 'users/import', path: '/staff/import' },
});

export const Form = recordForm({
  resource: 'users',
  title: 'people:staff_member',
  fieldPermissions: {
    role_fk: 'users/set_roles',
    status: 'users/set_user_status',
    outlet_fk: 'users/change_outlets',
    outlets: 'users/change_outlets',
    inventories: 'users/change_outlets',
    staff_pin: 'user_pins/store##user_pins/update',
  },
  sections: [
    { fields: ['user_name', 'user_full_name', 'email', 'role_fk', 'status', 'user_joining_date'] },
    {
      title: 'people:sections.place',
      hint: 'people:sections.place_hint',
      fields: ['outlet_fk', 'outlets', 'inventories', 'default_inventory_fk', 'default_account_fk'],
    },
    {
      title: 'people:sections.password',
      hint: 'people:sections.password_hint',
      fields: ['new_password', 'new_password_confirmation'],
      shown: (record, me) => !isOneself(record, me),
    },
    { title: 'people:sections.till', fields: ['is_cashier', 'user_code', 'staff_pin'] },
    {
      title: 'people:sections.personal',
      fields: ['user_dob', 'gender', 'marital_status', 'blood_group', 'phone', 'address', 'photo'],
    },
    { title: 'people:sections.display', fields: ['lang', 'theme', 'pagination_default'] },
  ],
  requiredForNew: ['role_fk', 'outlet_fk'],
  checkNew: ({ new_password, is_cashier, staff_pin, status }) => {
    const canSignIn = new_password !== '' || (is_cashier === true && staff_pin !== '');
    return canSignIn || status !== 'active' ? {} : { new_password: 'people:way_to_sign_in' };
  },
  // Proposes the language of the creating user, and the outlet when there is only one.
  get initial() {
    const { outlets = [], inventories = [] } = currentMe() ?? {};
    const [only] = outlets;
    const place = only && outlets.length === 1 ? { outlet_fk: only.outlet_id, outlets: [only.outlet_id] } : {};
    const [store] = inventories;
    const goods =
      store && inventories.length === 1
        ? { inventories: [store.inventory_id], default_inventory_fk: store.inventory_id }
        : {};
    return { lang: preferences().language, ...place, ...goods };
  },
  aside: (record) => <StaffActions record={record} />,
});
