/** The base amount of a line of a general journal, and the accounts that journals may use. */

import { type Money, money, negate } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';
import { type AccountRef, SYSTEM_ACCOUNTS, type SystemKey } from './chart.ts';

/** The amount of a line, on one of its two sides. */
interface JournalAmount {
  readonly debit: string | null;
  readonly credit: string | null;
  readonly currency_fk: number;
  readonly rate: string | null;
}

/** The signed amount in its own and in the system currency; a credit is negative. */
export function lineBaseAmount(line: JournalAmount, system: number): { readonly foreign: Money; readonly base: Money } {
  const foreign = line.debit === null ? negate(money(line.credit ?? '0')) : money(line.debit);
  const at = line.rate === null ? undefined : rate(line.rate);
  return { foreign, base: convert(foreign, line.currency_fk, system, at) };
}

interface PartyAccount {
  readonly party: 'customer' | 'supplier' | 'user';
  readonly opens: 'debit' | 'credit' | 'nothing';
}

/**
 * The kind of party of each party account, and the side on which a journal opens an item that is settled later. What
 * staff owe has no open items: both sides are entered, in the system currency.
 */
export const PARTY_ACCOUNTS: Readonly<Partial<Record<SystemKey, PartyAccount>>> = {
  receivable: { party: 'customer', opens: 'debit' },
  'customer-advances': { party: 'customer', opens: 'credit' },
  payable: { party: 'supplier', opens: 'credit' },
  'supplier-advances': { party: 'supplier', opens: 'debit' },
  'staff-receivable': { party: 'user', opens: 'nothing' },
};

/**
 * Posted only by stock documents, entries of several outlets, opening balances and the close: a journal on these
 * accounts would contradict the documents behind them. Company reports leave out the accounts between outlets.
 */
const CLOSED: readonly SystemKey[] = [
  'inventory',
  'in-transit',
  'in-production',
  'supplier-claims',
  'inter-outlet',
  'sale-transfers',
  'opening-equity',
  'income-summary',
];
/** Accounts of records of the business; all other accounts belong to the system. */
const OPEN: readonly SystemKey[] = ['cash', 'bank', 'remittance', 'expense-type', 'income-type', 'capital'];

/**
 * `never`, `permitted` with `general_journals/system_accounts`, or `free`. Control accounts with sub-accounts accept
 * no postings themselves.
 */
export function journalUse({ key, of }: AccountRef): 'free' | 'permitted' | 'never' {
  const isControl = 'per' in SYSTEM_ACCOUNTS[key] && of === undefined && key !== 'capital';
  if (isControl || CLOSED.includes(key)) return 'never';
  return OPEN.includes(key) || key.startsWith('other-') ? 'free' : 'permitted';
}
