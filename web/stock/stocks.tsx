/** The warehouse: quantity on hand by item and inventory, value, selling price, shortages, and items out of stock. */

import { Link } from '@tanstack/react-router';
import { AlertTriangle, History, Package, PackageX, ShoppingCart } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../shared/api/list.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { InUnits, partsIn, toldInUnits } from '../shared/controls/in-units.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { useAddress } from '../shared/session/address-parts.ts';
import { useCan } from '../shared/session/session.ts';
import type { TableColumn } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, usual } from '../shared/table/usual-columns.ts';
import { ViewTabs } from '../shared/table/view-tabs.tsx';
import { unitText } from '../shared/typing/unit-text.ts';

const cost: readonly TableColumn<Row>[] = [
  { field: 'average_cost', kind: 'amount', currency: 'system', sortable: false },
  { field: 'value', kind: 'amount', currency: 'system', sortable: false },
];

/** A quantity with the base unit. */
function inUnit(field: string): Pick<TableColumn<Row>, 'cell' | 'text'> {
  return {
    cell: (row) => (
      <span className="inline-flex items-baseline gap-1">
        <Amount value={String(row[field])} />
        <bdi className="text-xs text-ink-muted">{String(row['unit_name'] ?? '')}</bdi>
      </span>
    ),
    text: (row) => String(row[field] ?? ''),
  };
}

const VIEWS = ['all', 'shortages', 'out_of_stock'] as const;
type View = (typeof VIEWS)[number];

/** The parameter of the request, and the hint of an empty list. */
const OF_VIEW = {
  all: { empty: 'stock:warehouse_empty' },
  shortages: { empty: 'stock:no_shortages', extra: { shortage: 1 } },
  out_of_stock: { empty: 'stock:none_out_of_stock', extra: { out_of_stock: 1 } },
} as const;

function warehouse(view: View, withCost: boolean) {
  return tableScreen<Row>({
    resource: 'stocks',
    title: 'stock:warehouse',
    ...OF_VIEW[view],
    idField: 'stock_id',
    defaultSort: { column: 'item_fk', dir: 'asc' },
    path: null,
    canAdd: false,
    canEdit: false,
    columns: [
      { field: 'item_fk', kind: 'reference', resource: 'items', nameField: 'item_name', main: true, width: 200 },
      { field: 'item_code', kind: 'code' },
      ...usual('category_fk'),
      { field: 'brand_fk', kind: 'reference', resource: 'brands' },
      ...usual('inventory_fk'),
      { field: 'quantity', kind: 'quantity', ...inUnit('quantity') },
      { field: 'undelivered', kind: 'quantity', blankZero: true, ...toldInUnits('undelivered') },
      {
        field: 'in_units',
        kind: 'text',
        width: 200,
        sortable: false,
        cell: (row) => <InUnits parts={partsIn(row, 'in_units')} />,
        text: (row) => unitText(partsIn(row, 'in_units'), { digits: 'latin' }),
      },
      { field: 'sale_price', kind: 'amount', sortable: false },
      ...(withCost ? cost : []),
      { field: 'minimum', kind: 'quantity', sortable: false, ...toldInUnits('minimum') },
      { field: 'maximum', kind: 'quantity', sortable: false, ...toldInUnits('maximum') },
      { field: 'shortage_alert', kind: 'quantity', cell: Alert, text: (row) => String(row['shortage_alert'] ?? '') },
    ],
    filters: [
      ...by('item_fk', 'inventory_fk', 'category_fk'),
      { field: 'brand_fk', kind: 'lookup', resource: 'brands' },
      { field: 'quantity', kind: 'amount_range' },
      { field: 'undelivered', kind: 'amount_range' },
    ],
    footer: withCost ? ['quantity', 'undelivered', 'value'] : ['quantity', 'undelivered'],
    rowActions: [
      {
        name: 'transactions',
        label: 'stock:its_transactions',
        icon: History,
        permission: 'reports/item_transactions',
        run: (row, { open }) => {
          const place = row['inventory_fk'] ? `&inventory_fk=${row['inventory_fk']}` : '';
          open(`/reports/item-transaction?item_fk=${row['item_fk']}${place}`);
        },
      },
      {
        name: 'item',
        label: 'stock:open_item',
        icon: Package,
        permission: 'items/show##items/update',
        run: (row, { open }) => open(`/warehouse/items/${row['item_fk']}`),
      },
    ],
    banner: () => <Tabs shown={view} />,
  });
}

const SCREENS = new Map<string, ReturnType<typeof warehouse>>(
  VIEWS.flatMap((view) => [false, true].map((withCost) => [`${view}:${withCost}`, warehouse(view, withCost)] as const)),
);

export function Stocks() {
  const address = useAddress();
  const withCost = useCan()('items/show_cost');
  const shortOrAll = address['shortage'] === true ? 'shortages' : 'all';
  const key = `${address['out_of_stock'] === true ? 'out_of_stock' : shortOrAll}:${withCost}`;
  const Screen = useMemo(() => SCREENS.get(key), [key]);
  return Screen ? <Screen key={key} /> : null;
}

/** A function declaration, because the screens above use it before this line runs. */
function Alert(row: Row) {
  return <ShortageAlert row={row} />;
}

/** The alert quantity, and a mark when the stock is below it. */
function ShortageAlert({ row }: { row: Row }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex items-center gap-2">
      {row['is_short'] === true && <StatusChip tone="warning" label={t('stock:short')} />}
      <InUnits parts={partsIn(row, 'shortage_alert_in_units')} />
    </span>
  );
}

/** Tabs for all goods, shortages and items out of stock, and a link to order them. */
function Tabs({ shown }: { shown: View }) {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ViewTabs
        label={t('stock:tabs.label')}
        to="/warehouse/warehouse"
        shown={shown}
        tabs={[
          { name: 'all', label: t('stock:tabs.all'), icon: Package, search: {} },
          { name: 'shortages', label: t('stock:tabs.shortages'), icon: AlertTriangle, search: { shortage: true } },
          { name: 'out_of_stock', label: t('stock:tabs.out_of_stock'), icon: PackageX, search: { out_of_stock: true } },
        ]}
      />
      {can('purchase_orders/store') && (
        <Link
          to="/purchases/purchase-orders/proposal"
          className="no-print ms-auto me-4 mb-2 inline-flex h-8 items-center gap-1.5 rounded-md border border-edge-strong bg-surface-1 px-3 hover:bg-surface-3"
        >
          <ShoppingCart size={15} aria-hidden />
          {t('stock:tabs.propose')}
        </Link>
      )}
    </div>
  );
}
