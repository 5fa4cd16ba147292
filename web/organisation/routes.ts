/** Screens of the organisation: outlets and their inventories. */
import { recordRoutes } from '../shared/record/record-routes.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const organisationRoutes: readonly ScreenRoute[] = [
  ...recordRoutes(
    '/settings/outlets',
    'outlets',
    'organisation:outlets',
    'organisation:outlet',
    () => import('./outlets.ts'),
  ),
  ...recordRoutes(
    '/settings/inventories',
    'inventories',
    'organisation:inventories',
    'organisation:inventory',
    () => import('./inventories.ts'),
  ),
];
