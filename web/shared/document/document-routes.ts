/**
 * The routes of a document. `path/new` and `path/{id}` are one screen: what it is now decides whether it is
 * edited or read. The specification's `upsert/…` and `view/…` lead to the same.
 */
import type { ComponentType } from 'react';
import type { ScreenRoute } from '../../shell/screen.ts';
import { tableSearch } from '../table/table-search.ts';

export interface DocumentScreens {
  readonly path: string;
  readonly resource: string;
  readonly title: string;
  readonly titleOfOne: string;
  /** Search parameters of the editor: where a new document comes from. */
  readonly search?: ScreenRoute['search'];
  readonly table: () => Promise<ComponentType>;
  readonly editor: () => Promise<ComponentType>;
}

export function documentRoutes({
  path,
  resource,
  title,
  titleOfOne,
  search,
  table,
  editor,
}: DocumentScreens): readonly ScreenRoute[] {
  const one = { title: titleOfOne, ...(search ? { search } : {}) };
  const show = `${resource}/show##${resource}/update`;
  return [
    { path, permission: `${resource}/index`, title, search: tableSearch, load: table },
    { ...one, path: `${path}/$id`, permission: `${show}##${resource}/store`, load: editor },
    { ...one, path: `${path}/upsert/$id`, permission: `${resource}/store##${resource}/update`, load: editor },
    { ...one, path: `${path}/view/$id`, permission: show, load: editor },
  ];
}
