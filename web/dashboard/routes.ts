/** The dashboard, limited to what the person may see. */

import { reportSearch } from '../shared/report/report-search.ts';
import type { ScreenRoute } from '../shell/screen.ts';
import { DASHBOARD_PERMISSION } from './dashboard-permission.ts';

export const dashboardRoutes: readonly ScreenRoute[] = [
  {
    path: '/dashboard',
    permission: DASHBOARD_PERMISSION,
    title: 'dashboard:title',
    search: reportSearch('period_shown', 'outlet_fk'),
    load: async () => (await import('./dashboard.tsx')).Dashboard,
  },
];
