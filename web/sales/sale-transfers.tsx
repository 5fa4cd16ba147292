/** Goods that one outlet sells to another, at a price that is a claim between the two. */
import { useNavigate } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../shared/controls/button.tsx';
import { editorOf, listOf } from '../shared/document/document-names.ts';
import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  newTransit,
  SEND,
  TRANSIT_TRANSITIONS,
  toInventoryField,
  toOutletField,
} from '../shared/document/fields/transit-fields.ts';
import {
  CARRIED,
  currencyFields,
  dateField,
  inventoryField,
  noteColumn,
  noteField,
  outletField,
  priceIn,
  referenceField,
  unitOfItem,
} from '../shared/document/fields/usual-fields.ts';
import type { ColumnDeclaration } from '../shared/document/model/declaration.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { knownItem, unitsOf } from '../shared/document/model/items.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { RECEIVED_TONES, STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { useCan } from '../shared/session/session.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { saleTotals } from './sale-editor.tsx';

const columns: readonly ColumnDeclaration[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(220px, 1fr)' },
  { field: 'quantity', kind: 'quantity', required: true, width: '110px' },
  { field: 'unit_fk', kind: 'unit', required: true, width: '110px', fills: unitPrice },
  { field: 'price', kind: 'amount', required: true, width: '130px' },
  noteColumn,
  { field: 'line_total', kind: 'amount', computed: true, width: '140px' },
];

/** Another unit has a price of its own. */
function unitPrice(chosen: unknown, header: Fields, line: Fields): Fields {
  const item = typeof line['item_fk'] === 'number' ? knownItem(line['item_fk']) : undefined;
  const unit = unitsOf(item).find((unit) => unit.unit_fk === chosen);
  return item && unit ? { price: priceIn(item, unit.sale_price, header) } : {};
}

export const saleTransferDeclaration: ScreenDeclaration = {
  ...editorOf('sale_transfers'),
  header: [toOutletField, toInventoryField, dateField],
  details: [outletField, inventoryField, ...currencyFields('in'), referenceField, noteField],
  columns,
  carried: { header: CARRIED },
  identity: { lines: 'line_id' },
  completion: SEND,
  blankLine: { item_fk: null, quantity: '1', unit_fk: null, price: null, note: null },
  newHeader: newTransit,
  lineOf: (item, header, scanned) => {
    const unit = unitOfItem(item, scanned);
    return { unit_fk: unit?.unit_fk ?? null, price: priceIn(item, unit?.sale_price, header) };
  },
  // A claim between two outlets is not paid in cash: nothing is rounded.
  totals: (draft, facts) => saleTotals(draft, { ...facts, roundingStep: null }),
  transitions: TRANSIT_TRANSITIONS,
  actions: GiveBack,
};

/** What has arrived may go back, in part or as a whole. */
function GiveBack({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { server } = useSessionState(session);
  const receipts = server?.data['receipts'];
  if (!server || !Array.isArray(receipts) || receipts.length === 0 || !can('sale_transfer_returns/store')) return null;
  const open = () => void navigate({ to: '/sales/sale-transfer-return/new', search: { transfer: server.id } });
  return (
    <Button icon={Undo2} onClick={open}>
      {t('sales:return_goods')}
    </Button>
  );
}

export const SaleTransferEditor = documentScreen(saleTransferDeclaration);

export const SaleTransfersTable = tableScreen({
  ...listOf('sale_transfers'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'to_outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'received_status', kind: 'status', tones: RECEIVED_TONES },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
    { field: 'to_outlet_fk', kind: 'lookup', resource: 'outlets' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'status', kind: 'option', options: ['pending', 'sent', 'received'] },
  ],
  footer: ['total_base'],
  canEdit: false,
  returns: {
    path: '/sales/sale-transfer-return/new',
    parameter: 'transfer',
    permission: 'sale_transfer_returns/store',
  },
  inactive: { field: 'status', value: 'discarded' },
});
