/**
 * Converts opening balances between screen and API. The screen has lines of accounts, each with a debit or a credit;
 * the API has sections for cash, parties and other accounts, each with its own sign. Goods are lines of a separate
 * screen.
 */

import {
  type AccountRef,
  accountNumber,
  accountOf,
  cashKey,
  isCashAccount,
  isSystemKey,
  type SystemKey,
} from '../../../domain/chart/chart.ts';
import { PARTY_ACCOUNTS } from '../../../domain/chart/journal-line.ts';
import { listOf, objectsOf } from '../../../domain/values/members.ts';
import { money, negate, printMoney, readMoney, toMoney } from '../../../domain/values/money.ts';
import type { Wire } from '../../shared/document/model/declaration.ts';

type Data = Readonly<Record<string, unknown>>;
export type Section = 'cashes' | 'parties' | 'accounts';
export const SECTIONS: readonly Section[] = ['cashes', 'parties', 'accounts'];

export function sectionOf(account: AccountRef | undefined): Section {
  if (account && isCashAccount(account)) return 'cashes';
  return account && PARTY_ACCOUNTS[account.key] ? 'parties' : 'accounts';
}

const refOf = (line: Data): AccountRef | undefined => accountOf(Number(line['account'] ?? 0));
const rows = (value: unknown): readonly Data[] => objectsOf(value);
const only = (row: Data, ...fields: readonly string[]): Data =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));

/** Sent only for what staff owe. */
const person = (line: Data): Data => (line['user_fk'] ? only(line, 'user_fk') : {});
/** Sent only if typed; a finished document has the days of the terms too. */
const due = (line: Data): Data => (line['due_date'] ? only(line, 'due_date') : {});

/** Debit positive; the amount owed to a supplier is a credit. */
function signed(line: Data, isSuppliers: boolean): string {
  const read = (field: string) => readMoney(String(line[field] ?? '')) ?? money('0');
  const amount = toMoney(read('debit') - read('credit'));
  return printMoney(isSuppliers ? negate(amount) : amount);
}

function sent(line: Data): readonly [Section, Data] {
  const account = refOf(line);
  const section = sectionOf(account);
  const isSuppliers = account !== undefined && PARTY_ACCOUNTS[account.key]?.party === 'supplier';
  const amount = signed(line, isSuppliers);
  if (section === 'cashes') return [section, { account_fk: account?.of, rate: line['rate'] ?? null, amount }];
  if (section === 'parties')
    return [
      section,
      { ...only(line, 'customer_fk', 'supplier_fk', 'currency_fk', 'rate'), ...person(line), ...due(line), amount },
    ];
  const ofCurrency = line['rate'] ? only(line, 'currency_fk', 'rate') : {};
  return [section, { ...(account && openedAccount(account)), ...ofCurrency, amount }];
}

/** The field of the record that an account names, for those of types and of holders of capital. */
const RECORD_FIELDS = {
  'expense-type': 'expense_type_fk',
  'income-type': 'income_type_fk',
  capital: 'stockholder_fk',
} as const;
const hasRecordField = (key: string): key is keyof typeof RECORD_FIELDS => key in RECORD_FIELDS;

/** An account as opening balances name it; undefined for the control account of types, which has no balance itself. */
export function openedAccount({ key, of }: AccountRef): Data | undefined {
  if (hasRecordField(key)) {
    if (of === undefined) return key === 'capital' ? { account: key } : undefined;
    return { account: key, [RECORD_FIELDS[key]]: of };
  }
  if (of === undefined) return key.startsWith('other-') ? undefined : { account: key };
  return { ledger_account_fk: of };
}

/** Empty for zero, as in ledgers. */
function columnsOf(amount: unknown, isSuppliers: boolean): Data {
  const value = money(String(amount ?? '0'));
  const debit = isSuppliers ? negate(value) : value;
  return { debit: debit > 0n ? printMoney(debit) : null, credit: debit < 0n ? printMoney(negate(debit)) : null };
}

function partyKey(row: Data): SystemKey {
  const due = money(String(row['amount'] ?? '0')) >= 0n;
  if (row['user_fk']) return 'staff-receivable';
  if (row['supplier_fk']) return due ? 'payable' : 'supplier-advances';
  return due ? 'receivable' : 'customer-advances';
}

