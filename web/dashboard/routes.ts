/** The dashboard, limited to what the person may see. */

import { DASHBOARD_PERMISSION } from '../shared/navigation/dashboard-permission.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { withWords } from '../shared/navigation/with-words.ts';
import { reportSearch } from '../shared/report/report-search.ts';

/** The words of this screen. */
const worded = withWords('dashboard');

export const dashboardRoutes: readonly ScreenRoute[] = [
  {
    path: '/dashboard',
    permission: DASHBOARD_PERMISSION,
    title: 'shell:menu.dashboard',
    search: reportSearch('period_shown', 'outlet_fk'),
    load: worded(async () => (await import('./dashboard.tsx')).Dashboard),
  },
];
