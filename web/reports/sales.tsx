import { Day } from '../shared/controls/amount.tsx';
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { amountColumn, Followed, figureColumn, summed } from '../shared/report/columns.tsx';
import { choice, PERIOD, type ReportColumn, type Target } from '../shared/report/declaration.ts';
import { DocumentLink } from '../shared/report/report-links.tsx';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { formatDate } from '../shared/typing/date-words.ts';
import type { SalesRow } from './sales-row.ts';

export type { SalesRow } from './sales-row.ts';

interface Sales {
  readonly position: string;
  readonly data: readonly SalesRow[];
  readonly totals: Readonly<Record<string, string | null>>;
  readonly earlier: Readonly<Record<string, string>>;
}

/** Below its invoice, each item is a row with figures of its own. */
function withItems(data: readonly SalesRow[]): SalesRow[] {
  return data.flatMap((row) => [
    row,
    ...row.items.map(
      (item): SalesRow => ({ ...EMPTY, ...row, ...item, items: [], item, key: `${row.key} ${item.item_fk}` }),
    ),
  ]);
}
const EMPTY = { delivery: '', tax: '', total: '', cost: '', profit: '', documents: '' };

export const Report = reportScreen<Sales, SalesRow>({
  endpoint: 'reports/sales',
  title: 'names:sales_report',
  filters: [
    ...PERIOD,
    { name: 'consumer_id', kind: 'lookup', resource: 'customers', label: 'report:filters.customers' },
    choice('group', 'day', 'month', 'outlet', 'customer', 'invoice'),
    choice('details', 'without_details', '1'),
  ],
  paged: true,
  rows: ({ data }) => withItems(data),
  rowKey: ({ key }) => key,
  // What an invoice sold is its items'.
  partOf: ({ key, item }) => (item ? { whole: key.slice(0, key.indexOf(' ')) } : undefined),
  strong: ({ item, items }) => item === undefined && items.length > 0,
  chart: ({ data }, { search, currency }) => {
    const partsOf = invoicesOf(search);
    const isTime = search['group'] === undefined || search['group'] === 'month';
    return {
      title: say('names:sales_report'),
      of: isTime ? 'time' : 'names',
      categories: data.map((row) => ({ key: row.key, label: chartName(row, search), target: partsOf(row) })),
      series: [
        {
          name: 'revenue',
          label: say('report:columns.revenue'),
          tone: 'accent',
          values: data.map(({ revenue }) => revenue),
        },
      ],
      unit: currency.symbol,
      decimals: currency.decimals,
    };
  },
  columns: (answer, { search, currency }) => {
    const figure = (name: string, compare = false) =>
      amountColumn<SalesRow>(name, currency, {
        blankZero: true,
        compare,
        ...summed(answer, name),
        ...(name === 'profit' ? { difference: ['revenue', 'cost'] as const } : {}),
      });
    return [
      ...nameColumns(search),
      ...(search['group'] === 'invoice'
        ? [
            figureColumn<SalesRow>('quantity', {
              label: 'report:columns.sold',
              text: (row) => row.item?.quantity ?? '',
            }),
          ]
        : [figureColumn<SalesRow>('documents')]),
      figure('gross'),
      figure('returns'),
      figure('discounts'),
      figure('revenue', true),
      figure('delivery'),
      figure('tax'),
      figure('total', true),
      ...(answer && answer.totals['profit'] !== null ? [figure('cost'), figure('profit', true)] : []),
    ];
  },
  explains: ({ column: of, row, place }) => {
    if (place === 'total') return { figure: { of } };
    if (!row) return undefined;
    const [key = ''] = row.key.split(' ');
    return { figure: { key: key || 'none', ...(row.item ? { item_fk: row.item.item_fk ?? 'none' } : {}), of } };
  },
});

export function nameOf({ name, key, item }: SalesRow): string {
  if (item) return item.item_name ?? say('reports:no_item');
  return name ?? (key === '' ? say('reports:no_customer') : key);
}

const chartName = (row: SalesRow, { group }: ReportSearch): string =>
  group === undefined ? formatDate(row.key) : nameOf(row);

function nameColumns(search: ReportSearch): ReportColumn<SalesRow>[] {
  const { group } = search;
  if (group === 'invoice') {
    return [
      {
        name: 'date',
        label: 'report:columns.date',
        sheet: 'date',
        width: '100px',
        text: (row) => row.date ?? '',
        cell: (row) => (row.item ? null : <Day value={row.date} />),
      },
      {
        name: 'document',
        label: 'report:columns.document',
        width: '170px',
        text: nameOf,
        cell: (row) =>
          row.item ? (
            <span className="ps-5 font-normal">
              <bdi>{nameOf(row)}</bdi>
            </span>
          ) : (
            <DocumentLink kind={row.document_kind ?? ''} id={row.document_id ?? 0} number={row.name} />
          ),
      },
      { name: 'party', label: 'report:columns.party', text: (row) => (row.item ? '' : (row.party_name ?? '')) },
    ];
  }
  const isDay = group === undefined;
  const partsOf = invoicesOf(search);
  return [
    {
      name: 'name',
      label: `report:columns.of_${group === undefined ? 'day' : group}`,
      text: nameOf,
      ...(isDay ? { sheet: 'date' as const } : {}),
      cell: (row) => (
        <Followed target={partsOf(row)}>{isDay ? <Day value={row.key} /> : <bdi>{nameOf(row)}</bdi>}</Followed>
      ),
    },
  ];
}

/** Of a day, month, outlet or customer: its invoices. */
function invoicesOf(search: ReportSearch) {
  const times = carried(search, ['known_at', 'outlet_fk', 'consumer_id']);
  const invoices = (more: ReportSearch): Target => ({
    to: '/reports/sales',
    search: { ...carried(search, ['from', 'as_at']), ...times, group: 'invoice', details: 1, ...more },
  });
  return ({ key, item }: SalesRow): Target | undefined => {
    const id = Number(key.slice(key.lastIndexOf('-') + 1));
    if (item || (key === '' && search['group'] === 'customer')) return undefined;
    if (search['group'] === undefined) return invoices({ from: key, as_at: key });
    if (search['group'] === 'month') return invoices({ from: `${key}-01`, as_at: lastOf(key) });
    if (search['group'] === 'outlet') return invoices({ outlet_fk: Number(key) });
    return search['group'] === 'customer' ? invoices({ consumer_id: id }) : undefined;
  };
}

function lastOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
