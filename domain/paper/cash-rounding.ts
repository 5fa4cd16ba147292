/** The rounding of cash on the paper of a till: what was paid beyond the total. The server and tills use the same function. */
import { type Money, money, subtract, sum, ZERO } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';

export interface PaidOnPaper {
  readonly amount: string;
  readonly currency_fk: number;
  /** Null in the system currency. */
  readonly rate: string | null;
}

interface Paper {
  readonly payments: readonly PaidOnPaper[];
  /** In the system currency; null for none. */
  readonly change: string | null;
  readonly total: string;
  readonly system_currency_fk: number;
}

/** The total and this are what was paid less the change, so that the paper adds up line by line. */
export function cashRounding({ payments, change, total, system_currency_fk }: Paper): Money {
  const worth = payments.map(({ amount, currency_fk, rate: at }) =>
    convert(money(amount), currency_fk, system_currency_fk, at === null ? undefined : rate(at)),
  );
  return subtract(subtract(sum(worth), change === null ? ZERO : money(change)), money(total));
}
