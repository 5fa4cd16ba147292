/** Days until something of a party is due, by its terms: as domain/debts/due-date.ts, `termsOf`. */
import { read } from '../../api/read.ts';
import { ofDay } from '../model/past-day.ts';

export type PartyList = 'customers' | 'suppliers';

export interface AskedTerms {
  readonly list: PartyList;
  readonly id: number;
  /** A day before today, on which the terms may have been others. */
  readonly day: string | undefined;
}

export const keyOfTerms = ({ list, id, day }: AskedTerms): string => `${list} ${id} ${day ?? ''}`;

export const termsQuery = ({ list, id, day }: AskedTerms) => ({
  queryKey: [list, 'days_until_due', id, day],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<number> => {
    const params = { id: String(id) };
    const terms =
      list === 'customers'
        ? await read('customers/:id/terms', { params, signal, ...(day === undefined ? {} : { query: { date: day } }) })
        : await read('suppliers/:id/terms', { params, signal, ...ofDay(day) });
    return terms.payment_terms_days;
  },
  staleTime: 15_000,
  retry: false,
  meta: { quiet: true },
});
