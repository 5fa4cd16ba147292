/** The address of a saved view, for recognising it independent of page and row. */
import { parseSearch, stringifySearch } from '../navigation/search-params.ts';
import { type TableSearch, tableSearch } from './table-search.ts';

/** Filters, sort and layout; not the page, the side panel or the open search form. */
export function viewAddress(search: TableSearch): string {
  const { page: _page, panel: _panel, advanced: _advanced, ...kept } = search;
  return stringifySearch(Object.fromEntries(Object.entries(kept).toSorted(([a], [b]) => a.localeCompare(b))));
}

export const searchOfView = (address: string): TableSearch => tableSearch(parseSearch(address));

/** True for the same view, in any order of parameters. */
export const isSameView = (address: string, search: TableSearch): boolean =>
  viewAddress(searchOfView(address)) === viewAddress(search);
