/**
 * The declarations of all reports: permission, path, menu group, filters and, for screens that are only a table,
 * columns. The menu, the permissions, the look-ups of filters and the screen are derived from them.
 * `languages/names/reports-*.ts` contains the names, `read-api/reports/` the queries.
 */

import type { ReportColumn, ReportDeclaration } from './report-declaration.ts';

const FINANCIAL = { group: 'financial_reports', isExplained: true, lookups: ['outlets'] } as const;
const financial = (action: string, slug: string, name = action): ReportDeclaration => ({
  ...FINANCIAL,
  name,
  permission: `financial_reports/${action}`,
  path: `/reports/financial-reports/${slug}`,
});
const report = (
  name: string,
  action: string,
  slug: string,
  lookups: readonly string[],
  more: Partial<ReportDeclaration> = { isExplained: true },
): ReportDeclaration => ({ name, permission: `reports/${action}`, path: `/reports/${slug}`, lookups, ...more });

/** The groupings of the sales report; the first is the default. */
export const SALES_GROUPS = [
  'day',
  'month',
  'weekday',
  'hour',
  'outlet',
  'salesman',
  'customer',
  'category',
  'item',
  'invoice',
] as const;

/** The item of a row; its link opens the movements of the item. */
/** The quantity of the row as it is counted at a shelf. */
const IN_UNITS = { name: 'in_units', kind: 'units' } as const;
const ITEM_WITH_MOVEMENTS: ReportColumn = {
  name: 'item',
  kind: 'text',
  field: 'item_name',
  link: { to: '/reports/item-transaction', fields: ['item_fk'], parameters: ['as_at', 'known_at', 'inventory_fk'] },
};

/** The batch of a row; its link opens the recall. */
const OF_RECALL: ReportColumn = {
  name: 'batch_number',
  kind: 'text',
  width: '140px',
  link: { to: '/reports/batch-recall', fields: ['item_fk', 'batch_number'], parameters: [] },
};

const BATCH_OF_ROW = ['item_fk', 'batch_number', 'expire_date'];

/** Whether the goods are of the batch itself, or made of it. */
const WITHIN: ReportColumn = {
  name: 'within',
  kind: 'word',
  width: '130px',
  words: 'within',
  tones: { contains: 'warning', may_contain: 'warning' },
  isMinor: true,
};

/** How the goods of a row moved, or that they are on hand. */
const WHAT_MOVED: ReportColumn = {
  name: 'what',
  kind: 'word',
  width: '120px',
  words: 'recall',
  tones: { on_hand: 'success', sold: 'warning', came_back: 'neutral' },
};

const HOLD: ReportColumn = {
  name: 'hold',
  kind: 'action',
  width: '90px',
  permission: 'batch_holds/store',
  link: { to: '/warehouse/held-batches/new', fields: BATCH_OF_ROW, parameters: [] },
};

