/** The address of a saved view, so that the same view is recognised whatever page or row is open. */
import { parseSearch, stringifySearch } from '../../shell/search-params.ts';
import { type TableSearch, tableSearch } from './table-search.ts';

/** What narrows, sorts and arranges the rows; not the page, the side panel or the open search form. */
export function viewAddress(search: TableSearch): string {
  const { page: _page, panel: _panel, advanced: _advanced, ...kept } = search;
  return stringifySearch(Object.fromEntries(Object.entries(kept).toSorted(([a], [b]) => a.localeCompare(b))));
}

export const searchOfView = (address: string): TableSearch => tableSearch(parseSearch(address));

/** The same view, written in whatever order. */
export const isSameView = (address: string, search: TableSearch): boolean =>
  viewAddress(searchOfView(address)) === viewAddress(search);
