/**
 * Opening balances of accounts and parties, in their currencies, as debits and credits; complete when opening equity is
 * zero.
 */

import { Boxes } from 'lucide-react';
import { accountOf, isCarried } from '../../../domain/chart/chart.ts';
import { PARTY_ACCOUNTS } from '../../../domain/chart/journal-line.ts';
import { OPENING_ACCOUNTS } from '../../../domain/ledger/opening-balance.schema.ts';
import { isOneOf, membersOf } from '../../../domain/values/members.ts';
import { printMoney, sum } from '../../../domain/values/money.ts';
import type { ChartAccount } from '../../shared/api/chart.ts';
import type { Column, LineField } from '../../shared/document/declare-editor.ts';
import { dueColumn, withProposedDues } from '../../shared/document/fields/due-day.ts';
import { GoTo } from '../../shared/document/go-to.tsx';
import type { HeaderFacts, ShownTotals } from '../../shared/document/model/declaration.ts';
import { type Draft, type Fields, idOf, isEmpty } from '../../shared/document/model/draft.ts';
import { lastRate } from '../../shared/document/model/reference-data.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import type { ScreenDeclaration } from '../../shared/document/screen-declaration.ts';
import { CorrectAccount } from './opening-correction.tsx';
import {
  ACCOUNTS_PATH,
  baseAmountOf,
  openingScreens,
  openingShared,
  openingTotals,
  STOCK_PATH,
  stockValue,
} from './opening-fields.ts';
import { accountsWire, sectionOf } from './opening-wire.ts';

/** Cash, parties, accounts that people made, and system accounts without another way to open them. */
function canBeOpened({ account }: ChartAccount): boolean {
  const named = accountOf(account);
  if (!named) return false;
  if (sectionOf(named) === 'cashes' || named.key.startsWith('other-') || isOneOf(OF_TYPES, named.key)) {
    return named.of !== undefined;
  }
  return PARTY_ACCOUNTS[named.key] !== undefined || isOneOf(OPENING_ACCOUNTS, named.key);
}

const OF_TYPES = ['expense-type', 'income-type'] as const;

const accountOfLine = (line: Fields) => accountOf(idOf(line, 'account') ?? 0);
const partyOf = (line: Fields) => PARTY_ACCOUNTS[accountOfLine(line)?.key ?? 'rounding']?.party;
/** Loans, deposits and what else is owed on an own account may be in a foreign currency. */
const isOwed = (line: Fields): boolean => {
  const named = accountOfLine(line);
  return named !== undefined && isCarried(named);
};
const isForeignLine = (header: Fields, line: Fields): boolean =>
  !isEmpty(line['currency_fk']) && line['currency_fk'] !== header['system_currency_fk'];

function rateOf(header: Fields, currency: unknown): Fields {
  return { rate: currency === header['system_currency_fk'] ? null : (lastRate()?.in ?? null) };
}

/** Cash has its own currency, a party any; other accounts use the system currency. */
function ofAccount(chosen: unknown, header: Fields): Fields {
  const currency = membersOf(chosen)['currency_fk'] ?? header['system_currency_fk'] ?? null;
  return {
    customer_fk: null,
    supplier_fk: null,
    user_fk: null,
    currency_fk: typeof currency === 'number' ? currency : null,
    ...rateOf(header, currency),
  };
}

/** The body has one signed amount for both sides. */
const columns: readonly Column<LineField<'opening_balances'> | 'debit' | 'credit'>[] = [
  {
    field: 'account',
    kind: 'account',
    required: true,
    width: 'minmax(200px, 1fr)',
    accepts: canBeOpened,
    fills: ofAccount,
  },
  {
    field: 'customer_fk',
    kind: 'lookup',
    resource: 'customers',
    required: true,
    width: '150px',
    shown: (_header, line) => partyOf(line) === 'customer',
  },
  {
    field: 'supplier_fk',
    kind: 'lookup',
    resource: 'suppliers',
    required: true,
    width: '150px',
    shown: (_header, line) => partyOf(line) === 'supplier',
  },
  {
    field: 'user_fk',
    kind: 'lookup',
    resource: 'users',
    required: true,
    width: '150px',
    shown: (_header, line) => partyOf(line) === 'user',
  },
  dueColumn(partyOf),
  { field: 'debit', kind: 'amount', width: '124px' },
  { field: 'credit', kind: 'amount', width: '124px' },
  {
    field: 'currency_fk',
    kind: 'lookup',
    resource: 'currencies',
    width: '104px',
    required: true,
    shown: (_header, line) => partyOf(line) !== undefined || isOwed(line),
    fills: (row, header) => rateOf(header, membersOf(row)['currency_id']),
  },
  { field: 'rate', kind: 'rate', label: 'ledger:line_rate', required: true, width: '90px', shown: isForeignLine },
  { field: 'line_total', kind: 'amount', label: 'ledger:opening.in_system', computed: true, width: '130px' },
];

function totals({ header, lines }: Draft, { systemCurrency }: HeaderFacts): ShownTotals {
  const known = lines.map((line) => [line.key, baseAmountOf(line.fields, systemCurrency)] as const);
  return {
    lines: new Map(known.map(([key, amount]) => [key, printMoney(amount)])),
    ...openingTotals(sum(known.map(([, amount]) => amount)), stockValue(header['stock'])),
  };
}

/** A link to the goods of the same opening balances. */
function ToStock({ session }: { session: DocumentSession }) {
  const { server } = useSessionState(session);
  return server && <GoTo icon={Boxes} label="ledger:opening.to_stock" to={`${STOCK_PATH}/view/${server.id}`} />;
}

export const openingDeclaration: ScreenDeclaration = withProposedDues({
  ...openingShared,
  isOfOpening: true,
  transitions: [
    ...openingShared.transitions,
    { name: 'correct', permission: 'return_to_draft', dialog: CorrectAccount },
    { name: 'move', permission: 'return_to_draft' },
  ],
  path: ACCOUNTS_PATH,
  columns,
  carried: { header: ['stock'] },
  wire: accountsWire,
  isUsed: (line) => ['account', 'debit', 'credit'].some((field) => !isEmpty(line[field])),
  // The server does not number these lines: they are one field of the document.
  identity: { lines: 'line_id' },
  blankLine: {
    account: null,
    customer_fk: null,
    supplier_fk: null,
    user_fk: null,
    due_date: null,
    debit: null,
    credit: null,
    currency_fk: null,
    rate: null,
  },
  lineOf: () => ({}),
  totals,
  actions: ToStock,
});

export const { Table, Editor } = openingScreens(openingDeclaration, {
  title: 'ledger:openings',
  empty: 'ledger:openings_empty',
});
