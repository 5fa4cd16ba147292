/** Base amounts of opening balances by section: debits are positive. */

import type { OpeningAccount, OpeningBalance } from '../ledger/opening-balance-events.ts';
import { type Money, money, negate, printMoney, sum } from '../values/money.ts';
import { type CurrencyId, convert, rate } from '../values/rate.ts';

export interface OpeningBaseAmounts {
  readonly cashes: readonly Money[];
  readonly parties: readonly Money[];
  readonly stock: readonly Money[];
  readonly accounts: readonly Money[];
}

/** In the order of the entries of each section. */
export function openingBaseAmounts({
  system_currency_fk: system,
  cashes,
  parties,
  stock,
  accounts,
}: OpeningBalance): OpeningBaseAmounts {
  const inSystem = (of: { readonly amount: string; readonly currency_fk: CurrencyId; readonly rate: string | null }) =>
    convert(money(of.amount), of.currency_fk, system, of.rate === null ? undefined : rate(of.rate));
  return {
    cashes: cashes.map(inSystem),
    // Payables are credits.
    parties: parties.map((party) => (party.supplier_fk === null ? inSystem(party) : negate(inSystem(party)))),
    stock: stock.map((openingStock) => money(openingStock.value)),
    accounts: accounts.map(({ amount, currency_fk = system, rate: at = null }) =>
      inSystem({ amount, currency_fk, rate: at }),
    ),
  };
}

/** The remaining balance of opening equity. */
export function openingEquity(opening: OpeningBalance): Money {
  return sum(Object.values(openingBaseAmounts(opening)).flat());
}

/**
 * Adds the remaining opening equity to an account, in addition to its entered amount, so that the document balances.
 */
export function withDifference(opening: OpeningBalance, account: OpeningAccount['account']): OpeningBalance {
  const difference = openingEquity(opening);
  if (difference === 0n) return opening;
  const isSame = (other: OpeningAccount) => other.account === account && recordOfOpened(other) === undefined;
  const before = money(opening.accounts.find(isSame)?.amount ?? '0');
  const amount = sum([before, negate(difference)]);
  const others = opening.accounts.filter((other) => !isSame(other));
  return { ...opening, accounts: amount === 0n ? others : [...others, { account, amount: printMoney(amount) }] };
}

/** The record that the account belongs to; undefined for the control account. */
export const recordOfOpened = (of: OpeningAccount): number | undefined =>
  of.ledger_account_fk ?? of.expense_type_fk ?? of.income_type_fk ?? of.stockholder_fk;
