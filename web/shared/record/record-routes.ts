/** The routes of a record: list, new record, and existing record, all in one chunk. */
import type { ComponentType } from 'react';
import { resourceOf } from '../api/resources.ts';
import type { ScreenRoute } from '../navigation/screen.ts';
import { tableSearch } from '../table/table-search.ts';

/** The exports of a record's module. */
export interface RecordScreens {
  readonly Table: ComponentType;
  readonly Form: ComponentType;
}

/** The page of a resource's only record: settings. */
export function singletonRoute(
  path: string,
  resource: string,
  title: string,
  load: () => Promise<Pick<RecordScreens, 'Form'>>,
): ScreenRoute {
  return { path, permission: `${resource}/show`, title, load: async () => (await load()).Form };
}

/** A list whose rows have no pages, or different ones. */
export const listRoute = (
  path: string,
  permission: string,
  title: string,
  load: () => Promise<Pick<RecordScreens, 'Table'>>,
): ScreenRoute => ({ path, permission, title, search: tableSearch, load: async () => (await load()).Table });

/** `recordRoutes('brands', 'catalogue:brands', 'catalogue:brand', () => import('./brands.ts'))` */
export function recordRoutes(
  resource: string,
  title: string,
  titleOfOne: string,
  load: () => Promise<RecordScreens>,
  path = resourceOf(resource).path,
): readonly ScreenRoute[] {
  if (path === undefined) throw new RangeError(`no page of ${resource}`);
  const form = async () => (await load()).Form;
  return [
    listRoute(path, `${resource}/index`, title, load),
    { path: `${path}/new`, permission: `${resource}/store`, title: titleOfOne, load: form },
    { path: `${path}/$id`, permission: `${resource}/show##${resource}/update`, title: titleOfOne, load: form },
  ];
}
