/** The blind count of an account of a drawer: the number of each note, other cash, and the amount that stays. */
import { add, money, printMoney, readMoney, ZERO } from '../../../../domain/values/money.ts';
import { countedAmount, denominationsOf, type NoteCounts } from './drawer-figures.ts';

export interface Counting {
  readonly notes: NoteCounts;
  readonly coins: string;
  readonly left: string;
}

export const NOTHING_COUNTED: Counting = { notes: {}, coins: '', left: '' };

/** Decimal text. */
export const amountCounted = ({ notes, coins }: Counting): string =>
  printMoney(add(countedAmount(notes), readMoney(coins) ?? ZERO));

export const countOf = (account_fk: number, counting: Counting) => ({
  account_fk,
  counted_amount: amountCounted(counting),
  denominations: [...denominationsOf(counting.notes)],
});

/** An empty drawer is counted too: somebody typed a 0. */
export const isCounted = ({ notes, coins }: Counting): boolean =>
  coins.trim() !== '' || Object.values(notes).some((count) => count > 0);

export const isTooMuch = (counting: Counting): boolean =>
  (readMoney(counting.left) ?? ZERO) > money(amountCounted(counting));
