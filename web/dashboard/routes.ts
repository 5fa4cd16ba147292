/** The dashboard: what a person sees first in the morning, as far as they may see it. */
import { DASHBOARD_PERMISSION } from '../shell/menu-table.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const dashboardRoutes: readonly ScreenRoute[] = [
  {
    path: '/dashboard',
    permission: DASHBOARD_PERMISSION,
    title: 'dashboard:title',
    load: async () => (await import('./dashboard.tsx')).Dashboard,
  },
];
