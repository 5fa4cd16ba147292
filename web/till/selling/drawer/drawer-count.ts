/** What a till does with a blind count: whether it agrees, whether it may be counted once again, and what is still to be said. */

import type { CountEntry, EntryContent } from '../../../../domain/till/device-entry.schema.ts';
import { type Money, money, negate, subtract, ZERO } from '../../../../domain/values/money.ts';
import { convert, rate } from '../../../../domain/values/rate.ts';
import type { DrawerCash } from '../payment.ts';
import { type CashFigures, differenceOf } from './drawer-figures.ts';

/** The counts of a drawer: a counted drawer takes and gives no more money until it is closed. */
export const countsOf = (entries: readonly EntryContent[]): readonly CountEntry[] =>
  entries.filter((entry) => entry.kind === 'count');

export interface Counted {
  readonly account_fk: number;
  readonly currency_fk: number;
  readonly counted: string;
  /** Over is positive, short negative; in the currency of the account. */
  readonly difference: string;
}

export const comparedWith = (
  count: CountEntry,
  figures: readonly CashFigures[],
  cash: readonly DrawerCash[],
): readonly Counted[] =>
  figures.map((account) => {
    const { account_fk } = account;
    const counted = count.accounts.find((each) => each.account_fk === account_fk)?.counted_amount ?? '0';
    const currency_fk = cash.find((each) => each.account_fk === account_fk)?.currency_fk ?? 1;
    return { account_fk, currency_fk, counted, difference: differenceOf(counted, account) };
  });

export const agrees = (compared: readonly Counted[]): boolean => compared.every(({ difference }) => difference === '0');

interface Again {
  /** In the system currency; null: nothing is counted again. */
  readonly recount_limit: string | null;
  readonly currency_fk: number;
  readonly cash: readonly DrawerCash[];
}

/** The first count only, and only while nobody has seen the difference. */
export function mayCountAgain(
  counts: readonly CountEntry[],
  compared: readonly Counted[],
  { recount_limit, currency_fk, cash }: Again,
): boolean {
  if (counts.length !== 1 || recount_limit === null) return false;
  const worth = ({ account_fk, currency_fk: of, difference }: Counted): Money => {
    const at = cash.find((each) => each.account_fk === account_fk)?.rate ?? null;
    const amount = money(difference);
    const size = amount < ZERO ? negate(amount) : amount;
    return of === currency_fk ? size : convert(size, of, currency_fk, at === null ? undefined : rate(at));
  };
  return compared.some((each) => subtract(worth(each), money(recount_limit)) > 0n);
}
