/** What opening balances are worth in the system currency, section by section: debit above zero. */
import { type Money, money, negate, printMoney, sum } from '../kernel/money.ts';
import { type CurrencyId, convert, rate } from '../kernel/rate.ts';
import type { OpeningAccount, OpeningBalance } from './opening-balance-events.ts';

export interface OpeningBaseAmounts {
  readonly cashes: readonly Money[];
  readonly parties: readonly Money[];
  readonly stock: readonly Money[];
  readonly accounts: readonly Money[];
}

/** In the order of each section's entries. */
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
    // What we owe stands on the credit side.
    parties: parties.map((party) => (party.supplier_fk === null ? inSystem(party) : negate(inSystem(party)))),
    stock: stock.map((openingStock) => money(openingStock.value)),
    accounts: accounts.map((account) => money(account.amount)),
  };
}

/** What is left for opening equity: it must be zero in the end. */
export function openingEquity(opening: OpeningBalance): Money {
  return sum(Object.values(openingBaseAmounts(opening)).flat());
}

/** What is left for opening equity is put on an account, with what is there already, so that nothing is left. */
export function withDifference(opening: OpeningBalance, account: OpeningAccount['account']): OpeningBalance {
  const difference = openingEquity(opening);
  if (difference === 0n) return opening;
  const isSame = (other: OpeningAccount) => other.account === account && other.ledger_account_fk === undefined;
  const before = money(opening.accounts.find(isSame)?.amount ?? '0');
  const amount = sum([before, negate(difference)]);
  const others = opening.accounts.filter((other) => !isSame(other));
  return { ...opening, accounts: amount === 0n ? others : [...others, { account, amount: printMoney(amount) }] };
}
