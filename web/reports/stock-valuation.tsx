/** The value of the goods on hand by item, and each inventory with its ledger account. */
import { useTranslation } from 'react-i18next';
import type { Reads } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { figureTarget } from '../shared/explain/links.tsx';
import { carried } from '../shared/report/address.ts';
import { amountColumn, Followed, figureColumn, inUnitsColumn, named, summed } from '../shared/report/columns.tsx';
import { AS_AT, KNOWN_AT, type Target } from '../shared/report/declaration.ts';
import { reportScreen } from '../shared/report/report-screen.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { useMe } from '../shared/session/session.ts';

type StockValuation = Reads['reports/stock_valuation'];
type StockRow = StockValuation['data'][number];
type InventoryValue = StockValuation['inventories'][number];

const times = (search: ReportSearch) => carried(search, ['as_at', 'known_at']);

export const Report = reportScreen({
  endpoint: 'reports/stock_valuation',
  title: 'names:stock_valuation',
  filters: [
    AS_AT,
    KNOWN_AT,
    { name: 'inventory_fk', kind: 'lookup', resource: 'inventories', label: 'report:filters.inventory' },
  ],
  paged: true,
  rows: ({ data }) => data,
  rowKey: (row) => `${row.item_fk} ${row.inventory_fk}`,
  above: ({ inventories, position }, { search }) => (
    <Accounts inventories={inventories} search={{ known_at: position, ...times(search) }} />
  ),
  columns: (answer, { search, currency }) => {
    const link = ({ item_fk, inventory_fk }: StockRow): Target => ({
      to: '/reports/item-transaction',
      search: { item_fk, inventory_fk, ...times(search) },
    });
    return [
      named({ name: 'item', label: 'report:columns.item', text: (row) => row.item_name ?? '' }, link),
      { name: 'code', isMinor: true, label: 'report:columns.code', width: '130px', text: (row) => row.item_code ?? '' },
      { name: 'inventory', label: 'report:columns.inventory', text: (row) => row.inventory_name ?? '' },
      figureColumn('quantity', { compare: true, total: answer?.totals.quantity }),
      inUnitsColumn(({ in_units }) => in_units),
      figureColumn('average_cost', { currency: currency.symbol }),
      amountColumn('value', currency, { compare: true, ...summed(answer, 'value') }),
    ];
  },
  explains: ({ column: of, row, place }) => {
    if (place === 'total') return { figure: { of } };
    return row && { figure: { item_fk: row.item_fk, inventory_fk: row.inventory_fk, of } };
  },
});

/** Shows that the value of the goods equals the account's balance, for each inventory. */
function Accounts({ inventories, search }: { inventories: readonly InventoryValue[]; search: ReportSearch }) {
  const { t } = useTranslation();
  const { decimals } = useMe().system_currency;
  return (
    <div className="flex flex-wrap gap-3 px-4 pb-3">
      {inventories.map(({ inventory_fk, inventory_name, account, value, ledger, difference }) => (
        <dl key={inventory_fk} className="min-w-56 rounded-lg border border-edge bg-surface-1 px-4 py-2 shadow-card">
          <dt className="text-xs font-medium text-ink-muted">
            <bdi>{inventory_name}</bdi>
          </dt>
          <dd className="text-lg font-semibold">
            <Followed target={figureTarget('stock_valuation', { ...search, inventory_fk, of: 'value' })}>
              <Amount value={value} decimals={decimals} decimalsMin={decimals} />
            </Followed>
          </dd>
          <dd className="flex flex-wrap items-center gap-2 text-xs text-ink-muted">
            <Followed target={{ to: '/reports/account-ledger', search: { account, ...search } }}>
              {t('reports:in_the_ledger')}
            </Followed>{' '}
            <Followed target={figureTarget('stock_valuation', { ...search, inventory_fk, of: 'ledger' })}>
              <Amount value={ledger} decimals={decimals} decimalsMin={decimals} />
            </Followed>
            <StatusChip
              tone={difference === '0' ? 'success' : 'danger'}
              label={t(difference === '0' ? 'reports:sides_equal' : 'reports:sides_differ')}
            />
          </dd>
        </dl>
      ))}
    </div>
  );
}
