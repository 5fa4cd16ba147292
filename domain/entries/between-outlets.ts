/**
 * Inter-outlet current accounts (docs/accounting.md, section 0): an entry across outlets balances within each of them.
 * A value that an outlet gives to another one is a claim on it, in the system currency. The claims of an entry add up
 * to zero, so they do not change the company's figures.
 */

import type { AccountRef, SystemKey } from '../chart/chart.ts';
import { type Money, negate, sum } from '../values/money.ts';
import type { CurrencyId } from '../values/rate.ts';
import type { Contra, EntryLine } from './entry-line.ts';

/**
 * With more than two outlets, the outlet of the first line is the counterparty of all others. `system` is required
 * when every line is in foreign currency.
 */
export function betweenOutlets(lines: readonly EntryLine[], system: CurrencyId | undefined): EntryLine[] {
  const middle = lines[0]?.outlet;
  if (middle === undefined || lines.every((line) => line.outlet === middle)) return [];
  const currency = system ?? lines.find((line) => line.rate === undefined)?.currency;
  if (currency === undefined)
    throw new Error('an entry in foreign currency that spans outlets needs the system currency');
  const others = [...new Set(lines.map((line) => line.outlet))].filter((outlet) => outlet !== middle);
  return others.flatMap((outlet) => {
    const given = negate(sum(lines.filter((line) => line.outlet === outlet).map((line) => line.base)));
    return given === 0n ? [] : [claim(outlet, middle, given, currency), claim(middle, outlet, negate(given), currency)];
  });
}

function claim(outlet: number, on: number, base: Money, currency: CurrencyId): EntryLine {
  return {
    account: { key: 'inter-outlet' },
    outlet,
    party: `outlet-${on}`,
    base,
    currency,
    foreign: base,
    rate: undefined,
  };
}

/** The contra account of a movement whose pool is in `outlet`, for the books of outlet `of`. */
export function contraOf(account: AccountRef, of: number, outlet: number, through: SystemKey = 'inter-outlet'): Contra {
  return of === outlet ? account : { ...account, outlet: of, through };
}
