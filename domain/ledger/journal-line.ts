/** What a line of a general journal is worth, and what a journal may do with an account. */
import { type Money, money, negate } from '../kernel/money.ts';
import { convert, rate } from '../kernel/rate.ts';
import { type AccountRef, SYSTEM_ACCOUNTS, type SystemKey } from './chart.ts';
import type { JournalLine } from './general-journal-events.ts';

/** In its own currency and in the system's, a credit below zero. */
export function lineBaseAmount(
  line: Pick<JournalLine, 'debit' | 'credit' | 'currency_fk' | 'rate'>,
  system: number,
): { readonly foreign: Money; readonly base: Money } {
  const foreign = line.debit === null ? negate(money(line.credit ?? '0')) : money(line.debit);
  const at = line.rate === null ? undefined : rate(line.rate);
  return { foreign, base: convert(foreign, line.currency_fk, system, at) };
}

/** Who a party account belongs to, and the side on which a journal opens something there that is settled later. */
export const PARTY_ACCOUNTS: Readonly<
  Partial<Record<SystemKey, { readonly party: 'customer' | 'supplier'; readonly opens: 'debit' | 'credit' }>>
> = {
  receivable: { party: 'customer', opens: 'debit' },
  'customer-advances': { party: 'customer', opens: 'credit' },
  payable: { party: 'supplier', opens: 'credit' },
  'supplier-advances': { party: 'supplier', opens: 'debit' },
};

/** Kept by stock documents, opening balances and the close alone: a journal on them would contradict what they are made of. */
const CLOSED: readonly SystemKey[] = ['inventory', 'in-transit', 'opening-equity', 'income-summary'];
/** Accounts that are people's own; all others are the system's. */
const OPEN: readonly SystemKey[] = ['cash', 'bank', 'remittance', 'expense-type', 'income-type', 'capital'];

/** `never`, `permitted` with `general_journals/system_accounts`, or `free`. An account with others below it takes nothing itself. */
export function journalUse({ key, of }: AccountRef): 'free' | 'permitted' | 'never' {
  const isControl = 'per' in SYSTEM_ACCOUNTS[key] && of === undefined && key !== 'capital';
  if (isControl || CLOSED.includes(key)) return 'never';
  return OPEN.includes(key) || key.startsWith('other-') ? 'free' : 'permitted';
}
