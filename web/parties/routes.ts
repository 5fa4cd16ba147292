/** Screens of parties: customers, suppliers, and the cities they live in. */
import { recordRoutes } from '../shared/record/record-routes.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const partiesRoutes: readonly ScreenRoute[] = [
  ...recordRoutes(
    '/customers/customers',
    'customers',
    'parties:customers',
    'parties:customer',
    () => import('./customers.ts'),
  ),
  ...recordRoutes(
    '/suppliers/suppliers',
    'suppliers',
    'parties:suppliers',
    'parties:supplier',
    () => import('./suppliers.ts'),
  ),
  ...recordRoutes('/settings/cities', 'cities', 'parties:cities', 'parties:city', () => import('./cities.ts')),
];
