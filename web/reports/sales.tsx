import { SALES_GROUPS } from '../../domain/registry/reports.ts';
import { Day } from '../shared/controls/amount.tsx';
import { say } from '../shared/language/language.ts';
import { amountColumn, Followed, figureColumn, summed } from '../shared/report/columns.tsx';
import { choice, PERIOD, type ReportColumn, type ReportFilter } from '../shared/report/declaration.ts';
import { OWN_CATEGORY } from '../shared/report/linked-filters.ts';
import { DocumentLink } from '../shared/report/report-links.tsx';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { formatDate } from '../shared/typing/date-words.ts';
import { groupIn, HOURS, hourName, invoicesOf, nameOf, WEEKDAYS, weekdayName } from './sales-groups.ts';
import { type SalesRow, withItems } from './sales-row.ts';

const lookup = (name: string, resource: string, label: string): ReportFilter => ({
  name,
  kind: 'lookup',
  resource,
  label: `report:filters.${label}`,
});

const option = (name: string, values: readonly string[], nameOf: (value: string) => string): ReportFilter => ({
  name,
  kind: 'option',
  label: `report:filters.${name}`,
  // Read when it is shown, in the language of that moment.
  get words() {
    return values.map((value) => ({ value, label: nameOf(value) }));
  },
});

export const Report = reportScreen({
  endpoint: 'reports/sales',
  title: 'names:sales_report',
  filters: [
    ...PERIOD,
    choice('group', ...SALES_GROUPS),
    choice('details', 'without_details', '1'),
    lookup('consumer_id', 'customers', 'customers'),
    lookup('salesman_fk', 'salesmen', 'salesman'),
    lookup('category_fk', 'categories', 'category'),
    OWN_CATEGORY,
    lookup('item_fk', 'items', 'item'),
    option('weekday', WEEKDAYS, weekdayName),
    option('hour', HOURS, hourName),
  ],
  paged: true,
  rows: ({ data }) => withItems(data),
  rowKey: ({ key }) => key,
  // The figures of an invoice are the sums of its items.
  partOf: ({ key, item }) => (item ? { whole: key.slice(0, key.indexOf(' ')) } : undefined),
  strong: ({ item, items }) => item === undefined && items.length > 0,
  chart: ({ data }, { search, currency }) => {
    const partsOf = invoicesOf(search);
    const isTime = ['day', 'month', 'weekday', 'hour'].includes(groupIn(search));
    return {
      title: say('names:sales_report'),
      of: isTime ? 'time' : 'names',
      categories: data.map((row) => ({
        key: row.key,
        label: groupIn(search) === 'day' ? formatDate(row.key) : nameOf(row, groupIn(search)),
        target: partsOf(row),
      })),
      series: [
        {
          name: 'revenue',
          label: say('report:columns.revenue', { currency: currency.symbol }),
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
      ...(answer && answer.totals['profit'] !== null
        ? [
            figure('cost'),
            figure('profit', true),
            figureColumn<SalesRow>('margin', { total: answer.totals['margin'], compare: true }),
          ]
        : []),
    ];
  },
  explains: ({ column: of, row, place }) => {
    if (place === 'total') return { figure: { of } };
    if (!row) return undefined;
    const [key = ''] = row.key.split(' ');
    return { figure: { key: key || 'none', ...(row.item ? { item_fk: row.item.item_fk ?? 'none' } : {}), of } };
  },
});

function nameColumns(search: ReportSearch): ReportColumn<SalesRow>[] {
  const group = groupIn(search);
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
        text: (row) => nameOf(row, group),
        cell: (row) =>
          row.item ? (
            <span className="ps-5 font-normal">
              <bdi>{nameOf(row, group)}</bdi>
            </span>
          ) : (
            <DocumentLink kind={row.document_kind ?? ''} id={row.document_id ?? 0} number={row.name} />
          ),
      },
      { name: 'party', label: 'report:columns.party', text: (row) => (row.item ? '' : (row.party_name ?? '')) },
    ];
  }
  const isDay = group === 'day';
  const partsOf = invoicesOf(search);
  return [
    {
      name: 'name',
      label: `report:columns.of_${group}`,
      text: (row) => nameOf(row, group),
      ...(isDay ? { sheet: 'date' as const } : {}),
      cell: (row) => (
        <Followed target={partsOf(row)}>{isDay ? <Day value={row.key} /> : <bdi>{nameOf(row, group)}</bdi>}</Followed>
      ),
    },
  ];
}
