/**
 * The general journal: entries written line by line, with columns for debit and credit and a running difference. An
 * unbalanced entry cannot be posted.
 */

import { accountOf } from '../../domain/chart/chart.ts';
import { journalUse, lineBaseAmount, PARTY_ACCOUNTS } from '../../domain/chart/journal-line.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { type Money, printMoney, readMoney, toMoney, ZERO } from '../../domain/values/money.ts';
import type { ChartAccount } from '../shared/api/chart.ts';
import { CopyLast } from '../shared/document/copy-last.tsx';
import { type Column, declareEditor, type LineField } from '../shared/document/declare-editor.ts';
import { documentScreens } from '../shared/document/document-screens.ts';
import { dueColumn } from '../shared/document/fields/due-day.ts';
import { beginsWith } from '../shared/document/fields/usual-fields.ts';
import type { HeaderFacts, ShownTotals, Wire } from '../shared/document/model/declaration.ts';
import { type Draft, type Fields, idOf, isEmpty, textOf } from '../shared/document/model/draft.ts';
import { rateOfDay } from '../shared/document/model/goods/rate-of-day.ts';
import { POSTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

/** Accounts that a journal may use at all; some need a permission, which the server checks. */
const takesJournals = ({ account }: ChartAccount): boolean => {
  const named = accountOf(account);
  return named !== undefined && journalUse(named) !== 'never';
};

const isForeignLine = (header: Fields, line: Fields): boolean =>
  !isEmpty(line['currency_fk']) && line['currency_fk'] !== header['system_currency_fk'];

const rateOf = (header: Fields, currency: unknown): Fields => rateOfDay('in', currency, header);

/** The kind of party that an account requires. */
function partyOf(line: Fields): 'customer' | 'supplier' | 'user' | undefined {
  const account = accountOf(idOf(line, 'account') ?? 0);
  return account && PARTY_ACCOUNTS[account.key]?.party;
}

/** A cash account determines the currency; for any other the line keeps its currency. */
function ofAccount(chosen: unknown, header: Fields, line: Fields): Fields {
  const own = membersOf(chosen)['currency_fk'];
  const currency = typeof own === 'number' ? own : (line['currency_fk'] ?? header['system_currency_fk'] ?? null);
  const rate = currency === line['currency_fk'] ? {} : rateOf(header, currency);
  return { customer_fk: null, supplier_fk: null, user_fk: null, currency_fk: currency, ...rate };
}

const columns: readonly Column<LineField<'general_journals'>>[] = [
  {
    field: 'account',
    kind: 'account',
    required: true,
    width: 'minmax(220px, 2fr)',
    accepts: takesJournals,
    fills: ofAccount,
  },
  { field: 'debit', kind: 'amount', width: '118px' },
  { field: 'credit', kind: 'amount', width: '118px' },
  {
    field: 'currency_fk',
    kind: 'lookup',
    resource: 'currencies',
    required: true,
    width: '104px',
    fills: (row, header) => rateOf(header, membersOf(row)['currency_id']),
  },
  {
    field: 'rate',
    kind: 'rate',
    label: 'ledger:line_rate',
    required: true,
    width: '84px',
    shown: isForeignLine,
    ofDay: (header, line) => rateOf(header, line['currency_fk']),
    // A typed rate is no longer the rate of the record.
    fills: () => ({ rate_fk: null }),
  },
  {
    field: 'customer_fk',
    kind: 'lookup',
    resource: 'customers',
    required: true,
    width: '120px',
    shown: (_header, line) => partyOf(line) === 'customer',
  },
  {
    field: 'supplier_fk',
    kind: 'lookup',
    resource: 'suppliers',
    required: true,
    width: '120px',
    shown: (_header, line) => partyOf(line) === 'supplier',
  },
  {
    field: 'user_fk',
    kind: 'lookup',
    resource: 'users',
    required: true,
    width: '120px',
    shown: (_header, line) => partyOf(line) === 'user',
  },
  dueColumn(partyOf),
  // Empty for the outlet of the journal.
  { field: 'outlet_fk', kind: 'lookup', resource: 'outlets', optional: true, width: '120px' },
  { field: 'note', kind: 'text', width: 'minmax(90px, 1fr)' },
  { field: 'running_difference', kind: 'amount', computed: true, width: '112px' },
];

/** The API stores an outlet for every line. A line of the journal's own outlet has to follow when that is changed. */
const wire: Wire = {
  send: (body) => body,
  read: (data) => ({
    ...data,
    lines: objectsOf(data['lines']).map((line) =>
      line['outlet_fk'] === data['outlet_fk'] ? { ...line, outlet_fk: null } : line,
    ),
  }),
};

/** The signed amount of a line in the system currency; incomplete lines count as zero. */
function baseAmountOf(line: Fields, system: number): Money {
  const amount = (field: string) => {
    const value = textOf(line, field);
    return value !== undefined && (readMoney(value) ?? 0n) > 0n ? value : null;
  };
  const rate = textOf(line, 'rate') ?? null;
  try {
    const currency_fk = idOf(line, 'currency_fk') ?? system;
    return lineBaseAmount({ debit: amount('debit'), credit: amount('credit'), currency_fk, rate }, system).base;
  } catch {
    // An incomplete line counts as zero.
    return ZERO;
  }
}

export function journalTotals({ lines }: Draft, { systemCurrency }: HeaderFacts): ShownTotals {
  let [debit, credit] = [0n, 0n];
  const running = lines.map((line) => {
    const baseAmount = baseAmountOf(line.fields, systemCurrency);
    if (baseAmount > 0n) debit += baseAmount;
    else credit -= baseAmount;
    return [line.key, printMoney(toMoney(debit - credit))] as const;
  });
  return {
    lines: new Map(running),
    rows: [
      { label: 'document:totals.credit', value: printMoney(toMoney(credit)), always: true },
      { label: 'document:totals.difference', value: printMoney(toMoney(debit - credit)), always: true },
    ],
    total: printMoney(toMoney(debit)),
    totalLabel: 'document:totals.debit',
  };
}

export const journalDeclaration = declareEditor('general_journals', {
  header: ['date', 'outlet_fk', 'reference_number', 'note'],
  columns,
  carried: { header: ['time'], lines: ['rate_fk'] },
  wire,
  isUsed: (line) => ['account', 'debit', 'credit'].some((field) => !isEmpty(line[field])),
  blankLine: {
    account: null,
    debit: null,
    credit: null,
    due_date: null,
    currency_fk: null,
    rate: null,
    rate_fk: null,
    customer_fk: null,
    supplier_fk: null,
    user_fk: null,
    outlet_fk: null,
    note: null,
  },
  completion: { transition: 'post', status: 'posted' },
  actions: CopyLast,
  newHeader: (context) => beginsWith(context, 'outlet_fk', 'date', 'time', 'system_currency_fk'),
  totals: journalTotals,
  transitions: POSTED_TRANSITIONS,
});

export const { Table, Editor } = documentScreens(journalDeclaration, {
  columns: usual('number', 'date', 'status', 'note', 'reference_number', 'total_base', 'outlet_fk'),
  filters: [...by('date'), oneOf('status', ['draft', 'posted', 'reversed']), ...by('total_base')],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'reversed' },
});
