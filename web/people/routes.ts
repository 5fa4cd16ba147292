/** Screens of people: staff, roles and what they permit, PINs, and the tills at which cashiers sign in. */
import { recordRoutes } from '../shared/record/record-routes.ts';
import { tableSearch } from '../shared/table/table-search.ts';
import type { ScreenRoute } from '../shell/screen.ts';
import { taskSearch } from './staff-task.ts';

const staffForm = async () => (await import('./staff.tsx')).Form;
const tillForm = async () => (await import('./tills.tsx')).Form;
const pinForm = async () => (await import('./pins.tsx')).Form;

export const peopleRoutes: readonly ScreenRoute[] = [
  {
    path: '/staff',
    permission: 'users/index',
    title: 'people:staff',
    search: tableSearch,
    load: async () => (await import('./staff.tsx')).Table,
  },
  { path: '/staff/new', permission: 'users/store', title: 'people:staff_member', load: staffForm },
  {
    path: '/staff/$id',
    permission: 'users/show##users/update',
    title: 'people:staff_member',
    search: taskSearch,
    load: staffForm,
  },
  ...recordRoutes('/roles-and-permissions', 'roles', 'people:roles', 'people:role', () => import('./roles.tsx')),
  {
    path: '/roles-and-permissions/copy/$id',
    permission: 'roles/store',
    title: 'people:role',
    load: async () => (await import('./roles.tsx')).CopyForm,
  },
  {
    path: '/staff/online-activity',
    permission: 'users/show_online_activity',
    title: 'people:online_activity',
    search: tableSearch,
    load: async () => (await import('./online-activity.tsx')).Table,
  },
  {
    path: '/staff/system-logs',
    permission: 'model_loges/system_log',
    title: 'people:system_logs',
    search: tableSearch,
    load: async () => (await import('./system-logs.tsx')).Table,
  },
  {
    path: '/pins',
    permission: 'user_pins/index',
    title: 'people:pins',
    search: tableSearch,
    load: async () => (await import('./pins.tsx')).Table,
  },
  { path: '/pins/new', permission: 'user_pins/store', title: 'people:pin', load: pinForm },
  { path: '/pins/$id', permission: 'user_pins/show##user_pins/update', title: 'people:pin', load: pinForm },
  {
    path: '/settings/pos',
    permission: 'tills/index##pos_sales/index##pos_sales/store',
    title: 'people:pos_settings',
    search: tableSearch,
    load: async () => (await import('./tills.tsx')).PosSettings,
  },
  { path: '/settings/pos/new', permission: 'tills/store', title: 'people:till', load: tillForm },
  { path: '/settings/pos/$id', permission: 'tills/show##tills/update', title: 'people:till', load: tillForm },
];
