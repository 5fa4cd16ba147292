/**
 * The routes of a document. `path/new` and `path/{id}` are one screen: what it is now decides whether it is
 * edited or read. The specification's `upsert/…` and `view/…` lead to the same.
 */
import type { ComponentType } from 'react';
import { documentPage } from '../../shell/document-pages.ts';
import type { ScreenRoute } from '../../shell/screen.ts';
import { tableSearch } from '../table/table-search.ts';

export interface DocumentScreens {
  readonly resource: string;
  /** Where it has a place and names of its own: not those of its kind in the menu. */
  readonly place?: { readonly path: string; readonly title: string; readonly titleOfOne: string };
  /** Search parameters of the editor: where a new document comes from. */
  readonly search?: ScreenRoute['search'];
  readonly table: () => Promise<ComponentType>;
  readonly editor: () => Promise<ComponentType>;
}

function placeOf(resource: string): NonNullable<DocumentScreens['place']> {
  const { kind, path } = documentPage(resource);
  return { path, title: `documents:${kind}.many`, titleOfOne: `documents:${kind}.one` };
}

export function documentRoutes(screens: DocumentScreens): readonly ScreenRoute[] {
  const { resource, search, table, editor } = screens;
  const { path, title, titleOfOne } = screens.place ?? placeOf(resource);
  const one = { title: titleOfOne, ...(search ? { search } : {}) };
  const show = `${resource}/show##${resource}/update`;
  return [
    { path, permission: `${resource}/index`, title, search: tableSearch, load: table },
    { ...one, path: `${path}/$id`, permission: `${show}##${resource}/store`, load: editor },
    { ...one, path: `${path}/upsert/$id`, permission: `${resource}/store##${resource}/update`, load: editor },
    { ...one, path: `${path}/view/$id`, permission: show, load: editor },
  ];
}

/** Of documents that a till makes: the list, and a page of each; the specification's `edit/…` leads there too. */
export function shownRoutes({ resource, table, editor }: DocumentScreens): readonly ScreenRoute[] {
  const { path, title, titleOfOne } = placeOf(resource);
  const pages = ['$id', 'view/$id', 'edit/$id'].map((page) => `${path}/${page}`);
  return [
    { path, permission: `${resource}/index`, title, search: tableSearch, load: table },
    ...pages.map((page) => ({ path: page, title: titleOfOne, permission: `${resource}/show`, load: editor })),
  ];
}
