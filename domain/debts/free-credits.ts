/**
 * A customer's credits that can settle any debt: advances and returns, without the money that is kept for an order.
 * They count for the credit limit and for the limit of days, as what is owed less what is paid (docs/decisions/0128).
 */
import type { OpenItem } from '../deciding/facts.ts';
import { add, type Money, money, negate, printMoney, subtract, sum, ZERO } from '../values/money.ts';
import { convert, IQD, type Rate, USD } from '../values/rate.ts';
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

/** The system currency, and the rates of the day. */
export interface Worth {
  readonly system: number;
  rateOf(currency: number): Rate | undefined;
}

export interface UnpaidPart {
  readonly item: OpenItem;
  /** What the credits leave unpaid of it, in its currency. */
  readonly left: Money;
}

/**
 * The debts of which credits leave something unpaid, the oldest are paid first. Credits pay the debts of their own
 * currency; what is left of them then pays those of the other one of dinar and dollar, at the rate of the day.
 */
export function unpaidParts(items: readonly OpenItem[], worth?: Worth): UnpaidPart[] {
  const ofCurrencies = [...Map.groupBy(items, ({ currency }) => currency)].map(([currency, own]) => {
    return { currency, ...afterCredits(own, sum(own.map(creditIn)), (amount) => amount) };
  });
  const unpaid = ofCurrencies.flatMap((own) => own.unpaid);
  if (!worth) return unpaid;
  const inSystem = (amount: Money, currency = worth.system): Money | undefined => {
    if (currency === worth.system) return amount;
    const at = currency === IQD || currency === USD ? worth.rateOf(currency) : undefined;
    return at === undefined ? undefined : convert(amount, currency, worth.system, at);
  };
  const left = sum(ofCurrencies.map((own) => inSystem(own.credit, own.currency) ?? ZERO));
  if (left <= 0n) return unpaid;
  const open = unpaid.map(({ item, left: of }) => ({ ...item, amount: printMoney(of) }));
  const still = afterCredits(open, left, (amount, { currency }) => inSystem(amount, currency)).unpaid;
  return unpaid.filter(({ item }) => still.some((each) => isSameItem(each.item, item)));
}

const isSameItem = (a: OpenItem, b: OpenItem): boolean =>
  a.document === b.document && a.date === b.date && a.currency === b.currency;

/** What a credit leaves of debts, the oldest first, and of itself; a debt without a worth is not paid. */
function afterCredits(
  items: readonly OpenItem[],
  credit: Money,
  worthOf: (amount: Money, item: OpenItem) => Money | undefined,
): { readonly unpaid: readonly UnpaidPart[]; readonly credit: Money } {
  let rest = credit;
  const unpaid: UnpaidPart[] = [];
  for (const item of items.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))) {
    const amount = money(item.amount);
    const worth = worthOf(amount, item);
    if (amount <= 0n) continue;
    if (worth === undefined || worth > rest) {
      const paid = worth === amount ? rest : ZERO;
      unpaid.push({ item, left: subtract(amount, paid) });
    }
    if (worth !== undefined) rest = worth > rest ? ZERO : subtract(rest, worth);
  }
  return { unpaid, credit: rest };
}

export const unpaidBeyondCredits = (items: readonly OpenItem[], worth?: Worth): OpenItem[] =>
  unpaidParts(items, worth).map(({ item }) => item);
