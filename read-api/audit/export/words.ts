/** Names and amounts in the form that exchange formats require. */

import { accountOf } from '../../../domain/chart/chart.ts';
import { MONEY_SCALE, type Money, printMoney, toMoney } from '../../../domain/values/money.ts';
import type { ChartAccount } from '../../books/chart.ts';
import type { Books, ExportEntry } from './entries.ts';

/** All amounts of a file have the same number of decimals, so that no program rounds them: 12.5 is `12.5000`. */
export function amountText(amount: Money): string {
  const [whole = '0', fraction = ''] = printMoney(amount).split('.');
  return `${whole}.${fraction.padEnd(MONEY_SCALE, '0')}`;
}

export const magnitude = (amount: Money): Money => toMoney(amount < 0n ? -amount : amount);

/** `cost-of-goods-sold` is "Cost of goods sold"; an account of a record has the record's name. */
export function accountTitle({ key, name, bound_name }: ChartAccount): string {
  if (name) return name;
  if (bound_name) return bound_name;
  const words = key.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The accounts from the top heading down to the account. */
export function pathOf({ chart }: Books, account: number): ChartAccount[] {
  const path: ChartAccount[] = [];
  for (let at = chart.get(account); at; at = at.parent === null ? undefined : chart.get(at.parent)) path.unshift(at);
  return path;
}

/** The names that exchange formats use for the five kinds of accounts. */
export const ROOTS: Readonly<
  Record<string, { readonly hledger: string; readonly beancount: string; readonly type: string }>
> = {
  assets: { hledger: 'Assets', beancount: 'Assets', type: 'A' },
  liabilities: { hledger: 'Liabilities', beancount: 'Liabilities', type: 'L' },
  equity: { hledger: 'Equity', beancount: 'Equity', type: 'E' },
  revenue: { hledger: 'Revenues', beancount: 'Income', type: 'R' },
  costs: { hledger: 'Expenses', beancount: 'Expenses', type: 'X' },
  expenses: { hledger: 'Expenses', beancount: 'Expenses', type: 'X' },
};

export const rootOf = (books: Books, account: number) => ROOTS[pathOf(books, account)[0]?.key ?? ''] ?? ROOTS['equity'];

/** The document of an entry: `sale S-12`, or `sale-12` without a number. */
export function describe({ document, number, kind }: ExportEntry): string {
  const about = number ? `${document.replace(/-\d+$/, '').replaceAll('_', ' ')} ${number}` : document;
  return kind === 'normal' ? about : `${about} (${kind})`;
}

/** The name of the entry's first party. */
export function partyOf({ names }: Books, { lines }: ExportEntry): string | undefined {
  const party = lines.find((line) => line.party !== null)?.party;
  return party ? (names.get(party) ?? party) : undefined;
}

/** The control key of an account: `receivable` for 1210. */
export const keyOf = (account: number): string | undefined => accountOf(account)?.key;
