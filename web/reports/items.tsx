/** What items brought and cost, and which were sold most; each figure leads to the lines that it is made of. */
import type { Row } from '../shared/api/list.ts';
import { say } from '../shared/language/language.ts';
import { carried, type ReportSearch } from '../shared/report/address.ts';
import { amountColumn, figureColumn, type Target } from '../shared/report/columns.tsx';
import { choice, PERIOD, type ReportColumn } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';

interface ItemRow extends Row {
  readonly item_fk: number | null;
  readonly item_name: string | null;
  readonly item_code: string | null;
}

interface Items {
  readonly position: string;
  readonly data: readonly ItemRow[];
  readonly totals: Readonly<Record<string, string | null>>;
}

/** Accounts of the chart that the figures are sums of. */
const [SALES, COST] = [4100, 5100];

const linesOf =
  (search: ReportSearch, account: number) =>
  ({ item_fk }: ItemRow): Target | undefined =>
    item_fk === null
      ? undefined
      : { to: '/reports/financial-reports/journal', search: { ...times(search), account, item_fk } };

const times = (search: ReportSearch) => carried(search, ['from', 'as_at', 'known_at', 'outlet_fk']);

const named: readonly ReportColumn<ItemRow>[] = [
  {
    name: 'item',
    label: 'report:columns.item',
    text: (row) => (row.item_fk === null ? say('reports:no_item') : (row.item_name ?? '')),
  },
  { name: 'code', label: 'report:columns.code', width: '130px', text: (row) => row.item_code ?? '' },
];

const moved = (answer: Items | undefined, search: ReportSearch): ReportColumn<ItemRow> =>
  figureColumn('quantity', {
    label: 'report:columns.sold',
    compare: true,
    total: answer?.totals['quantity'],
    link: ({ item_fk }) =>
      item_fk === null
        ? undefined
        : { to: '/reports/item-transaction', search: { ...carried(search, ['from', 'as_at', 'known_at']), item_fk } },
  });

export const ItemsProfitReport = reportScreen<Items, ItemRow>({
  endpoint: 'reports/items_profits',
  title: 'reports:items_profit',
  filters: [...PERIOD, choice('order', 'by_profit', 'revenue', 'margin', 'quantity')],
  paged: true,
  rows: ({ data }) => data,
  rowKey: ({ item_fk }) => String(item_fk),
  columns: (answer, { search, currency }) => [
    ...named,
    moved(answer, search),
    amountColumn('revenue', currency, {
      compare: true,
      total: answer?.totals['revenue'],
      link: linesOf(search, SALES),
    }),
    amountColumn('cost', currency, { compare: true, total: answer?.totals['cost'], link: linesOf(search, COST) }),
    amountColumn('profit', currency, { compare: true, total: answer?.totals['profit'] }),
    figureColumn('margin', { total: answer?.totals['margin'] }),
  ],
});

export const MostActiveItemsReport = reportScreen<Items, ItemRow>({
  endpoint: 'reports/most_active_items',
  title: 'reports:most_active_items',
  filters: [...PERIOD, choice('order', 'by_quantity', 'documents', 'revenue')],
  paged: true,
  rows: ({ data }) => data,
  rowKey: ({ item_fk }) => String(item_fk),
  columns: (answer, { search, currency }) => [
    ...named,
    moved(answer, search),
    figureColumn('documents', { compare: true }),
    amountColumn('returns', currency, { blankZero: true }),
    amountColumn('discounts', currency, { blankZero: true }),
    amountColumn('revenue', currency, {
      compare: true,
      total: answer?.totals['revenue'],
      link: linesOf(search, SALES),
    }),
  ],
});
