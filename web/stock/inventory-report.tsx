/** Goods on hand as at a day, as known at a moment; items link to their movements. */
import type { Reads } from '../shared/api/read.ts';
import { carried } from '../shared/report/address.ts';
import { amountColumn, figureColumn, inUnitsColumn, named } from '../shared/report/columns.tsx';
import { AS_AT, KNOWN_AT } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import { signOf } from '../shared/typing/number-format.ts';

type StockRow = Reads['reports/inventory']['data'][number];

export const InventoryReport = reportScreen({
  endpoint: 'reports/inventory',
  title: 'names:inventory_report',
  filters: [
    AS_AT,
    KNOWN_AT,
    { name: 'inventory_fk', kind: 'lookup', resource: 'inventories', label: 'report:filters.inventory' },
    { name: 'search', kind: 'text', label: 'report:filters.search' },
  ],
  paged: true,
  rows: ({ data }) => data,
  rowKey: (row) => `${row.item_fk}:${row.inventory_fk}`,
  columns: (answer, { search, currency }) => [
    named({ name: 'item', label: 'report:columns.item', text: (row) => row.item_name ?? '' }, (row) => ({
      to: '/reports/item-transaction',
      search: { item_fk: row.item_fk, inventory_fk: row.inventory_fk, ...carried(search, ['as_at', 'known_at']) },
    })),
    { name: 'code', isMinor: true, label: 'report:columns.code', width: '130px', text: (row) => row.item_code ?? '' },
    { name: 'inventory', label: 'report:columns.inventory', text: (row) => row.inventory_name ?? '' },
    figureColumn('quantity', { compare: true }),
    inUnitsColumn(({ in_units }) => in_units),
    // Most businesses hand all goods over with the sale.
    ...(signOf(answer?.footer.undelivered)
      ? [
          figureColumn<StockRow>('undelivered', { compare: true }),
          inUnitsColumn<StockRow>(({ undelivered_in_units }) => undelivered_in_units, 'undelivered_in_units'),
        ]
      : []),
    // There is no value without the permission.
    ...(answer?.footer.value === null
      ? []
      : [
          figureColumn<StockRow>('average_cost', { currency: currency.symbol }),
          amountColumn<StockRow>('value', currency, {
            compare: true,
            total: answer?.footer.value,
          }),
        ]),
  ],
  explains: ({ column: of, row, place }) => {
    if (place === 'total') return { figure: { of } };
    return row && { figure: { item_fk: row.item_fk, inventory_fk: row.inventory_fk, of } };
  },
});
