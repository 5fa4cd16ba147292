/**
 * A customer's credits that can settle any debt: advances and returns, without the money that is kept for an order.
 * They count for the credit limit and for the limit of days, as what is owed less what is paid (docs/decisions/0128).
 */
import type { OpenItem } from '../deciding/facts.ts';
import { add, type Money, magnitude, money, negate, subtract, ZERO } from '../values/money.ts';
import { convert, type Rate } from '../values/rate.ts';
import { isKeptForOrder } from './settling.ts';

const creditIn = ({ document, amount }: OpenItem): Money => {
  const open = money(amount);
  return open < 0n && !isKeptForOrder(document) ? negate(open) : ZERO;
};

/** In the system currency; `rateOf` values a foreign one, and one without a rate does not count. */
export function freeCredits(
  items: readonly OpenItem[],
  system: number,
  rateOf: (currency: number) => Rate | undefined,
): Money {
  return items.reduce((sum, item) => {
    const { currency = system } = item;
    const at = currency === system ? undefined : rateOf(currency);
    if (currency !== system && at === undefined) return sum;
    return add(sum, convert(creditIn(item), currency, system, at));
  }, ZERO);
}

/** The debts of which credits in their own currency leave something unpaid: the oldest are paid first. */
export function unpaidBeyondCredits(items: readonly OpenItem[]): OpenItem[] {
  const ofCurrencies = Map.groupBy(items, ({ currency }) => currency).values();
  return [...ofCurrencies].flatMap((own) => {
    let left = own.reduce((sum, item) => add(sum, creditIn(item)), ZERO);
    const oldestFirst = own
      .filter(({ amount }) => money(amount) > 0n)
      .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
    return oldestFirst.filter(({ amount }) => {
      left = subtract(left, magnitude(money(amount)));
      return left < 0n;
    });
  });
}
