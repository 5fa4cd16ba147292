/**
 * Late cash of a drawer: it was received or paid before the closing, and its document arrives after. The closing
 * already posted it as over or short, so it is offset between the drawer and cash over or short.
 */
import { negate, sum } from '../values/money.ts';
import type { EntryLine } from './entry-line.ts';

interface Place {
  readonly outlet_fk: number;
  readonly system_currency_fk: number;
}

/** `cash` are the lines on the drawer's accounts. */
export function lateCash(cash: readonly EntryLine[], { outlet_fk: outlet, system_currency_fk }: Place): EntryLine[] {
  const total = sum(cash.map((line) => line.base));
  const back = cash.map((line) => ({ ...line, base: negate(line.base), foreign: negate(line.foreign) }));
  if (total === 0n) return back;
  const counted = { currency: system_currency_fk, base: total, foreign: total, rate: undefined };
  return [...back, { account: { key: 'cash-over-short' }, outlet, ...counted }];
}
