/** Goods returned to the outlet that sold them: of one transfer at its prices, or without one at typed prices. */

import { batchesOfLine } from '../../domain/batches/line-batches.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { extend, money, printMoney, readMoney, smallestUnit, toMoney } from '../../domain/values/money.ts';
import { inBaseUnits, quantity, readQuantity } from '../../domain/values/quantity.ts';
import { declareEditor } from '../shared/document/declare-editor.ts';
import { listOf } from '../shared/document/document-names.ts';
import { CHARGES_TAB, newTransit, SEND, TRANSIT_TRANSITIONS } from '../shared/document/fields/transit-fields.ts';
import { CARRIED, noteColumn } from '../shared/document/fields/usual-fields.ts';
import type { HeaderFacts, ShownTotals } from '../shared/document/model/declaration.ts';
import type { Draft, Fields } from '../shared/document/model/draft.ts';
import { batchesColumn, ORIGIN_BATCHES, packBatches } from '../shared/document/model/goods/batches.ts';
import { comesBack } from '../shared/document/model/goods/return-shares.ts';
import { rememberNames } from '../shared/document/model/known-names.ts';
import { returnEditor, returnedUnitColumn, startOfReturn, takenLine } from '../shared/document/return-editor.tsx';
import type { ScreenDeclaration } from '../shared/document/screen-declaration.ts';
import { fieldValue, valuesOf } from '../shared/document/value-of.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { saleTransferDeclaration, TRANSFERS_LIST } from './sale-transfers.tsx';

const PLACE = {
  resource: 'sale_transfer_returns',
  path: '/sales/sale-transfer-return',
  title: 'documents:sale_transfer_return.number',
} as const;

export const transferReturnDeclaration = declareEditor('sale_transfer_returns', {
  header: ['inventory_fk', 'to_inventory_fk', 'date'],
  details: ['outlet_fk', 'to_outlet_fk', 'reference_number', 'note'],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', fixed: true, width: 'minmax(220px, 1fr)' },
    { field: 'whole_quantity', kind: 'quantity', label: 'fields:arrived_quantity', fixed: true, width: '110px' },
    { field: 'price', kind: 'amount', fixed: true, width: '120px' },
    returnedUnitColumn,
    { field: 'quantity', kind: 'quantity', width: '120px', label: 'sales:returned_quantity' },
    noteColumn,
    { field: 'line_total', kind: 'amount', computed: true, width: '130px' },
  ],
  batches: batchesColumn,
  origin: 'sale_transfer_fk',
  carried: {
    header: [...CARRIED, 'sale_transfer_fk', 'currency_fk', 'rate'],
    lines: ['sale_transfer_line_id', 'item_fk'],
  },
  isUsed: comesBack,
  completion: SEND,
  newHeader: newTransit,
  totals,
  transitions: TRANSIT_TRANSITIONS,
  tab: CHARGES_TAB,
  fixedLines: true,
});

const { actions: _actions, ...likeTransfer } = saleTransferDeclaration;
export const unlinkedDeclaration: ScreenDeclaration = {
  ...likeTransfer,
  ...PLACE,
  newTitle: 'sales:new_unlinked_transfer_return',
};

/** Each line is rounded to the currency's decimals, as it is posted. */
function totals({ lines }: Draft, { decimals }: HeaderFacts): ShownTotals {
  const unit = smallestUnit(decimals);
  const amounts = lines.map(({ fields }) => {
    const [price, count] = [readMoney(text(fields, 'price')), readQuantity(text(fields, 'quantity'))];
    return extend(price ?? money('0'), count ?? quantity('0'), unit);
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

/** All lines that arrived, with quantity zero, from the receiving outlet back to the sending one. */
function draftOfTransfer(transfer: Readonly<Record<string, unknown>>): Draft {
  rememberNames(saleTransferDeclaration, transfer);
  const value = (field: string) => fieldValue(transfer[field]);
  const arrived = arrivedLines(transfer);
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
      ...startOfReturn(),
    },
    lines: arrived.map(({ line, came }, index) => ({
      key: index + 1,
      fields: {
        ...takenLine(line, came),
        sale_transfer_line_id: line['line_id'] ?? null,
        [ORIGIN_BATCHES]: packBatches(batchesOfLine(transfer, line)),
      },
    })),
    costs: [],
  };
}

/** The lines of which something arrived, with its base units. */
function arrivedLines(transfer: Readonly<Record<string, unknown>>) {
  const after = objectsOf(membersOf(objectsOf(transfer['receipts']).at(-1))['after']);
  return valuesOf(transfer['lines']).flatMap((line) => {
    const own = after.find(({ line_id }) => line_id === line['line_id']);
    const factor = own?.['unit_factor'] ?? line['unit_factor'] ?? '1';
    const came = inBaseUnits(quantity(String(own?.['quantity'] ?? '0')), quantity(String(factor)));
    return own === undefined ? [] : [{ line, came }];
  });
}

/** A new return without a transfer first asks for the transfer. */
export const Editor = returnEditor({
  declaration: transferReturnDeclaration,
  unlinked: unlinkedDeclaration,
  source: {
    parameter: 'transfer',
    resource: 'sale_transfers',
    field: 'sale_transfer_fk',
    partyName: 'to_outlet_name',
    status: 'sent,received',
  },
  words: {
    title: 'documents:sale_transfer_return.new',
    label: 'sales:choose_transfer',
    hint: 'sales:choose_transfer_hint',
    none: 'sales:no_such_transfer',
    without: 'sales:without_transfer',
  },
  draftOf: draftOfTransfer,
});

export const Table = tableScreen({ ...listOf('sale_transfer_returns'), ...TRANSFERS_LIST });
