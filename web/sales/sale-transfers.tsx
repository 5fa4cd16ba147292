/** Goods that one outlet sells to another; the price is a receivable between them. */

import { Undo2 } from 'lucide-react';
import { type Column, declareEditor, type LineField } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { CHARGES_TAB, newTransit, SEND, TRANSIT_TRANSITIONS } from '../shared/document/fields/transit-fields.ts';
import { CARRIED, currencyFields, noteColumn, priceIn, unitOfItem } from '../shared/document/fields/usual-fields.ts';
import { GoTo } from '../shared/document/go-to.tsx';
import type { Fields } from '../shared/document/model/draft.ts';
import { batchesColumn } from '../shared/document/model/goods/batches.ts';
import { knownItemOn, unitsOf } from '../shared/document/model/goods/items.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { useCan } from '../shared/session/session.ts';
import type { TableDeclaration } from '../shared/table/declaration.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { saleTotals } from './sale-editor.tsx';

const columns: readonly Column<LineField<'sale_transfers'>>[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(220px, 1fr)' },
  { field: 'quantity', kind: 'quantity', required: true, width: '110px' },
  { field: 'unit_fk', kind: 'unit', required: true, width: '110px', fills: unitPrice },
  { field: 'price', kind: 'amount', required: true, width: '130px' },
  noteColumn,
  { field: 'line_total', kind: 'amount', computed: true, width: '140px' },
];

/** Another unit has its own price. */
function unitPrice(chosen: unknown, header: Fields, line: Fields): Fields {
  const item = typeof line['item_fk'] === 'number' ? knownItemOn(line['item_fk'], header['date']) : undefined;
  const unit = unitsOf(item).find((unit) => unit.unit_fk === chosen);
  return item && unit ? { price: priceIn(item, unit.sale_price, header) } : {};
}

export const saleTransferDeclaration = declareEditor('sale_transfers', {
  header: ['to_outlet_fk', 'to_inventory_fk', 'date'],
  details: ['outlet_fk', 'inventory_fk', ...currencyFields('in'), 'reference_number', 'note'],
  columns,
  batches: batchesColumn,
  carried: { header: CARRIED },
  completion: SEND,
  blankLine: { item_fk: null, quantity: '1', unit_fk: null, price: null, note: null },
  newHeader: newTransit,
  lineOf: (item, header, scanned) => {
    const unit = unitOfItem(item, scanned);
    return { unit_fk: unit?.unit_fk ?? null, price: priceIn(item, unit?.sale_price, header) };
  },
  // A receivable between outlets is not paid in cash: nothing is rounded.
  totals: (draft, facts) => saleTotals(draft, { ...facts, roundingStep: null }),
  transitions: TRANSIT_TRANSITIONS,
  tab: CHARGES_TAB,
  actions: GiveBack,
});

/** Received goods can be returned, in part or as a whole. */
function GiveBack({ session }: { session: DocumentSession }) {
  const can = useCan();
  const { server } = useSessionState(session);
  const receipts = server?.data['receipts'];
  if (!server || !Array.isArray(receipts) || receipts.length === 0 || !can('sale_transfer_returns/store')) return null;
  const search = { transfer: server.id };
  return <GoTo icon={Undo2} label="sales:return_goods" to="/sales/sale-transfer-return/new" search={search} />;
}

/** Common parts of the lists of transfers and of their returns. */
export const TRANSFERS_LIST = {
  columns: [
    ...usual('number', 'date', 'outlet_fk', 'to_outlet_fk', 'status', 'received_status', 'currency_fk'),
    ...usual('total', 'total_base', 'loss_amount', 'reference_number'),
  ],
  filters: [
    ...by('date', 'outlet_fk', 'to_outlet_fk', 'item_fk', 'written_off', 'charged'),
    oneOf('status', ['pending', 'sent', 'received']),
  ],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'discarded' },
} satisfies Partial<TableDeclaration>;

export const { Table, Editor } = documentScreens(saleTransferDeclaration, {
  ...TRANSFERS_LIST,
  returns: {
    path: '/sales/sale-transfer-return/new',
    parameter: 'transfer',
    permission: 'sale_transfer_returns/store',
  },
});
