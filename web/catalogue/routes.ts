/** Screens of the catalogue: items, and what describes them. */
import { recordRoutes } from '../shared/record/record-routes.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const catalogueRoutes: readonly ScreenRoute[] = [
  ...recordRoutes('/warehouse/items', 'items', 'catalogue:items', 'catalogue:item', () => import('./items.ts')),
  ...recordRoutes(
    '/warehouse/categories',
    'categories',
    'catalogue:categories',
    'catalogue:category',
    () => import('./categories.ts'),
  ),
  ...recordRoutes('/settings/brands', 'brands', 'catalogue:brands', 'catalogue:brand', () => import('./brands.ts')),
  ...recordRoutes('/settings/units', 'units', 'catalogue:units', 'catalogue:unit', () => import('./units.ts')),
  ...recordRoutes('/accounting/taxes', 'taxes', 'catalogue:taxes', 'catalogue:tax', () => import('./taxes.ts')),
];
