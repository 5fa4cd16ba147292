/** The change for the customer. The server calculates it with this function, and the till shows it. */
import { add, lesser, type Money, money, roundTo, subtract, toMoney, ZERO } from '../../values/money.ts';
import { IQD } from '../../values/rate.ts';

/**
 * The rounding step of cash in a currency: the setting for dinars; the smallest unit for another currency, and when the
 * setting is empty.
 */
export function stepOf(setting: unknown, currency: number, unit: Money): Money {
  return currency === IQD && typeof setting === 'string' && setting !== '0' ? money(setting) : unit;
}

/**
 * The change in the system currency, rounded to the step; undefined when too little was paid. `other` is the amount
 * paid by other means than cash. The rest is posted as a rounding difference. Never more than the cash: for 105 and a dollar
 * of 1,480 it is 1,250, although 1,500 is as near.
 */
export function changeOf(total: Money, cash: Money, other: Money, step: Money): Money | undefined {
  const due = subtract(total, other);
  if (cash === 0n) return due === 0n ? ZERO : undefined;
  const change = subtract(cash, due);
  if (change >= 0n) return lesser(roundTo(change, step), toMoney(cash - (cash % step)));
  // No note pays what is left when it rounds to none: 43,600 is paid with 43,500, and 83 after dollars stay unpaid.
  return roundTo(subtract(due, cash), step) === ZERO ? ZERO : undefined;
}

/**
 * The cash that is paid for an amount due: a multiple of the step. Halves are rounded down, because `changeOf` rounds
 * them in favour of the customer; so a refund of everything repays the cash that was kept.
 */
export function payableCash(due: Money, step: Money): Money {
  if (due <= 0n) return ZERO;
  const above = roundTo(add(due, step), step);
  return subtract(above, roundTo(subtract(above, due), step));
}

/** The cash side of the refunds of a receipt, in the system currency. */
export interface CashOwed {
  /** What all refunds together owe in cash, this one included. */
  readonly due: Money;
  /** The cash of the receipt that stayed in the drawer. */
  readonly kept: Money;
  /** The cash of the earlier refunds. */
  readonly before: Money;
}

/**
 * The cash that a refund pays: the payable cash of all parts together, less that of the earlier parts, so that the parts
 * add up to the whole; and never more in all than was kept (docs/decisions/0110).
 */
export function cashBack({ due, kept, before }: CashOwed, step: Money): Money {
  const most = toMoney(kept - (kept % step));
  return payableCash(subtract(lesser(payableCash(due, step), most), before), step);
}
