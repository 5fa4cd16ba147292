/** The screen of a report that is a table and no more, made from its declaration (`domain/reports.ts`). */
import type { ComponentType } from 'react';
import type { ReportColumn as Declared, ReportDeclaration, ReportFilter, ReportTable } from '../../domain/reports.ts';
import type { Row } from '../shared/api/list.ts';
import { Day } from '../shared/controls/amount.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { figureColumn, named } from '../shared/report/columns.tsx';
import { AS_AT, choice, FROM, KNOWN_AT, OUTLET, type ReportColumn } from '../shared/report/declaration.ts';
import type { ReportContext } from '../shared/report/report-context.ts';
import { DocumentLink, documentWords } from '../shared/report/report-links.tsx';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';

interface Answer {
  readonly position: string;
  readonly data: readonly Row[];
}

const USUAL = new Map([AS_AT, KNOWN_AT, FROM, OUTLET].map((filter) => [filter.name, filter]));
const LOOKUPS: Readonly<Record<string, string>> = { inventory_fk: 'inventories', item_fk: 'items' };

function filterOf({ name, options, isText }: ReportFilter) {
  if (isText) return { name, kind: 'text', label: `report:filters.${name}` } as const;
  if (options) return choice(name, ...options);
  const usual = USUAL.get(name);
  const resource = LOOKUPS[name];
  if (usual || !resource) return usual ?? choice(name);
  return { name, kind: 'lookup', resource, label: `report:filters.${name.replace(/_fk$/, '')}` } as const;
}

const inAddress = (value: unknown): ReportSearch[string] =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

function columnOf(column: Declared, { search }: ReportContext): ReportColumn<Row> {
  const { name, kind, field = name, width, words, tones = {}, link } = column;
  const value = (row: Row) => String(row[field] ?? '');
  const own = { name, label: `report:columns.${name}`, text: value, ...(width === undefined ? {} : { width }) };
  if (link) {
    const parameters = carried(search, [...link.parameters]);
    const fields = (row: Row) => Object.fromEntries(link.fields.map((key) => [key, inAddress(row[key])]));
    return named(own, (row) => ({ to: link.to, search: { ...fields(row), ...parameters } }));
  }
  switch (kind) {
    case 'number':
      return figureColumn(name, { text: value });
    case 'date':
      return { ...own, sheet: 'date', cell: (row) => <Day value={value(row)} /> };
    case 'word': {
      const text = (row: Row) => say(`report:${words ?? name}.${value(row)}`);
      return { ...own, text, cell: (row) => <StatusChip tone={tones[value(row)] ?? 'neutral'} label={text(row)} /> };
    }
    case 'document': {
      const of = (row: Row) => ({ kind: String(row['document_kind']), id: Number(row['document_id']) });
      const number = (row: Row) => (typeof row['number'] === 'string' ? row['number'] : null);
      const isNamed = (row: Row) => typeof row['document_kind'] === 'string';
      return {
        ...own,
        text: (row) => (isNamed(row) ? documentWords({ ...of(row), number: number(row) }) : ''),
        cell: (row) => (isNamed(row) ? <DocumentLink {...of(row)} number={number(row)} /> : null),
      };
    }
    default:
      return own;
  }
}

/** Make it once, outside of components. */
export function declaredReport({ name, permission }: ReportDeclaration, table: ReportTable): ComponentType {
  return reportScreen<Answer, Row>({
    endpoint: permission,
    title: `names:${name}`,
    filters: table.filters.map(filterOf),
    paged: true,
    rows: ({ data }) => data,
    rowKey: (row) => table.rowKey.map((key) => row[key]).join(' '),
    columns: (_answer, context) => table.columns.map((column) => columnOf(column, context)),
    // What its rows are made of is behind their links.
    explains: () => undefined,
  });
}
