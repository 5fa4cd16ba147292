/** The purchase editor: goods, prices, and landed costs. */

import { useQuery } from '@tanstack/react-query';
import { percentageOn } from '../../domain/pricing/tax-percentage.ts';
import { membersOf } from '../../domain/values/members.ts';
import { read } from '../shared/api/read.ts';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import {
  type Column,
  declareEditor,
  type Field,
  type HeaderField,
  type LineField,
} from '../shared/document/declare-editor.ts';
import { DocumentPage } from '../shared/document/document-screen.tsx';
import {
  blankPaidCost,
  CARRIED_COSTS,
  costCurrencyColumns,
  costPaymentColumns,
} from '../shared/document/fields/cost-columns.ts';
import { dueField } from '../shared/document/fields/due-day.ts';
import { moneyAccount, paidNowFields } from '../shared/document/fields/money-fields.ts';
import {
  BLANK_PRICED_LINE,
  CARRIED,
  currencyFields,
  isCash,
  newHeader,
  noteColumn,
  referenceField,
  taxOfItem,
  unitOfItem,
} from '../shared/document/fields/usual-fields.ts';
import type { ItemRow } from '../shared/document/model/declaration.ts';
import type { Draft, Fields } from '../shared/document/model/draft.ts';
import { batchNumberColumn, piecesColumn } from '../shared/document/model/goods/batches.ts';
import { onItsDay } from '../shared/document/model/goods/rate-of-day.ts';
import { dayOf } from '../shared/document/model/past-day.ts';
import { CLOSABLE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { useAddressNumber } from '../shared/session/address-parts.ts';
import { BillDialog } from './bill-dialog.tsx';
import { BilledFigures } from './billed-figures.tsx';
import { ClosePurchaseDialog } from './close-dialog.tsx';
import { COST_TYPES, SHARE_BY } from './costs/cost-words.ts';
import { MoneyTab } from './costs/later-costs.tsx';
import { draftOfOrder } from './order-draft.ts';
import { PurchaseActions } from './purchase-actions.tsx';
import { purchaseTotals } from './purchase-totals.ts';
import { ReceiveDialog } from './receive-dialogs.tsx';

type Bought = HeaderField<'purchases'> & HeaderField<'purchase_orders'>;
type BoughtLine = LineField<'purchases'> & LineField<'purchase_orders'>;

/** Columns of ordered goods. */
export const BUYING_COLUMNS: readonly Column<BoughtLine>[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(148px, 1fr)' },
  noteColumn,
  { field: 'stock_quantity', kind: 'quantity', computed: true, isInBase: true, optional: true, width: '140px' },
  { field: 'quantity', kind: 'quantity', required: true, width: '72px' },
  { field: 'unit_fk', kind: 'unit', required: true, width: '74px' },
  { field: 'price', kind: 'amount', required: true, width: '92px', hinted: true },
  { field: 'discount', kind: 'discount', width: '72px' },
  {
    field: 'tax_fk',
    kind: 'lookup',
    resource: 'taxes',
    width: '74px',
    fills: (row, header) => ({ tax_percent: percentageOn(membersOf(row), dayOf(header['date'])) }),
  },
];
export const LINE_TOTAL = { field: 'line_total', kind: 'amount', computed: true, width: '104px' } as const;

/** Goods that came also have a bonus, a batch and an expiry date. */
const columns: readonly Column<LineField<'purchases'>>[] = [
  ...BUYING_COLUMNS,
  { field: 'bonus_quantity', kind: 'quantity', width: '66px' },
  batchNumberColumn,
  { field: 'expire_date', kind: 'date', width: '100px' },
  LINE_TOTAL,
];

/** The last price is not proposed: prices are always typed. */
function purchaseLine(item: ItemRow, header: Fields, scanned?: number): Fields {
  const tax = typeof item['tax_fk'] === 'number' ? item['tax_fk'] : null;
  return {
    unit_fk: unitOfItem(item, scanned)?.unit_fk ?? null,
    price: null,
    tax_fk: tax,
    tax_percent: taxOfItem(item, header),
  };
}

const costs: readonly Column<LineField<'purchases'>>[] = [
  { field: 'cost_type', kind: 'choice', options: COST_TYPES, required: true, width: '90px' },
  { field: 'amount', kind: 'amount', required: true, width: '96px' },
  ...costCurrencyColumns,
  { field: 'share_by', kind: 'choice', options: SHARE_BY, required: true, width: '84px' },
  ...costPaymentColumns,
];

/** Receiving inventory, currency, and the supplier's reference; for orders and purchases. */
export const BUYING_DETAILS: readonly Field<Bought>[] = [
  'outlet_fk',
  'inventory_fk',
  ...currencyFields('out'),
  { ...referenceField, label: 'purchasing:supplier_reference' },
  'note',
];

/** A line of goods from a supplier, for orders and purchases. */
export const BLANK_PURCHASE_LINE = { ...BLANK_PRICED_LINE, tax_fk: null, tax_percent: null } as const;

export const purchaseDeclaration = declareEditor('purchases', {
  header: [
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers', required: (header) => !isCash(header) },
    'date',
    'payment_type',
    moneyAccount('out'),
  ],
  details: [dueField, ...paidNowFields('out'), 'discount', 'rounded_discount', ...BUYING_DETAILS],
  columns,
  batches: piecesColumn,
  costs,
  origin: 'purchase_order_fk',
  carried: {
    header: [...CARRIED, 'purchase_order_fk'],
    lines: ['tax_percent', 'order_line_id'],
    costs: CARRIED_COSTS,
  },
  identity: { lines: 'line_id', costs: 'cost_id' },
  blankLine: { ...BLANK_PURCHASE_LINE, bonus_quantity: null, batch_number: null, expire_date: null, batches: null },
  blankCost: (header) => ({ cost_type: 'freight', share_by: 'value', ...blankPaidCost(header) }),
  newHeader: (context) => ({ ...newHeader(context), rounded_discount: null, due_date: null }),
  lineOf: purchaseLine,
  trades: 'supplier',
  totals: purchaseTotals,
  transitions: [
    { name: 'complete', permission: 'complete' },
    { name: 'receive', permission: 'receive', dialog: ReceiveDialog },
    { name: 'bill', permission: 'complete', dialog: BillDialog },
    ...CLOSABLE_TRANSITIONS.map((each) => (each.name === 'close' ? { ...each, dialog: ClosePurchaseDialog } : each)),
  ],
  actions: PurchaseActions,
  tab: { name: 'payments', content: MoneyTab },
  belowTotal: BilledFigures,
});

type Order = Readonly<Record<string, unknown>>;

/** The purchase is dated today: it takes the rate of today, unless a person typed the rate of the order. */
export const purchaseOfOrder = (order: Order): Promise<Draft> => onItsDay(purchaseDeclaration, draftOfOrder(order));

/** A new purchase, or one for the rest of an order. */
export function Editor() {
  const order = useAddressNumber('order');
  const {
    data: start,
    error,
    refetch,
  } = useQuery({
    queryKey: ['purchase_orders', 'purchase', order],
    queryFn: async () => purchaseOfOrder(await read('purchase_orders/:id', { params: { id: Number(order) } })),
    enabled: order !== undefined,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (order !== undefined && !start) return <SkeletonLines lines={8} />;
  return <DocumentPage declaration={purchaseDeclaration} {...(start ? { start } : {})} />;
}
