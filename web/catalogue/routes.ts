/** Screens of the catalogue: items and their master data. */

import { documentRoutes } from '../shared/document/document-routes.ts';
import { importRoute } from '../shared/import/import-routes.ts';
import type { ScreenRoute } from '../shared/navigation/screen.ts';
import { recordRoutes } from '../shared/record/record-routes.ts';
import { tableSearch } from '../shared/table/table-search.ts';
import { LABELS_PATH, labelsSearch } from './labels/label-action.ts';

/** The chosen view of the categories is part of the address. */
const withTree: typeof tableSearch = (search) => ({
  ...tableSearch(search),
  ...(search['tree'] === true || search['tree'] === 'true' ? { tree: true } : {}),
});

/** The import format of a record has the name of its resource. */
const recordsImport = (resource: string, list: string): ScreenRoute =>
  importRoute({ path: `/${resource}/import`, format: resource, resource, title: `import:titles.${resource}`, list });

export const catalogueRoutes: readonly ScreenRoute[] = [
  ...recordRoutes('items', 'catalogue:items', 'catalogue:item', () => import('./items.ts')),
  {
    path: LABELS_PATH,
    permission: 'items/index',
    title: 'catalogue:labels.title',
    search: labelsSearch,
    load: async () => (await import('./labels/labels-page.tsx')).LabelsPage,
  },
  {
    path: '/warehouse/items/same-names',
    permission: 'items/index',
    title: 'catalogue:same_names.title',
    load: async () => (await import('./same-names.tsx')).SameNamesPage,
  },
  recordsImport('items', '/warehouse/items'),
  recordsImport('categories', '/warehouse/categories'),
  recordsImport('brands', '/settings/brands'),
  recordsImport('units', '/settings/units'),
  ...recordRoutes('categories', 'catalogue:categories', 'catalogue:category', () => import('./categories.tsx')).map(
    (route) => ({ ...route, ...(route.search ? { search: withTree } : {}) }),
  ),
  ...recordRoutes(
    'pricing_profiles',
    'catalogue:pricing_profiles',
    'catalogue:pricing_profile',
    () => import('./pricing-profiles.ts'),
  ),
  ...documentRoutes('item_pricings', () => import('./item-pricings.tsx')),
  importRoute({
    path: '/items-pricing/import',
    format: 'item_prices',
    resource: 'item_pricings',
    title: 'import:titles.item_prices',
    list: '/accounting/items-pricing',
  }),
  ...recordRoutes('brands', 'catalogue:brands', 'catalogue:brand', () => import('./brands.ts')),
  ...recordRoutes('units', 'catalogue:units', 'catalogue:unit', () => import('./units.ts')),
  ...recordRoutes('taxes', 'catalogue:taxes', 'catalogue:tax', () => import('./taxes.ts')),
];
