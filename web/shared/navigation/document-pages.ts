/** The pages of documents: the screens of the menu that list a kind of document. */
import { entriesOf, MENU } from './menu-table.ts';

export interface DocumentPage {
  readonly kind: string;
  readonly resource: string;
  /** Path of the list; the page of one document is `path/{id}`. */
  readonly path: string;
}

const pages: readonly DocumentPage[] = MENU.flatMap(entriesOf).flatMap(({ kind, path, permission }) =>
  kind === undefined ? [] : [{ kind, path, resource: permission.slice(0, permission.indexOf('/')) }],
);
const byResource = new Map(pages.map((page) => [page.resource, page]));

/** Keyed by kind. Documents without a list in the menu (of the till, of a year's close) have none. */
export const DOCUMENT_PAGES: ReadonlyMap<string, DocumentPage> = new Map(pages.map((page) => [page.kind, page]));

/** Throws RangeError for a resource without a page in the menu. */
export function documentPage(resource: string): DocumentPage {
  const page = byResource.get(resource);
  if (!page) throw new RangeError(`no page of ${resource} in the menu`);
  return page;
}
