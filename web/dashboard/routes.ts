/** The dashboard, limited to what the person may see. */

import { reportSearch } from '../shared/report/report-search.ts';
import { DASHBOARD_PERMISSION } from '../shell/menu-table.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const dashboardRoutes: readonly ScreenRoute[] = [
  {
    path: '/dashboard',
    permission: DASHBOARD_PERMISSION,
    title: 'dashboard:title',
    search: reportSearch('period_shown', 'outlet_fk'),
    load: async () => (await import('./dashboard.tsx')).Dashboard,
  },
];
