/** Screens of people: staff, roles and what they permit, PINs, and the tills at which cashiers sign in. */

import { importRoute } from '../shared/import/import-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { listRoute, recordRoutes } from '../shared/record/record-routes.ts';
import { tableSearch } from '../shared/table/table-search.ts';
import { taskSearch } from './staff-task.ts';

const tillForm = async () => (await import('./tills.tsx')).Form;

export const peopleRoutes: readonly ScreenRoute[] = [
  ...recordRoutes('users', 'people:staff', 'people:staff_member', () => import('./staff.tsx')).map((route) =>
    route.path === '/staff/$id' ? { ...route, search: taskSearch } : route,
  ),
  importRoute({
    path: '/staff/import',
    format: 'users',
    resource: 'users',
    title: 'import:titles.users',
    list: '/staff',
  }),
  ...recordRoutes('roles', 'people:roles', 'people:role', () => import('./roles.tsx')),
  {
    path: '/roles-and-permissions/copy/$id',
    permission: 'roles/store',
    title: 'people:role',
    load: async () => (await import('./roles.tsx')).CopyForm,
  },
  listRoute(
    '/staff/online-activity',
    'users/show_online_activity',
    'people:online_activity',
    () => import('./online-activity.tsx'),
  ),
  listRoute('/staff/system-logs', 'model_loges/system_log', 'people:system_logs', () => import('./system-logs.tsx')),
  ...recordRoutes('user_pins', 'people:pins', 'people:pin', () => import('./pins.tsx'), '/pins'),
  {
    path: '/settings/pos',
    permission: 'tills/index##pos_sales/index##pos_sales/store##till_settings/show',
    title: 'people:pos_settings',
    search: tableSearch,
    load: async () => (await import('./tills.tsx')).PosSettings,
  },
  {
    path: '/settings/pos/settings',
    permission: 'till_settings/show',
    title: 'people:pos_settings',
    load: async () => (await import('./tills.tsx')).PosRules,
  },
  { path: '/settings/pos/new', permission: 'tills/store', title: 'people:till', load: tillForm },
  { path: '/settings/pos/$id', permission: 'tills/show##tills/update', title: 'people:till', load: tillForm },
];
