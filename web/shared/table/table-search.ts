/** Validates a table's parameters in the address; routes need it before the table is loaded. */

export interface TableSearch {
  readonly search?: string;
  readonly page?: number;
  readonly per_page?: number;
  readonly sortColumn?: string;
  readonly sortDir?: 'asc' | 'desc';
  /** Default: cards in a narrow window, otherwise rows. */
  readonly view?: 'cards' | 'rows';
  /** The shown columns in order: `number,date,total`; default the person's own. */
  readonly columns?: string;
  /** Id of the row in the side panel. */
  readonly panel?: number;
  /** Whether the advanced search is open. */
  readonly advanced?: true;
  /** `filter[field]` */
  readonly [filter: `filter[${string}]`]: string | undefined;
}

const FILTER = /^filter\[([a-z0-9_]+)\]$/;

/** The validator of every table screen: drops unknown parameters, so that old addresses remain valid. */
export function tableSearch(search: Readonly<Record<string, unknown>>): TableSearch {
  const filters = Object.entries(search).filter(([name, value]) => FILTER.test(name) && (value ?? '') !== '');
  return prune({
    search: text(search.search),
    page: whole(search.page),
    per_page: whole(search.per_page),
    sortColumn: text(search.sortColumn),
    sortDir: search.sortDir === 'asc' || search.sortDir === 'desc' ? search.sortDir : undefined,
    view: search.view === 'cards' || search.view === 'rows' ? search.view : undefined,
    columns: columnList(search.columns),
    panel: whole(search.panel),
    advanced: search.advanced === 'true' || search.advanced === true ? true : undefined,
    ...Object.fromEntries(filters.map(([name, value]) => [name, String(value)])),
  });
}

function columnList(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z0-9_.]+(,[a-z0-9_.]+)*$/.test(value) ? value : undefined;
}

export const columnsOf = ({ columns }: TableSearch): readonly string[] => columns?.split(',') ?? [];

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function whole(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

function prune(search: Record<string, unknown>): TableSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as TableSearch;
}

export function filtersOf(search: TableSearch): Readonly<Record<string, string>> {
  const found = Object.entries(search).flatMap(([name, value]) => {
    const field = FILTER.exec(name)?.[1];
    return field && value !== undefined ? [[field, String(value)]] : [];
  });
  return Object.fromEntries(found);
}
