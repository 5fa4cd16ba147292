/** Goods that go back to the outlet that sold them: of one transfer, at its prices, or of none, at prices that are entered. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { extend, money, printMoney, readMoney, toMoney } from '../../domain/kernel/money.ts';
import { quantity, readQuantity } from '../../domain/kernel/quantity.ts';
import { get } from '../shared/api/client.ts';
import { FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { DocumentPicker } from '../shared/document/dialogs/document-picker.tsx';
import { DocumentPage } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  newTransit,
  SEND,
  TRANSIT_TRANSITIONS,
  toInventoryField,
  toOutletField,
} from '../shared/document/fields/transit-fields.ts';
import { useUnlinked } from '../shared/document/fields/use-unlinked.ts';
import {
  CARRIED,
  dateField,
  inventoryField,
  noteColumn,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { ShownTotals } from '../shared/document/model/declaration.ts';
import type { Draft, Fields } from '../shared/document/model/draft.ts';
import { rememberNames } from '../shared/document/model/known-names.ts';
import { comesBack } from '../shared/document/model/return-shares.ts';
import { RECEIVED_TONES, STATUS_TONES } from '../shared/document/model/status-tones.ts';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { fieldValue, valuesOf } from '../shared/document/value-of.ts';
import { useAddress, useAddressNumber, usePathPart } from '../shared/session/address-parts.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { localToday } from '../shared/typing/date-words.ts';
import { saleTransferDeclaration } from './sale-transfers.tsx';

const PLACE = {
  resource: 'sale_transfer_returns',
  path: '/sales/sale-transfer-return',
  title: 'documents:sale_transfer_return.number',
} as const;

export const transferReturnDeclaration: ScreenDeclaration = {
  ...PLACE,
  newTitle: 'documents:sale_transfer_return.new',
  header: [inventoryField, toInventoryField, dateField],
  details: [outletField, toOutletField, referenceField, noteField],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(220px, 1fr)' },
    { field: 'arrived_quantity', kind: 'quantity', fixed: true, width: '110px' },
    { field: 'price', kind: 'amount', fixed: true, width: '120px' },
    { field: 'quantity', kind: 'quantity', width: '120px', label: 'sales:returned_quantity' },
    noteColumn,
    { field: 'line_total', kind: 'amount', computed: true, width: '130px' },
  ],
  origin: 'sale_transfer_fk',
  carried: { header: [...CARRIED, 'sale_transfer_fk', 'currency_fk', 'rate'], lines: ['sale_transfer_line_id'] },
  identity: { lines: 'line_id' },
  isUsed: comesBack,
  completion: SEND,
  blankLine: {},
  newHeader: newTransit,
  lineOf: () => ({}),
  totals,
  transitions: TRANSIT_TRANSITIONS,
  fixedLines: true,
};

const { actions: _actions, ...likeTransfer } = saleTransferDeclaration;
const unlinkedDeclaration: ScreenDeclaration = {
  ...likeTransfer,
  ...PLACE,
  newTitle: 'sales:new_unlinked_transfer_return',
};

function totals({ lines }: Draft): ShownTotals {
  const amounts = lines.map(({ fields }) => {
    const [price, count] = [readMoney(text(fields, 'price')), readQuantity(text(fields, 'quantity'))];
    return extend(price ?? money('0'), count ?? quantity('0'));
  });
  const total = amounts.reduce((sum, amount) => toMoney(sum + amount), money('0'));
  return {
    lines: new Map(lines.map((line, index) => [line.key, printMoney(amounts[index] ?? money('0'))])),
    rows: [],
    total: printMoney(total),
  };
}

const text = (fields: Fields, field: string): string => {
  const value = fields[field];
  return typeof value === 'string' ? value : '0';
};

/** A new return without its transfer asks for the transfer first. */
export function SaleTransferReturnEditor() {
  const navigate = useNavigate();
  const transfer = useAddressNumber('transfer');
  const unlinked = useAddress()['unlinked'] === true;
  const id = usePathPart('id');
  const { resource } = PLACE;
  const isUnlinked = useUnlinked({ resource, field: 'sale_transfer_fk', id, of: transfer, unlinked });
  const { data, error, refetch } = useQuery({
    queryKey: ['sale_transfers', 'record', transfer],
    queryFn: async () => (await get<Readonly<Record<string, unknown>>>(`sale_transfers/${transfer}`)).data,
    enabled: transfer !== undefined,
    meta: { quiet: true },
  });
  const start = useMemo(() => (data ? draftOfTransfer(data) : undefined), [data]);
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (isUnlinked === undefined) return <SkeletonLines lines={8} />;
  if (isUnlinked) return <DocumentPage key="unlinked" declaration={unlinkedDeclaration} />;
  if (id === 'new' && transfer === undefined) {
    return (
      <DocumentPicker
        resource="sale_transfers"
        status="sent,received"
        party="to_outlet_name"
        title="documents:sale_transfer_return.new"
        label="sales:choose_transfer"
        hint="sales:choose_transfer_hint"
        none="sales:no_such_transfer"
        onChoose={(chosen) => void navigate({ to: '.', search: { transfer: chosen } })}
        without={{
          label: 'sales:without_transfer',
          go: () => void navigate({ to: '.', search: { unlinked: true } }),
        }}
      />
    );
  }
  if (transfer !== undefined && !start) return <SkeletonLines lines={8} />;
  return <DocumentPage declaration={transferReturnDeclaration} {...(start ? { start } : {})} />;
}

/** Every line that arrived, with nothing of it on its way back yet; it goes from where it arrived to where it came from. */
function draftOfTransfer(transfer: Readonly<Record<string, unknown>>): Draft {
  rememberNames(saleTransferDeclaration, transfer);
  const value = (field: string) => fieldValue(transfer[field]);
  const receipts = (transfer['receipts'] ?? []) as readonly {
    after: readonly { line_id: number; quantity: string }[];
  }[];
  const arrived = new Map(receipts.at(-1)?.after.map((value) => [value.line_id, value.quantity]));
  const lines = valuesOf(transfer['lines']);
  return {
    header: {
      sale_transfer_fk: Number(transfer['id']),
      outlet_fk: value('to_outlet_fk'),
      inventory_fk: value('to_inventory_fk'),
      to_outlet_fk: value('outlet_fk'),
      to_inventory_fk: value('inventory_fk'),
      currency_fk: value('currency_fk'),
      system_currency_fk: value('system_currency_fk'),
      rate_fk: value('rate_fk'),
      rate: value('rate'),
      date: localToday(),
      time: null,
      reference_number: null,
      note: null,
    },
    lines: lines
      .filter((line) => arrived.has(Number(line['line_id'])))
      .map((line, index) => ({
        key: index + 1,
        fields: {
          sale_transfer_line_id: line['line_id'] ?? null,
          item_fk: line['item_fk'] ?? null,
          arrived_quantity: arrived.get(Number(line['line_id'])) ?? null,
          price: line['price'] ?? null,
          note: line['note'] ?? null,
          quantity: null,
        },
      })),
    costs: [],
  };
}

export const SaleTransferReturnsTable = tableScreen({
  resource: 'sale_transfer_returns',
  title: 'documents:sale_transfer_return.many',
  empty: 'documents:sale_transfer_return.empty',
  idField: 'id',
  path: PLACE.path,
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
  inactive: { field: 'status', value: 'discarded' },
});
