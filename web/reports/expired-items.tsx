/** Goods on hand that have expired or soon will, the first to go at the top. */
import type { Row } from '../shared/api/list.ts';
import { Day } from '../shared/controls/amount.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { figureColumn, named } from '../shared/report/columns.tsx';
import { AS_AT, choice, KNOWN_AT } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';

interface ExpiringRow extends Row {
  readonly item_fk: number;
  readonly item_name: string | null;
  readonly item_code: string | null;
  readonly expire_date: string;
  readonly days_left: number;
  readonly state: 'expired' | 'expires_soon';
  readonly quantity: string;
}

interface ExpiredItems {
  readonly position: string;
  readonly data: readonly ExpiringRow[];
}

const stateOf = ({ state }: ExpiringRow): string => say(`report:expiry.${state}`);

export const ExpiredItemsReport = reportScreen<ExpiredItems, ExpiringRow>({
  endpoint: 'reports/expired_items',
  title: 'reports:expired_items',
  filters: [
    AS_AT,
    KNOWN_AT,
    { name: 'inventory_fk', kind: 'lookup', resource: 'inventories', label: 'report:filters.inventory' },
    { name: 'item_fk', kind: 'lookup', resource: 'items', label: 'report:filters.item' },
    choice('show', 'all', 'expired', 'expires_soon'),
  ],
  paged: true,
  rows: ({ data }) => data,
  rowKey: ({ item_fk, expire_date }) => `${item_fk} ${expire_date}`,
  columns: (_answer, { search }) => [
    named({ name: 'item', label: 'report:columns.item', text: (row) => row.item_name ?? '' }, ({ item_fk }) => ({
      to: '/reports/item-transaction',
      search: { item_fk, ...carried(search, ['as_at', 'known_at', 'inventory_fk']) },
    })),
    { name: 'code', label: 'report:columns.code', width: '130px', text: (row) => row.item_code ?? '' },
    {
      name: 'expire_date',
      label: 'report:columns.expire_date',
      sheet: 'date',
      width: '140px',
      text: ({ expire_date }) => expire_date,
      cell: ({ expire_date }) => <Day value={expire_date} />,
    },
    figureColumn('days_left'),
    {
      name: 'state',
      label: 'report:columns.state',
      width: '170px',
      text: stateOf,
      cell: (row) => <StatusChip tone={row.state === 'expired' ? 'danger' : 'warning'} label={stateOf(row)} />,
    },
    figureColumn('quantity'),
  ],
  // What is left of a purchase is thought, not counted: the item's movements are behind its name.
  explains: () => undefined,
});
