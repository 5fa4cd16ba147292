/** What opening balances are worth in the system currency, section by section: debit above zero. */
import { type Money, money, negate, sum } from '../kernel/money.ts';
import { type CurrencyId, convert, rate } from '../kernel/rate.ts';
import type { OpeningBalance } from './opening-balance-events.ts';

export interface OpeningWorth {
  readonly cashes: readonly Money[];
  readonly parties: readonly Money[];
  readonly stock: readonly Money[];
  readonly accounts: readonly Money[];
}

/** In the order of each section's entries. */
export function openingWorth({
  system_currency_fk: system,
  cashes,
  parties,
  stock,
  accounts,
}: OpeningBalance): OpeningWorth {
  const inSystem = (of: { readonly amount: string; readonly currency_fk: CurrencyId; readonly rate: string | null }) =>
    convert(money(of.amount), of.currency_fk, system, of.rate === null ? undefined : rate(of.rate));
  return {
    cashes: cashes.map(inSystem),
    // What we owe stands on the credit side.
    parties: parties.map((each) => (each.supplier_fk === null ? inSystem(each) : negate(inSystem(each)))),
    stock: stock.map((each) => money(each.value)),
    accounts: accounts.map((each) => money(each.amount)),
  };
}

/** What is left for opening equity: it must be zero in the end. */
export function openingEquity(opening: OpeningBalance): Money {
  return sum(Object.values(openingWorth(opening)).flat());
}