/** In the order of the menu. */
export const reports: readonly ReportDeclaration[] = [
  { ...financial('trial_balance', 'trial-balance'), isTile: true, lookups: ['outlets', 'currencies'] },
  { ...financial('income_statement', 'income-statement'), needsCost: true },
  { ...financial('balance_sheet', 'balance-sheet'), needsCost: true },
  { ...financial('cash_flow', 'cash-flow'), needsCost: true },
  { ...financial('account_ledger', 'account-ledger'), path: '/reports/account-ledger', isUnlisted: true },
  financial('general_ledger', 'general-ledger'),
  financial('journal', 'journal', 'journal_report'),
  { ...financial('cash_book', 'cash-book'), lookups: ['cashes'] },
  report('sales_report', 'sales', 'sales', ['outlets', 'customers', 'salesmen', 'categories', 'items']),
  report('promotions_report', 'promotions', 'promotions', ['outlets', 'promotions']),
  report('tax_report', 'tax', 'tax', ['outlets'], {}),
  report('items_profit', 'items_profits', 'items-profit', ['outlets'], { isExplained: true, needsCost: true }),
  report('most_active_items', 'most_active_items', 'most-active-items', ['outlets']),
  report('inventory_report', 'inventory', 'inventories', ['items', 'inventories']),
  report('item_transactions', 'item_transactions', 'item-transaction', ['items', 'inventories']),
  report('customers_statement', 'customers_statement', 'customer-statements', ['outlets', 'customers', 'currencies']),
  report('suppliers_statement', 'suppliers_statement', 'supplier-statements', ['outlets', 'suppliers', 'currencies']),
  report('customers_ageing', 'customers_statement', 'customer-ageing', ['outlets', 'customers']),
  report('suppliers_ageing', 'suppliers_statement', 'supplier-ageing', ['outlets', 'suppliers']),
  report('supplier_claims', 'supplier_claims', 'supplier-claims', ['outlets', 'suppliers'], {
    table: {
      filters: ['outlet_fk', 'supplier_fk'].map((name) => ({ name })),
      rowKey: ['supplier_fk'],
      columns: [
        {
          name: 'supplier',
          kind: 'text',
          field: 'supplier_name',
          link: { to: '/purchases/purchases-returns', fields: [], parameters: [], filters: ['supplier_fk', 'status'] },
        },
        { name: 'documents', kind: 'number', width: '110px', isMinor: true },
        { name: 'sent_since', kind: 'date', width: '130px' },
        { name: 'days_waiting', kind: 'number', width: '120px' },
        { name: 'total', kind: 'amount', isSummed: true },
        { name: 'value', kind: 'amount', isSummed: true, isMinor: true },
      ],
      chart: { name: 'supplier', amount: 'total' },
    },
  }),
  report('stock_valuation', 'stock_valuation', 'stock-valuation', ['inventories'], {
    isExplained: true,
    needsCost: true,
  }),
  report('slow_stock', 'slow_stock', 'slow-stock', ['inventories', 'categories'], {
    table: {
      filters: [
        ...['as_at', 'known_at', 'inventory_fk', 'category_fk'].map((name) => ({ name })),
        ...['slow_days', 'dead_days'].map((name) => ({ name, isText: true }) as const),
        { name: 'state', options: ['all', 'slow', 'dead'] },
      ],
      rowKey: ['item_fk'],
      columns: [
        ITEM_WITH_MOVEMENTS,
        { name: 'code', kind: 'text', field: 'item_code', width: '130px', isMinor: true },
        { name: 'category', kind: 'text', field: 'category_name', width: '150px' },
        { name: 'last_sale', kind: 'date', width: '110px' },
        { name: 'last_issue', kind: 'date', width: '110px' },
        { name: 'last_receipt', kind: 'date', width: '110px' },
        { name: 'days_unsold', kind: 'number', field: 'days' },
        { name: 'state', kind: 'word', width: '110px', words: 'selling', tones: { slow: 'warning', dead: 'danger' } },
        { name: 'quantity', kind: 'number', isSummed: true, isCompared: true },
        IN_UNITS,
        { name: 'value', kind: 'amount', isSummed: true, isCompared: true },
      ],
      chart: { name: 'item', amount: 'value' },
    },
  }),
  report('expired_items', 'expired_items', 'expired-items', ['items', 'inventories', 'suppliers'], {}),
  report('batch_recall', 'batch_recall', 'batch-recall', ['items', 'inventories'], {
    table: {
      filters: [
        { name: 'batch_number', isText: true },
        ...['item_fk', 'inventory_fk', 'as_at', 'known_at'].map((name) => ({ name })),
        {
          name: 'show',
          options: ['all', 'on_hand', 'came_in', 'sold', 'came_back', 'moved', 'gone', 'sold_before', 'counted'],
        },
      ],
      rowKey: [
        'what',
        'item_fk',
        'batch_number',
        'expire_date',
        'inventory_fk',
        'document_kind',
        'document_id',
        'date',
        'quantity',
        'within',
      ],
      columns: [
        WHAT_MOVED,
        { name: 'item', kind: 'text', field: 'item_name', width: '160px' },
        WITHIN,
        { name: 'batch_number', kind: 'text', width: '110px', isMinor: true },
        { name: 'expire_date', kind: 'date', width: '103px', isMinor: true },
        { name: 'date', kind: 'date', width: '103px', isMinor: true },
        { name: 'document', kind: 'document', width: '175px', isMinor: true },
        { name: 'party', kind: 'text', field: 'party_name' },
        { name: 'mobile', kind: 'text', width: '120px' },
        { name: 'inventory', kind: 'text', field: 'inventory_name', width: '105px' },
        { name: 'quantity', kind: 'number', width: '80px', isMinor: true },
        IN_UNITS,
        HOLD,
      ],
    },
  }),
  report('batch_buyers', 'batch_buyers', 'batch-buyers', ['items', 'inventories'], {
    table: {
      filters: [
        { name: 'batch_number', isText: true },
        ...['item_fk', 'inventory_fk', 'as_at', 'known_at'].map((name) => ({ name })),
      ],
      rowKey: ['party_name', 'mobile', 'item_fk', 'batch_number', 'expire_date', 'within'],
      columns: [
        { name: 'party', kind: 'text', field: 'party_name' },
        { name: 'mobile', kind: 'text', width: '150px' },
        { name: 'item', kind: 'text', field: 'item_name', width: '200px' },
        WITHIN,
        OF_RECALL,
        { name: 'expire_date', kind: 'date', width: '120px', isMinor: true },
        { name: 'last_sale', kind: 'date', field: 'date', width: '130px' },
        { name: 'sales', kind: 'number', width: '110px', isMinor: true },
        { name: 'quantity', kind: 'number', width: '110px' },
        IN_UNITS,
      ],
    },
  }),
  report('batches', 'batches', 'batches', ['items', 'inventories'], {
    table: {
      filters: [
        ...['item_fk', 'inventory_fk'].map((name) => ({ name })),
        { name: 'batch_number', isText: true },
        ...['as_at', 'known_at'].map((name) => ({ name })),
        { name: 'show', options: ['all', 'free', 'expires_soon', 'expired', 'held', 'recalled'] },
      ],
      rowKey: ['item_fk', 'inventory_fk', 'expire_date', 'batch_number'],
      columns: [
        ITEM_WITH_MOVEMENTS,
        { name: 'code', kind: 'text', field: 'item_code', width: '110px', isMinor: true },
        OF_RECALL,
        { name: 'expire_date', kind: 'date', width: '120px' },
        {
          name: 'state',
          kind: 'word',
          width: '140px',
          words: 'expiry',
          tones: { free: 'success', expired: 'danger', expires_soon: 'warning', held: 'danger', recalled: 'danger' },
        },
        { name: 'quantity', kind: 'number', width: '110px' },
        IN_UNITS,
        { name: 'inventory', kind: 'text', field: 'inventory_name', width: '140px' },
        { name: 'days_left', kind: 'number', width: '90px' },
        {
          name: 'correct',
          kind: 'action',
          width: '100px',
          permission: 'batch_corrections/store',
          link: { to: '/warehouse/batch-corrections/new', fields: BATCH_OF_ROW, parameters: [] },
        },
        HOLD,
      ],
    },
  }),
  report('serial_numbers', 'serial_numbers', 'serial-numbers', ['items', 'inventories'], {
    table: {
      filters: [
        { name: 'serial_number', isText: true },
        ...['item_fk', 'inventory_fk', 'as_at', 'known_at'].map((name) => ({ name })),
      ],
      rowKey: ['what', 'item_fk', 'serial_number', 'inventory_fk', 'document_kind', 'document_id', 'date', 'move_line'],
      columns: [
        { name: 'date', kind: 'date', width: '103px' },
        WHAT_MOVED,
        { name: 'item', kind: 'text', field: 'item_name', width: '160px' },
        {
          name: 'serial_number',
          kind: 'text',
          width: '150px',
          link: { to: '/reports/serial-numbers', fields: ['item_fk', 'serial_number'], parameters: [] },
        },
        { name: 'inventory', kind: 'text', field: 'inventory_name', width: '105px' },
        { name: 'document', kind: 'document', width: '175px' },
        { name: 'party', kind: 'text', field: 'party_name', isMinor: true },
        { name: 'mobile', kind: 'text', width: '120px', isMinor: true },
        { name: 'warranty_until', kind: 'date', width: '110px' },
      ],
    },
  }),
];
