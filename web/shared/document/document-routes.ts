/**
 * The routes of a document. `path/new` and `path/{id}` are one screen: its status decides whether it is editable. The
 * specification's `upsert/…` and `view/…` lead to it too.
 */
import type { ComponentType } from 'react';
import { documentPage } from '../navigation/document-pages.ts';
import type { ScreenRoute } from '../navigation/screen.ts';
import { readWholeNumber } from '../report/report-search.ts';
import { tableSearch } from '../table/table-search.ts';

/** The exports of a list's module, and of an editor's. */
interface List {
  readonly Table: ComponentType;
}
interface OneDocument {
  readonly Editor: ComponentType;
}

/** One module, or two when a list is loaded without its editor. */
type Screens = (() => Promise<List & OneDocument>) | { list: () => Promise<List>; editor: () => Promise<OneDocument> };

interface Place {
  readonly path: string;
  readonly title: string;
  readonly titleOfOne: string;
}

interface More {
  /** Its own address and names, when they differ from its kind's in the menu. */
  readonly place?: Place;
  /** Search parameters of the editor: the source of a new document. */
  readonly search?: ScreenRoute['search'];
}

function placeOf(resource: string): Place {
  const { kind, path } = documentPage(resource);
  return { path, title: `documents:${kind}.many`, titleOfOne: `documents:${kind}.one` };
}

function loadsOf(screens: Screens) {
  const { list, editor } = typeof screens === 'function' ? { list: screens, editor: screens } : screens;
  return { table: async () => (await list()).Table, editor: async () => (await editor()).Editor };
}

/** `documentRoutes('incomes', () => import('./incomes.tsx'))` */
export function documentRoutes(resource: string, screens: Screens, more: More = {}): readonly ScreenRoute[] {
  const { table, editor } = loadsOf(screens);
  const { path, title } = more.place ?? placeOf(resource);
  return [
    { path, permission: `${resource}/index`, title, search: tableSearch, load: table },
    ...documentPages(resource, editor, more),
  ];
}

/** The pages of one document without its lists. */
export function documentPages(
  resource: string,
  editor: () => Promise<ComponentType>,
  more: More = {},
): readonly ScreenRoute[] {
  const { path, titleOfOne } = more.place ?? placeOf(resource);
  const one = { title: titleOfOne, ...(more.search ? { search: more.search } : {}) };
  const show = `${resource}/show##${resource}/update`;
  return [
    { ...one, path: `${path}/$id`, permission: `${show}##${resource}/store`, load: editor },
    { ...one, path: `${path}/upsert/$id`, permission: `${resource}/store##${resource}/update`, load: editor },
    { ...one, path: `${path}/view/$id`, permission: show, load: editor },
  ];
}

/** For documents that tills create: the list, and a read-only page; the specification's `edit/…` leads there too. */
export function shownRoutes(resource: string, screens: Screens): readonly ScreenRoute[] {
  const { table, editor } = loadsOf(screens);
  const { path, title, titleOfOne } = placeOf(resource);
  const pages = ['$id', 'view/$id', 'edit/$id'].map((page) => `${path}/${page}`);
  return [
    { path, permission: `${resource}/index`, title, search: tableSearch, load: table },
    ...pages.map((page) => ({ path: page, title: titleOfOne, permission: `${resource}/show`, load: editor })),
  ];
}

/** The source of a new document from the address: `?sale=12`, or `?unlinked=true` without one. */
export const madeOf =
  (parameter: string): NonNullable<ScreenRoute['search']> =>
  (search) => {
    const of = readWholeNumber(search[parameter]);
    if (of !== undefined) return { [parameter]: of };
    return search['unlinked'] === true || search['unlinked'] === 'true' ? { unlinked: true } : {};
  };
