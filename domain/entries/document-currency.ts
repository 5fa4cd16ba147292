/** The currency of a document, read from the data of its event. */
import { rate } from '../values/rate.ts';
import type { DocumentCurrency } from './entry.ts';

interface Carried {
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  /** Absent in documents that exist in the system currency only. */
  readonly rate?: string | null;
}

export const currencyOf = ({ currency_fk, system_currency_fk, rate: at = null }: Carried): DocumentCurrency => ({
  currency: currency_fk,
  system: system_currency_fk,
  rate: at === null ? undefined : rate(at),
});
