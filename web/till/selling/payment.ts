/** The tenders of a receipt, the amount due and the change, computed with the server's functions. */

import { changeOf, stepOf } from '../../../domain/till/receipts/change.ts';
import {
  add,
  type Money,
  money,
  printMoney,
  readMoney,
  roundTo,
  subtract,
  sum,
  ZERO,
} from '../../../domain/values/money.ts';
import { convert, rate } from '../../../domain/values/rate.ts';
import { type Terms, unitOfMoney } from './goods.ts';

/** An account of the drawer, with its rate for foreign money; null for the system currency. */
export interface DrawerCash {
  readonly account_fk: number;
  readonly currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
}

export interface Tender {
  readonly key: number;
  readonly method: 'cash' | 'app' | 'credit';
  /** Decimal text, in its own currency. */
  readonly amount: string;
  readonly currency_fk: number;
  /** Set for cash. */
  readonly cash: DrawerCash | null;
  /** Set for the payment app. */
  readonly reference: string | null;
  /** Set for an amount repaid by the refund that the receipt is exchanged for. */
  readonly isExchanged?: true;
}

export type PaymentProblem =
  | 'paid_too_little'
  | 'paid_too_much'
  | 'nothing_to_pay'
  | 'credit_needs_customer'
  | 'above_credit_limit'
  | 'no_change_account';

export interface Settlement {
  readonly cash: Money;
  readonly other: Money;
  /** The amount due, at least zero. */
  readonly due: Money;
  /** In the system currency; undefined while tenders are too small. */
  readonly change: Money | undefined;
  /** The account of the drawer that pays the change; null without change. */
  readonly changeAccount: number | null;
  readonly problem: PaymentProblem | undefined;
}

export type MoneyTerms = Pick<Terms, 'currency_fk' | 'decimals' | 'cash_rounding_step'>;

/** The rounding step of cash. */
export const cashStep = (terms: MoneyTerms): Money =>
  stepOf(terms.cash_rounding_step, terms.currency_fk, unitOfMoney(terms));

/** The base amount of a tender. */
export function worthOf({ amount, currency_fk, cash }: Tender, { currency_fk: system }: MoneyTerms): Money {
  const at = cash?.rate ?? null;
  return convert(readMoney(amount) ?? ZERO, currency_fk, system, at === null ? undefined : rate(at));
}

/** `hasCustomer`: there is a customer who may owe. `drawer`: the accounts of the open drawer. */
export function settle(
  total: Money,
  tenders: readonly Tender[],
  terms: MoneyTerms,
  { hasCustomer, drawer }: { readonly hasCustomer: boolean; readonly drawer: readonly DrawerCash[] },
): Settlement {
  const of = (isCounted: (tender: Tender) => boolean) =>
    sum(tenders.filter(isCounted).map((tender) => worthOf(tender, terms)));
  const cash = of(({ method }) => method === 'cash');
  const other = of(({ method }) => method !== 'cash');
  const change = changeOf(total, cash, other, cashStep(terms));
  const left = subtract(subtract(total, other), cash);
  const due = left > 0n ? left : ZERO;
  const isOwed = of(({ method }) => method === 'credit') > 0n;
  const own = drawer.find(({ currency_fk }) => currency_fk === terms.currency_fk)?.account_fk ?? null;
  const problem =
    isOwed && !hasCustomer
      ? 'credit_needs_customer'
      : other > total
        ? 'paid_too_much'
        : total <= 0n && cash > 0n
          ? 'nothing_to_pay'
          : change === undefined
            ? 'paid_too_little'
            : change > 0n && own === null
              ? 'no_change_account'
              : undefined;
  const changeAccount = change === undefined || change === ZERO ? null : own;
  return { cash, other, due: change === undefined ? due : ZERO, change, changeAccount, problem };
}

/** The amount due in cash, rounded to the step. */
export const dueInCash = (due: Money, terms: MoneyTerms): Money => roundTo(due, cashStep(terms));

/** The amount due in a foreign currency, rounded up to its smallest unit. */
export function dueIn(due: Money, { rate: at, currency_fk }: DrawerCash, terms: MoneyTerms, unit: Money): Money {
  if (at === null) return dueInCash(due, terms);
  const exact = convert(due, terms.currency_fk, currency_fk, rate(at));
  const rounded = roundTo(exact, unit);
  const isEnough = convert(rounded, currency_fk, terms.currency_fk, rate(at)) >= due;
  return isEnough ? rounded : add(rounded, unit);
}

/** Notes by currency: dinar and dollar. */
export const NOTES: Readonly<Record<number, readonly string[]>> = {
  1: ['250', '500', '1000', '5000', '10000', '25000', '50000'],
  2: ['1', '5', '10', '20', '50', '100'],
};
const QUICK_MAX = 6;

/** Likely tendered amounts: the exact one, and the next notes above. `chosen`: those of the settings. */
export function quickAmounts(due: Money, currency: number, chosen: readonly string[]): readonly string[] {
  if (due <= 0n) return [];
  const notes = (chosen.length > 0 ? chosen : (NOTES[currency] ?? [])).map(money);
  const above = notes.map((note) => (note <= 0n ? due : roundUp(due, note)));
  const all = [due, ...above].map(printMoney);
  return [...new Set(all)].toSorted((a, b) => Number(money(a) - money(b))).slice(0, QUICK_MAX);
}

const roundUp = (amount: Money, step: Money): Money => {
  const down = subtract(amount, roundTo(amount, step));
  return down > 0n ? add(roundTo(amount, step), step) : roundTo(amount, step);
};

/** Whether a customer with `balance` may owe `amount` more. `limit`: null means no limit. */
export function isWithinLimit(balance: string | null, limit: string | null | undefined, more: Money): boolean {
  return limit === null || limit === undefined || add(money(balance ?? '0'), more) <= money(limit);
}
