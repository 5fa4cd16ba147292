/**
 * Debts that are paid with money of the other currency (docs/decisions/0128): the amount that is settled in the debt's
 * currency, beside the money that is used for it. Dinar and dollar only, between which there are rates.
 */

import { type Facts, isHeld, type OpenItem } from '../deciding/facts.ts';
import { unitOf } from '../documents/document-rules.ts';
import type { Allocation, Transaction } from '../parties/transaction-events.ts';
import {
  lesser,
  type Money,
  magnitude,
  money,
  negate,
  printMoney,
  readMoney,
  subtract,
  ZERO,
} from '../values/money.ts';
import { IQD, type Rate, readRate, USD } from '../values/rate.ts';
import type { Issues } from '../values/refusal.ts';
import { type MoneyGiven, type MoneyPart, moneyFor, signedPart } from './money-for-debts.ts';
import type { TransactionSide } from './transaction-side.ts';

/** The money of a transaction, and the rate at which it settles debts in the other currency. */
export interface Exchange extends MoneyGiven {
  /** True when the command names the rate: only then the oldest debts in the other currency follow those in its own. */
  readonly isNamed: boolean;
  /** Adds an issue when there is none. */
  rate(): Rate | undefined;
  /** Whether this person may count another amount of money than the rate gives. */
  readonly mayType: boolean;
}

interface Given {
  readonly settle_rate?: string | null | undefined;
  readonly date: string;
}

export function exchangeOf(
  side: Pick<TransactionSide, 'rate'>,
  { settle_rate, date }: Given,
  { currency_fk: currency, rate: own }: Pick<Transaction, 'currency_fk' | 'rate'>,
  facts: Facts,
  issues: Issues,
): Exchange {
  const mayType = isHeld(facts.actor, 'currency_rates/store');
  const recorded = () => {
    const known = facts.rateOn?.(date);
    return own ?? (side.rate === 'in' ? known?.in_rate : known?.rate);
  };
  const rate = () => {
    const text = settle_rate ?? recorded();
    const value = text === undefined ? undefined : readRate(text);
    if (value === undefined) issues.add('settle_rate', 'required');
    else if (value <= 0n) issues.add('settle_rate', 'greater_than', { value: '0' });
    else if (settle_rate && !mayType && value !== readRate(recorded() ?? '')) {
      issues.add('settle_rate', 'rate_needs_permission');
    }
    return value !== undefined && value > 0n ? value : undefined;
  };
  return { currency, isNamed: Boolean(settle_rate), rate, unitOf: (of) => unitOf(of, facts), mayType };
}

/** True for an item that money of the transaction can settle at a rate. */
export const isOther = (item: Pick<OpenItem, 'currency'>, currency: number): boolean =>
  item.currency === (currency === IQD ? USD : currency === USD ? IQD : undefined);

/**
 * The amount of one document's items, oldest first, for the money that is given, or that the rate gives. Adds the
 * issues.
 */
export function otherNamed(
  { amount: asked, used: given }: { readonly amount: string; readonly used?: string | null | undefined },
  items: readonly OpenItem[],
  exchange: Exchange,
  field: string,
  issues: Issues,
): MoneyPart<OpenItem>[] {
  const at = exchange.rate();
  const amount = readMoney(asked) ?? ZERO;
  const currency = items[0]?.currency ?? exchange.currency;
  const due = items.reduce<Money>((sum, item) => subtract(sum, negate(magnitude(money(item.amount)))), ZERO);
  if (amount >= due + exchange.unitOf(currency)) {
    issues.add(`${field}.amount`, 'more_than_is_open', { value: printMoney(due) });
  }
  if (at === undefined) return [];
  const proposed = moneyFor(amount, currency, exchange, at);
  const used = given ? (readMoney(given) ?? ZERO) : proposed;
  if (used <= 0n) issues.add(`${field}.used`, 'greater_than', { value: '0' });
  // A part of a debt is rounded to its smallest unit.
  const nearly = moneyFor(exchange.unitOf(currency), currency, exchange, at);
  const isAtRate = magnitude(subtract(used, proposed)) <= nearly;
  if (!isAtRate && !exchange.mayType) issues.add(`${field}.used`, 'rate_needs_permission');
  const parts: MoneyPart<OpenItem>[] = [];
  let [rest, money_left] = [lesser(amount, due), used];
  for (const item of items) {
    const part = lesser(rest, magnitude(money(item.amount)));
    const isLast = part === rest;
    const own = isLast ? money_left : lesser(moneyFor(part, currency, exchange, at), money_left);
    if (part > 0n) parts.push(signedPart({ item, amount: part, used: own }));
    [rest, money_left] = [subtract(rest, part), subtract(money_left, own)];
  }
  return parts;
}

export const usedIn = ({ item, used }: MoneyPart<OpenItem>): Pick<Allocation, 'currency_fk' | 'used'> => ({
  ...(item.currency === undefined ? {} : { currency_fk: item.currency }),
  used: printMoney(used),
});
