/** Revenue and cost by item, and the items sold most; items link to their movements. */

import type { Reads } from '../shared/api/read.ts';
import type { ChartData } from '../shared/chart/chart-data.ts';
import type { Explains } from '../shared/explain/figure-name.ts';
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { amountColumn, figureColumn, named, summed } from '../shared/report/columns.tsx';
import { choice, PERIOD, type ReportColumn, type Target } from '../shared/report/declaration.ts';
import type { ReportContext } from '../shared/report/report-context.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';

type Items = Reads['reports/items_profits' | 'reports/most_active_items'];
type ItemRow = Items['data'][number];

/** An item, lines without an item, or the sums of all. */
const explains: Explains<Items, ItemRow> = ({ column: of, row, place }) => {
  if (place === 'total') return { figure: { of } };
  return row && { figure: { item_fk: row.item_fk ?? 'none', of } };
};

const itemName = ({ item_fk, item_name }: ItemRow): string =>
  item_fk === null ? say('reports:no_item') : (item_name ?? '');

function movementsOf({ item_fk }: ItemRow, search: ReportSearch): Target | undefined {
  if (item_fk === null) return undefined;
  return { to: '/reports/item-transaction', search: { ...carried(search, ['from', 'as_at', 'known_at']), item_fk } };
}

const nameColumns = (search: ReportSearch): readonly ReportColumn<ItemRow>[] => [
  named({ name: 'item', label: 'report:columns.item', text: itemName }, (row) => movementsOf(row, search)),
  { name: 'code', isMinor: true, label: 'report:columns.code', width: '130px', text: (row) => row.item_code ?? '' },
];

const moved = (answer: Items | undefined): ReportColumn<ItemRow> =>
  figureColumn('quantity', { label: 'report:columns.sold', compare: true, total: answer?.totals['quantity'] });

/** A chart of items by one of their figures. */
const chartOf =
  <Sold extends ItemRow>(title: string, figure: (search: ReportSearch) => keyof Sold & string) =>
  ({ data }: { readonly data: readonly Sold[] }, { search, currency }: ReportContext): ChartData => {
    const name = figure(search);
    return {
      title: say(title),
      of: 'names',
      categories: data.map((row) => ({
        key: String(row.item_fk),
        label: itemName(row),
        target: movementsOf(row, search),
      })),
      series: [
        {
          name,
          label: say(`report:columns.${name}`, { currency: currency.symbol }),
          tone: 'accent',
          values: data.map((row) => String(row[name] ?? '0')),
        },
      ],
      unit: currency.symbol,
      decimals: currency.decimals,
    };
  };

/** Common parts of both reports: a page of items, identified by number. */
const OF_ITEMS = {
  paged: true,
  rows: ({ data }: Items): readonly ItemRow[] => data,
  rowKey: ({ item_fk }: ItemRow) => String(item_fk),
  explains,
} as const;

export const ItemsProfitReport = reportScreen({
  endpoint: 'reports/items_profits',
  title: 'names:items_profit',
  filters: [...PERIOD, choice('order', 'by_profit', 'revenue', 'margin', 'quantity')],
  ...OF_ITEMS,
  chart: chartOf<Reads['reports/items_profits']['data'][number]>('names:items_profit', ({ order }) =>
    order === 'revenue' ? 'revenue' : 'profit',
  ),
  columns: (answer, { search, currency }) => [
    ...nameColumns(search),
    moved(answer),
    amountColumn('revenue', currency, { compare: true, ...summed(answer, 'revenue') }),
    amountColumn('cost', currency, { compare: true, ...summed(answer, 'cost') }),
    amountColumn('profit', currency, {
      compare: true,
      total: answer?.totals['profit'],
    }),
    figureColumn('margin', { total: answer?.totals['margin'] }),
  ],
});

export const MostActiveItemsReport = reportScreen({
  endpoint: 'reports/most_active_items',
  title: 'names:most_active_items',
  filters: [...PERIOD, choice('order', 'by_quantity', 'documents', 'revenue')],
  ...OF_ITEMS,
  chart: chartOf<Reads['reports/most_active_items']['data'][number]>('names:most_active_items', () => 'revenue'),
  columns: (answer, { search, currency }) => [
    ...nameColumns(search),
    moved(answer),
    figureColumn('documents', { compare: true }),
    amountColumn('returns', currency, { blankZero: true }),
    amountColumn('discounts', currency, { blankZero: true }),
    amountColumn('revenue', currency, { compare: true, ...summed(answer, 'revenue') }),
  ],
});
