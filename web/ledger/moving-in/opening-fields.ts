/** Shared parts of both screens of opening balances: header, final check, transitions, and links. */

import { lineBaseAmount } from '../../../domain/chart/journal-line.ts';
import { FIRST_YEAR } from '../../../domain/organisation/first-year.ts';
import { type Money, money, printMoney, sum, toMoney } from '../../../domain/values/money.ts';
import type { HeaderField } from '../../shared/document/declare-editor.ts';
import { documentScreen } from '../../shared/document/document-screen.tsx';
import { beginsWith, noteField, outletField } from '../../shared/document/fields/usual-fields.ts';
import type { FieldDeclaration, ShownTotals } from '../../shared/document/model/declaration.ts';
import { type Fields, idOf, textOf, type Value } from '../../shared/document/model/draft.ts';
import type { ScreenDeclaration } from '../../shared/document/screen-declaration.ts';
import { valuesOf } from '../../shared/document/value-of.ts';
import type { TableDeclaration } from '../../shared/table/declaration.ts';
import { tableScreen } from '../../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../../shared/table/usual-columns.ts';
import { differenceQuestion } from './opening-difference.tsx';

export const ACCOUNTS_PATH = '/settings/opening-balance/accounting-opening-balance';
export const STOCK_PATH = '/settings/opening-balance/inventory-opening-balance';

/** Only the first year has opening balances. */

const header: readonly FieldDeclaration<HeaderField<'opening_balances'>>[] = [
  outletField,
  { field: 'financial_year_fk', kind: 'lookup', resource: 'financial_years', required: true },
  noteField,
];

export const openingShared = {
  resource: 'opening_balances',
  title: 'ledger:opening_number',
  newTitle: 'ledger:new_opening',
  header,
  details: [],
  completion: { transition: 'finish' },
  newHeader: (context) => ({
    ...beginsWith(context, 'outlet_fk', 'inventory_fk', 'system_currency_fk'),
    financial_year_fk: FIRST_YEAR,
    note: null,
  }),
  transitions: [
    { name: 'finish', permission: 'complete' },
    { name: 'reopen', permission: 'return_to_draft', reasoned: true },
    { name: 'discard', permission: 'destroy', dangerous: true },
    { name: 'reverse', permission: 'destroy', reasoned: true },
  ],
  completionQuestion: differenceQuestion,
} as const satisfies Partial<ScreenDeclaration>;

/** The list and editor of one part: both lists are alike. */
export const openingScreens = (
  editor: ScreenDeclaration,
  list: Pick<TableDeclaration, 'title' | 'empty' | 'import'>,
) => ({
  Table: tableScreen({
    resource: 'opening_balances',
    idField: 'id',
    path: editor.path,
    canEdit: false,
    columns: usual('number', 'date', 'outlet_fk', 'status', 'note'),
    filters: [...by('outlet_fk'), oneOf('status', ['draft', 'finished'])],
    ...list,
  }),
  Editor: documentScreen(editor),
});

/** The base amount of an account line, debit positive; an incomplete line counts as zero. */
export function baseAmountOf(line: Fields, system: number): Money {
  const [debit, credit] = [textOf(line, 'debit') ?? null, textOf(line, 'credit') ?? null];
  const currency_fk = idOf(line, 'currency_fk') ?? system;
  try {
    return lineBaseAmount({ debit, credit, currency_fk, rate: textOf(line, 'rate') ?? null }, system).base;
  } catch {
    // An incomplete line counts as zero.
    return money('0');
  }
}

/** The value of the goods in the other part of the document, or of the given lines. */
export function stockValue(rows: Value | readonly Fields[] | undefined): Money {
  const lines = valuesOf(rows);
  return sum(lines.map((line) => money(textOf(line, 'value') ?? '0')));
}

/** Both sums, and opening equity: their difference, which must be zero. */
export function openingTotals(accounts: Money, stock: Money): Pick<ShownTotals, 'rows' | 'total' | 'totalLabel'> {
  return {
    rows: [
      { label: 'ledger:opening.accounts', value: printMoney(accounts), always: true },
      { label: 'ledger:opening.stock', value: printMoney(stock), always: true },
    ],
    total: printMoney(toMoney(accounts + stock)),
    totalLabel: 'ledger:opening.equity',
  };
}
