/** The rate at which a payment settles debts in the other currency, as its screen shows and sends it. */
import { smallestUnit } from '../../../domain/values/money.ts';
import { IQD, readRate, USD } from '../../../domain/values/rate.ts';
import { useCurrencies } from '../document/model/amount-format.ts';
import { type Fields, idOf, textOf } from '../document/model/draft.ts';
import { rateOn } from '../document/model/reference-data.ts';
import type { OtherMoney } from './allocation.ts';

type Data = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** A settlement has no money that could be exchanged. */
export const isWithoutMoney = (header: Data): boolean => header['settled_as'] !== undefined;

/** The typed one, or the payment's own, or that of its day; undefined without one, and between other currencies. */
export function rateOfDebts(header: Data, direction: 'in' | 'out'): string | undefined {
  const { currency_fk, date, rate, settle_rate, transaction_type } = header;
  if (transaction_type === 'discount' || (currency_fk !== IQD && currency_fk !== USD)) return undefined;
  return text(settle_rate) ?? text(rate) ?? rateOn(typeof date === 'string' ? date : undefined)?.[direction];
}

/** The payment's money, for debts in the other currency; undefined without a rate. */
export function useOtherMoney(header: Fields): OtherMoney | undefined {
  const currencies = useCurrencies();
  const direction = idOf(header, 'customer_fk') === undefined ? 'out' : 'in';
  const rate = readRate(textOf(header, 'settle_rate') ?? rateOfDebts(header, direction) ?? '');
  const currency = idOf(header, 'currency_fk');
  if (isWithoutMoney(header) || rate === undefined || rate <= 0n || currency === undefined) return undefined;
  return { currency, rate, unitOf: (of) => smallestUnit(currencies(of).decimals) };
}
