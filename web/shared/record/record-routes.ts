/** The routes of a record: its list, a new one, and one by its identifier, all in one chunk. */
import type { ComponentType } from 'react';
import type { ScreenRoute } from '../../shell/screen.ts';
import { tableSearch } from '../table/table-search.ts';

/** What the module of a record exports. */
export interface RecordScreens {
  readonly Table: ComponentType;
  readonly Form: ComponentType;
}

/** The page of the one record of a resource: settings. */
export function singletonRoute(
  path: string,
  resource: string,
  title: string,
  load: () => Promise<Pick<RecordScreens, 'Form'>>,
): ScreenRoute {
  return { path, permission: `${resource}/show`, title, load: async () => (await load()).Form };
}

/** `recordRoutes('/settings/brands', 'brands', 'catalogue:brands', 'catalogue:brand', () => import('../../catalogue/brands.ts'))` */
export function recordRoutes(
  path: string,
  resource: string,
  title: string,
  titleOfOne: string,
  load: () => Promise<RecordScreens>,
): readonly ScreenRoute[] {
  const form = async () => (await load()).Form;
  return [
    { path, permission: `${resource}/index`, title, search: tableSearch, load: async () => (await load()).Table },
    { path: `${path}/new`, permission: `${resource}/store`, title: titleOfOne, load: form },
    { path: `${path}/$id`, permission: `${resource}/show##${resource}/update`, title: titleOfOne, load: form },
  ];
}
