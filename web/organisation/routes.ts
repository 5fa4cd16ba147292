/** Screens of the organisation: outlets, their inventories, currencies, the settings and the profile of the business. */

import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { recordRoutes, singletonRoute } from '../shared/record/record-routes.ts';

export const organisationRoutes: readonly ScreenRoute[] = [
  singletonRoute(
    '/settings/system-configurations',
    'system_settings',
    'organisation:system_configurations',
    () => import('./system-configurations.tsx'),
  ),
  singletonRoute(
    '/settings/system-profile',
    'system_profiles',
    'organisation:system_profile',
    () => import('./system-profile.ts'),
  ),
  ...recordRoutes('print_templates', 'paper:templates', 'paper:template_title', () => import('./print-templates.tsx')),
  ...recordRoutes('currencies', 'organisation:currencies', 'organisation:currency', () => import('./currencies.ts')),
  ...recordRoutes('outlets', 'organisation:outlets', 'organisation:outlet', () => import('./outlets.ts')),
  ...recordRoutes(
    'inventories',
    'organisation:inventories',
    'organisation:inventory',
    () => import('./inventories.ts'),
  ),
];
