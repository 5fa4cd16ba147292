/** The money of one currency for debts in the other one, at a rate; pure, for the server and the screen of a payment. */
import { lesser, type Money, magnitude, money, negate, roundTo, subtract } from '../values/money.ts';
import { convert, IQD, type Rate, USD } from '../values/rate.ts';

/** The money: its currency, and the smallest units of currencies. */
export interface MoneyGiven {
  readonly currency: number;
  unitOf(currency: number): Money;
}

/** The currencies in which an amount can be paid: there are rates between dinar and dollar only. */
export const payableIn = (currency: number): readonly number[] =>
  currency === IQD || currency === USD ? [IQD, USD] : [currency];

/** An open amount; its currency is that of the money unless it says another. */
interface Owed {
  readonly amount: string;
  readonly currency?: number;
}

export interface MoneyPart<Item> {
  readonly item: Item;
  /** Signed as the open amount. */
  readonly amount: Money;
  readonly used: Money;
}

/** The money for an amount of a debt, in whole units of its currency. */
export const moneyFor = (amount: Money, from: number, { currency, unitOf }: MoneyGiven, at: Rate): Money =>
  roundTo(convert(amount, from, currency, at), unitOf(currency));

/** Settles items oldest first, until `left` (never below zero) is used up; reads no further items then. */
export function otherInOrder<Item extends Owed>(
  left: Money,
  items: Iterable<Item>,
  given: MoneyGiven,
  at: Rate,
): MoneyPart<Item>[] {
  const settled: MoneyPart<Item>[] = [];
  let rest = left;
  for (const item of items) {
    if (rest <= 0n) break;
    const currency = item.currency ?? given.currency;
    const open = magnitude(money(item.amount));
    const whole = moneyFor(open, currency, given, at);
    const part = roundTo(convert(rest, given.currency, currency, at), given.unitOf(currency));
    const [amount, used] = whole <= rest ? [open, whole] : [lesser(part, open), rest];
    if (amount > 0n) settled.push(signedPart({ item, amount, used }));
    rest = subtract(rest, used);
  }
  return settled;
}

export const signedPart = <Item extends Owed>({ item, amount, used }: MoneyPart<Item>): MoneyPart<Item> =>
  money(item.amount) < 0n ? { item, amount: negate(amount), used: negate(used) } : { item, amount, used };
