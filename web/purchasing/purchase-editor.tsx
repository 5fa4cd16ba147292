/** The purchase: goods, what they cost, and what it cost to bring them here. */

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { membersOf } from '../../domain/kernel/members.ts';
import { get } from '../shared/api/client.ts';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { editorOf } from '../shared/document/document-names.ts';
import { DocumentPage } from '../shared/document/document-screen.tsx';
import {
  blankPaidCost,
  CARRIED_COSTS,
  costCurrencyColumns,
  costPaymentColumns,
} from '../shared/document/fields/cost-columns.ts';
import {
  accountField,
  CARRIED,
  currencyFields,
  dateField,
  discountField,
  inventoryField,
  isCash,
  newHeader,
  noteColumn,
  noteField,
  outletField,
  paidNowFields,
  paymentTypeField,
  referenceField,
  roundedDiscountField,
  taxOfItem,
  unitOfItem,
} from '../shared/document/fields/usual-fields.ts';
import type { ColumnDeclaration, ItemRow } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { OwedFigures } from '../shared/party/owed-figures.tsx';
import { SettlementsTab } from '../shared/party/settlements.tsx';
import { useAddressNumber } from '../shared/session/address-parts.ts';
import { COST_TYPES, SHARE_BY } from './cost-words.ts';
import { draftOfOrder } from './order-draft.ts';
import { PurchaseActions } from './purchase-actions.tsx';
import { purchaseTotals } from './purchase-totals.ts';
import { BillDialog, ReceiveDialog } from './receive-dialogs.tsx';

const columns: readonly ColumnDeclaration[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(160px, 1fr)' },
  noteColumn,
  { field: 'stock_quantity', kind: 'quantity', computed: true, optional: true, width: '84px' },
  { field: 'quantity', kind: 'quantity', required: true, width: '72px' },
  { field: 'unit_fk', kind: 'unit', required: true, width: '74px' },
  { field: 'price', kind: 'amount', required: true, width: '92px', hinted: true },
  { field: 'discount', kind: 'discount', width: '72px' },
  {
    field: 'tax_fk',
    kind: 'lookup',
    resource: 'taxes',
    width: '74px',
    fills: (row) => ({ tax_percent: String(membersOf(row)['percentage'] ?? '') || null }),
  },
  { field: 'bonus_quantity', kind: 'quantity', width: '66px' },
  { field: 'expire_date', kind: 'date', width: '100px' },
  { field: 'line_total', kind: 'amount', computed: true, width: '104px' },
];

/** What was paid last is not what is paid now: the price is always said. */
function purchaseLine(item: ItemRow, _header: Fields, scanned?: number): Fields {
  const tax = typeof item['tax_fk'] === 'number' ? item['tax_fk'] : null;
  return {
    unit_fk: unitOfItem(item, scanned)?.unit_fk ?? null,
    price: null,
    tax_fk: tax,
    tax_percent: taxOfItem(item),
  };
}

const costs: readonly ColumnDeclaration[] = [
  { field: 'cost_type', kind: 'choice', options: COST_TYPES, required: true, width: '90px' },
  { field: 'amount', kind: 'amount', required: true, width: '96px' },
  ...costCurrencyColumns,
  { field: 'share_by', kind: 'choice', options: SHARE_BY, required: true, width: '84px' },
  ...costPaymentColumns,
];

export const purchaseDeclaration: ScreenDeclaration = {
  ...editorOf('purchases'),
  header: [
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers', required: (header) => !isCash(header) },
    dateField,
    paymentTypeField,
    accountField,
  ],
  details: [
    ...paidNowFields('out'),
    discountField,
    roundedDiscountField,
    outletField,
    inventoryField,
    ...currencyFields('out'),
    { ...referenceField, label: 'purchasing:supplier_reference' },
    noteField,
  ],
  columns,
  costs,
  origin: 'purchase_order_fk',
  carried: {
    header: [...CARRIED, 'purchase_order_fk'],
    lines: ['tax_percent', 'order_line_id'],
    costs: CARRIED_COSTS,
  },
  identity: { lines: 'line_id', costs: 'cost_id' },
  blankLine: {
    item_fk: null,
    quantity: '1',
    unit_fk: null,
    price: null,
    discount: null,
    tax_fk: null,
    tax_percent: null,
    bonus_quantity: null,
    expire_date: null,
    note: null,
  },
  blankCost: (header) => ({ cost_type: 'freight', share_by: 'value', ...blankPaidCost(header) }),
  newHeader: (context) => ({ ...newHeader(context), rounded_discount: null }),
  lineOf: purchaseLine,
  trades: 'supplier',
  totals: purchaseTotals,
  transitions: [
    { name: 'complete', permission: 'complete' },
    { name: 'receive', permission: 'receive', dialog: ReceiveDialog },
    { name: 'bill', permission: 'complete', dialog: BillDialog },
    { name: 'return_to_draft', permission: 'return_to_draft', reasoned: true },
    { name: 'close', permission: 'close' },
    { name: 'open', permission: 'unclose', reasoned: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
  ],
  actions: PurchaseActions,
  tab: { name: 'payments', content: SettlementsTab },
  belowTotal: OwedFigures,
};

/** A new purchase, or the next part of an order. */
export function PurchaseEditor() {
  const order = useAddressNumber('order');
  const { data, error, refetch } = useQuery({
    queryKey: ['purchase_orders', 'record', order],
    queryFn: async () => (await get<Readonly<Record<string, unknown>>>(`purchase_orders/${order}`)).data,
    enabled: order !== undefined,
    staleTime: 0,
    meta: { quiet: true },
  });
  const start = useMemo(() => (data ? draftOfOrder(data) : undefined), [data]);
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (order !== undefined && !start) return <SkeletonLines lines={8} />;
  return <DocumentPage declaration={purchaseDeclaration} {...(start ? { start } : {})} />;
}
