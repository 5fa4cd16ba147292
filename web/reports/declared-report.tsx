/** The screen of a report without special features, from its declaration (`domain/registry/reports.ts`). */
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type {
  ReportColumn as Declared,
  ReportDeclaration,
  ReportFilter,
  ReportTable,
} from '../../domain/registry/report-declaration.ts';
import type { Row } from '../shared/api/list.ts';
import { listThatFits } from '../shared/api/wire.ts';
import type { ChartData } from '../shared/chart/chart-data.ts';
import { Day } from '../shared/controls/amount.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { amountColumn, figureColumn, inUnitsColumn, named, summed } from '../shared/report/columns.tsx';
import { AS_AT, choice, FROM, KNOWN_AT, OUTLET, type ReportColumn, type Target } from '../shared/report/declaration.ts';
import type { ReportContext } from '../shared/report/report-context.ts';
import { DocumentLink, documentWords, LINK } from '../shared/report/report-links.tsx';
import { screenOf } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { useCan } from '../shared/session/session.ts';
import type { UnitPart } from '../shared/typing/unit-text.ts';

interface Answer {
  readonly position: string;
  readonly data: readonly Row[];
  readonly totals?: Readonly<Record<string, string | null>>;
}

const USUAL = new Map([AS_AT, KNOWN_AT, FROM, OUTLET].map((filter) => [filter.name, filter]));
const LOOKUPS: Readonly<Record<string, string>> = {
  inventory_fk: 'inventories',
  item_fk: 'items',
  supplier_fk: 'suppliers',
  category_fk: 'categories',
};

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

/** The link of a row: its address with fields of the row and parameters of the report. */
const targetOf =
  ({ to, fields, parameters, filters = [] }: NonNullable<Declared['link']>, search: ReportSearch) =>
  (row: Row): Target => {
    const named = [...fields.map((key) => [key, key]), ...filters.map((key) => [`filter[${key}]`, key])] as const;
    const own = Object.fromEntries(named.map(([name, key = '']) => [name, inAddress(row[key])]));
    return { to, search: { ...own, ...carried(search, parameters) } };
  };

function columnOf(
  column: Declared,
  { search, currency }: ReportContext,
  answer: Answer | undefined,
): ReportColumn<Row> {
  const { name, kind, field = name, width, isMinor, words, tones = {}, link, isSummed, isCompared } = column;
  const value = (row: Row) => String(row[field] ?? '');
  const own = {
    name,
    label: `report:columns.${name}`,
    text: value,
    ...(width === undefined ? {} : { width }),
    ...(isMinor ? { isMinor } : {}),
  };
  if (link && kind === 'action') {
    const target = targetOf(link, search);
    const action = { name, permission: column.permission ?? '' };
    return { ...own, isOnScreenOnly: true, cell: (row) => <RowAction {...action} target={target(row)} /> };
  }
  if (link) return named(own, targetOf(link, search));
  const sums = isSummed ? summed({ totals: answer?.totals ?? {} }, field) : {};
  const figure = { text: value, ...sums, ...(isCompared ? { compare: true } : {}) };
  switch (kind) {
    case 'number':
      return figureColumn(name, figure);
    case 'amount':
      return amountColumn(name, currency, figure);
    case 'units':
      return inUnitsColumn((row) => listThatFits<UnitPart>(row['in_units'], { quantity: 'string' }));
    case 'date':
      return { ...own, sheet: 'date', cell: (row) => (value(row) === '' ? null : <Day value={value(row)} />) };
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

interface RowActionProps {
  readonly name: string;
  readonly permission: string;
  readonly target: Target;
}

/** A link to a new document about the row, for who may enter it. */
function RowAction({ name, permission, target: { to, search } }: RowActionProps) {
  const can = useCan();
  if (!can(permission)) return null;
  return (
    <Link to={to} search={search} className={LINK}>
      {say(`report:actions.${name}`)}
    </Link>
  );
}

/** Bars of one amount of each row, which lead where the name of the row leads. */
function chartOf({ columns, chart }: ReportTable, title: string) {
  if (!chart) return undefined;
  const named = columns.find((column) => column.name === chart.name);
  return ({ data, totals }: Answer, { search, currency }: ReportContext): ChartData | undefined => {
    if (totals?.[chart.amount] === null) return undefined;
    const target = named?.link && targetOf(named.link, search);
    return {
      title: say(title),
      of: 'names',
      categories: data.map((row, index) => ({
        key: String(index),
        label: String(row[named?.field ?? chart.name] ?? ''),
        target: target?.(row),
      })),
      series: [
        {
          name: chart.amount,
          label: say(`report:columns.${chart.amount}`, { currency: currency.symbol }),
          tone: 'accent',
          values: data.map((row) => String(row[chart.amount] ?? '0')),
        },
      ],
      unit: currency.symbol,
      decimals: currency.decimals,
    };
  };
}

/** A column of sums that the person may not see is left out. */
const isSeen = ({ isSummed, field, name }: Declared, answer: Answer | undefined): boolean =>
  !isSummed || answer?.totals?.[field ?? name] !== null;

/** Make it once, outside of components. */
export function declaredReport({ name, permission }: ReportDeclaration, table: ReportTable): ComponentType {
  const title = `names:${name}`;
  const chart = chartOf(table, title);
  return screenOf<Answer, Row>({
    endpoint: permission,
    title,
    filters: table.filters.map(filterOf),
    paged: true,
    rows: ({ data }) => data,
    rowKey: (row) => table.rowKey.map((key) => row[key]).join(' '),
    columns: (answer, context) =>
      table.columns.filter((column) => isSeen(column, answer)).map((column) => columnOf(column, context, answer)),
    ...(chart ? { chart } : {}),
    // Rows have links to their details instead of explained figures.
    explains: () => undefined,
  });
}
