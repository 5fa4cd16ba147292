/** The dashboard, limited to what the person may see. */

import { DASHBOARD_PERMISSION } from '../shared/navigation/dashboard-permission.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { reportSearch } from '../shared/report/report-search.ts';

export const dashboardRoutes: readonly ScreenRoute[] = [
  {
    path: '/dashboard',
    permission: DASHBOARD_PERMISSION,
    title: 'dashboard:title',
    search: reportSearch('period_shown', 'outlet_fk'),
    load: async () => (await import('./dashboard.tsx')).Dashboard,
  },
];
