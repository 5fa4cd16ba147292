/** Amounts as parameters of messages: a decimal string with the code of its currency (`5000 IQD`). */
import type { Facts } from '../deciding/facts.ts';
import { IQD, USD } from './rate.ts';

const CODES: ReadonlyMap<number, string> = new Map([
  [IQD, 'IQD'],
  [USD, 'USD'],
]);

/** Dinar and dollar have their codes, other currencies their symbol in `facts`; an unknown currency has none. */
export function amountIn(amount: string, currency: number, facts?: Pick<Facts, 'record'>): string {
  const code = CODES.get(currency) ?? facts?.record('currency', currency)?.data['symbol'];
  return typeof code === 'string' ? `${amount} ${code}` : amount;
}