export function readLines(data: Data): readonly Data[] {
  const system = data['system_currency_fk'];
  const cashes = rows(data['cashes']).map((row) => {
    const account = { key: cashKey(Number(row['account_type'])), of: Number(row['account_fk']) };
    return { account: accountNumber(account), ...only(row, 'currency_fk', 'rate'), ...columnsOf(row['amount'], false) };
  });
  const parties = rows(data['parties']).map((row) => ({
    ...row,
    account: accountNumber({ key: partyKey(row) }),
    ...columnsOf(row['amount'], Boolean(row['supplier_fk'])),
  }));
  const accounts = rows(data['accounts']).flatMap((row) => {
    const key = String(row['account']);
    if (!isSystemKey(key)) return [];
    const of = row['ledger_account_fk'] ?? (hasRecordField(key) ? row[RECORD_FIELDS[key]] : undefined);
    const account = accountNumber(typeof of === 'number' ? { key, of } : { key });
    const foreign = row['rate'] ? only(row, 'currency_fk', 'rate') : { currency_fk: system };
    return [{ account, ...foreign, ...columnsOf(row['amount'], false) }];
  });
  return [...cashes, ...parties, ...accounts];
}

const STOCK_FIELDS = ['inventory_fk', 'item_fk', 'unit_fk', 'quantity', 'value'] as const;
/** Sent only if entered. */
const ENTERED_FIELDS = ['batch_number', 'expire_date', 'note'] as const;
const stockLine = (line: Data): Data => ({
  ...only(line, ...STOCK_FIELDS),
  ...only(line, ...ENTERED_FIELDS.filter((field) => line[field])),
  ...(listOf(line['batches']).length > 0 ? only(line, 'batches') : {}),
});

/** The sections as a request takes them, without the answer's additional fields. */
const sectionsOf = (data: Data): Data => inSections(readLines(data));

function inSections(lines: readonly Data[]): Data {
  const bodies = lines.map(sent);
  return Object.fromEntries(
    SECTIONS.map((section) => [section, bodies.filter(([name]) => name === section).map(([, row]) => row)]),
  );
}

const stockOf = (data: Data): readonly Data[] => rows(data['stock']).map(stockLine);

/** The whole document as a correction takes it. */
export const correctionBody = (data: Data): Data => ({
  ...only(data, 'outlet_fk', 'financial_year_fk', 'note'),
  stock: stockOf(data),
  ...sectionsOf(data),
});

/** The body with another amount of a line of accounts; `lines` are those of the screen, in order. */
export function withAccountLine(data: Data, at: number, { debit, credit }: { debit: string; credit: string }): Data {
  const lines = readLines(data).map((line, index) =>
    index === at ? { ...line, debit: debit === '' ? null : debit, credit: credit === '' ? null : credit } : line,
  );
  return { ...correctionBody(data), ...inSections(lines) };
}

/** Lines of accounts; goods are passed through. */
export const accountsWire: Wire = {
  send: ({ lines, ...body }) => ({ ...body, stock: body['stock'] ?? [], ...inSections(rows(lines)) }),
  read: (data) => ({ ...data, stock: stockOf(data), lines: readLines(data) }),
  place: (path, { lines }) => {
    const match = /^(cashes|parties|accounts)\.(\d+)\.(.+)$/.exec(path);
    if (!match) return path;
    const [, section, index, field = ''] = match;
    const own = rows(lines).flatMap((line, at) => (sectionOf(refOf(line)) === section ? [at] : []));
    return `lines.${own[Number(index)]}.${FIELDS[field] ?? field}`;
  },
};

const FIELDS: Readonly<Record<string, string>> = {
  amount: 'debit',
  account_fk: 'account',
  ledger_account_fk: 'account',
};

/** Lines of goods; accounts are passed through, converted from answer to request. */
export const stockWire: Wire = {
  send: ({ lines, inventory_fk: _default, ...body }) => ({
    ...body,
    ...sectionsOf(body),
    stock: rows(lines).map(stockLine),
  }),
  read: (data) => {
    const stock = rows(data['stock']);
    return { ...data, inventory_fk: stock[0]?.['inventory_fk'] ?? null, lines: stock };
  },
  place: (path) => path.replace(/^stock\./, 'lines.'),
};
