/** Goods of the opening balances: the stock of each inventory before the first day, with quantity and value. */

import { BookOpen } from 'lucide-react';
import { divideRounded } from '../../../domain/values/fixed-point.ts';
import { printMoney, readMoney, sum, toMoney } from '../../../domain/values/money.ts';
import { readQuantity } from '../../../domain/values/quantity.ts';
import type { Column, LineField } from '../../shared/document/declare-editor.ts';
import { inventoryField, noteColumn, unitOfItem } from '../../shared/document/fields/usual-fields.ts';
import { GoTo } from '../../shared/document/go-to.tsx';
import type { HeaderFacts, ItemRow, ShownTotals } from '../../shared/document/model/declaration.ts';
import { type Draft, type Fields, textOf } from '../../shared/document/model/draft.ts';
import { batchNumberColumn, expiryColumn, piecesColumn } from '../../shared/document/model/goods/batches.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import type { ScreenDeclaration } from '../../shared/document/screen-declaration.ts';
import { CorrectStock } from './opening-correction.tsx';
import {
  ACCOUNTS_PATH,
  baseAmountOf,
  openingScreens,
  openingShared,
  openingTotals,
  STOCK_PATH,
  stockValue,
} from './opening-fields.ts';
import { readLines, SECTIONS, stockWire } from './opening-wire.ts';

const columns: readonly Column<LineField<'opening_balances'>>[] = [
  { field: 'item_fk', kind: 'lookup', resource: 'items', required: true, width: 'minmax(220px, 1fr)' },
  { ...inventoryField, width: '160px' },
  { field: 'quantity', kind: 'quantity', required: true, width: '110px' },
  { field: 'unit_fk', kind: 'unit', required: true, width: '110px' },
  { field: 'value', kind: 'amount', required: true, width: '150px' },
  batchNumberColumn,
  piecesColumn,
  expiryColumn,
  noteColumn,
  { field: 'unit_cost', kind: 'amount', computed: true, width: '130px' },
];

const QUANTITY_ONE = 1_000_000n;

/** For display only: quantity and total value are stored. */
function unitCost(line: Fields): string {
  const quantity = readQuantity(textOf(line, 'quantity') ?? '') ?? 0n;
  const value = readMoney(textOf(line, 'value') ?? '') ?? 0n;
  return quantity > 0n ? printMoney(toMoney(divideRounded(value * QUANTITY_ONE, quantity))) : '0';
}

function totals({ header, lines }: Draft, { systemCurrency }: HeaderFacts): ShownTotals {
  const accounts = readLines(header).map((line) => baseAmountOf(line as Fields, systemCurrency));
  return {
    lines: new Map(lines.map((line) => [line.key, unitCost(line.fields)])),
    ...openingTotals(sum(accounts), stockValue(lines.map((line) => line.fields))),
  };
}

function ToAccounts({ session }: { session: DocumentSession }) {
  const { server } = useSessionState(session);
  return server && <GoTo icon={BookOpen} label="ledger:opening.to_accounts" to={`${ACCOUNTS_PATH}/${server.id}`} />;
}

export const stockDeclaration: ScreenDeclaration = {
  ...openingShared,
  transitions: [
    ...openingShared.transitions,
    { name: 'correct', permission: 'return_to_draft', dialog: CorrectStock },
    { name: 'move', permission: 'return_to_draft' },
  ],
  path: STOCK_PATH,
  title: 'ledger:opening_stock_number',
  newTitle: 'ledger:new_opening_stock',
  columns,
  carried: { header: [...SECTIONS, 'inventory_fk'] },
  wire: stockWire,
  identity: { lines: 'line_id' },
  blankLine: { item_fk: null, inventory_fk: null, quantity: null, unit_fk: null, value: null },
  lineOf: (item: ItemRow, header, scanned) => ({
    inventory_fk: header['inventory_fk'] ?? null,
    unit_fk: unitOfItem(item, scanned)?.unit_fk ?? null,
  }),
  totals,
  actions: ToAccounts,
};

export const { Table, Editor } = openingScreens(stockDeclaration, {
  title: 'ledger:opening_stocks',
  empty: 'ledger:opening_stocks_empty',
  import: { permission: 'opening_balances/import', path: '/opening-stock/import' },
});
