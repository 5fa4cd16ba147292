/** The parameters of a paged list, from its declaration: unknown names are refused with 400. */
import { type Static, type TSchema, Type } from 'typebox';
import { AmountRange, DayRange, Flag, PageText, PerPageText, SearchText, WordsOf } from '../http/query.schema.ts';
import type { ListRequest } from './list-request.ts';
import type { Column, ColumnKind, ListSource } from './list-source.ts';

const FILTERS: Readonly<Record<ColumnKind, () => TSchema>> = {
  text: () => Type.String({ maxLength: 140 }),
  /** One or more. */
  id: () => Type.String({ pattern: '^\\d{1,9}(,\\d{1,9}){0,199}$' }),
  long_id: () => Type.String({ pattern: '^\\d{1,15}(,\\d{1,15}){0,199}$' }),
  word: () => Type.String({ pattern: '^[a-z0-9_]{1,40}(,[a-z0-9_]{1,40}){0,19}$' }),
  flag: Flag,
  date: DayRange,
  moment: DayRange,
  amount: AmountRange,
};

const Basic = {
  search: Type.Optional(SearchText()),
  sortDir: Type.Optional(Type.Enum(['asc', 'desc'])),
  per_page: Type.Optional(PerPageText()),
  page: Type.Optional(PageText()),
  is_paginated: Type.Optional(Flag()),
  show_all: Type.Optional(Flag()),
  /** A look-up offers inactive records too, as filters do; deleted ones stay out. */
  show_inactive: Type.Optional(Flag()),
};
type BasicQuery = Static<ReturnType<typeof basicObject>> & { readonly sortColumn?: string; readonly column?: string };
const basicObject = () => Type.Object(Basic);

/** `extra` are parameters of one endpoint only. */
export function listQuerySchema(
  columns: Readonly<Record<string, Column>>,
  extra: Record<string, TSchema> = {},
): TSchema {
  const filters = Object.entries(columns)
    .filter(([, column]) => column.filter !== null)
    .map(([name, { kind, values }]) => {
      const filter = kind === 'word' && values ? WordsOf(values) : FILTERS[kind]();
      return [`filter[${name}]`, Type.Optional(filter)] as const;
    });
  const sortable = Object.keys(columns).filter((name) => columns[name]?.sort !== null);
  return Type.Object(
    { ...Basic, ...sortedBy(sortable), ...Object.fromEntries(filters), ...extra },
    { additionalProperties: false },
  );
}

/** The specification uses both names (section 7: `column` of outlets_index). */
function sortedBy(sortable: readonly string[]): Record<'sortColumn' | 'column', TSchema> {
  const column = Type.Optional(Type.Enum([...sortable]));
  return { sortColumn: column, column };
}

/** The default sort is descending (specification, section 9), except look-ups, which are alphabetical. */
export function readListQuery(query: Readonly<Record<string, string>>, source: ListSource, zone: string): ListRequest {
  const basic = query as BasicQuery;
  const filters = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const column = /^filter\[(\w+)\]$/.exec(name)?.[1];
    if (column !== undefined && value !== '' && value !== ',') filters.set(column, value);
  }
  const requested = basic.sortColumn ?? basic.column;
  return {
    search: basic.search ?? '',
    sortColumn: requested ?? source.sortedBy.column,
    sortDir: basic.sortDir ?? (requested === undefined ? source.sortedBy.dir : 'desc'),
    perPage: Number(basic.per_page ?? '10'),
    page: Number(basic.page ?? '1'),
    filters,
    zone,
    showAll: basic.show_all === '1',
    showInactive: basic.show_inactive === '1',
    paginated: basic.is_paginated !== '0',
  };
}
