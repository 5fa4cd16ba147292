/** What every document takes from elsewhere: the rates in force, the taxes, the account that cash goes to. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import type { ListPage, Row } from '../../api/list.ts';
import { fetchLookup } from '../../api/lookup.ts';
import { queryClient } from '../../api/query.ts';
import { resourceOf } from '../../api/resources.ts';
import { localToday } from '../../typing/date-words.ts';
import { type Draft, idOf, type Value } from './draft.ts';
import { rememberRow } from './known-names.ts';
import { awaited } from './on-the-way.ts';
import type { DocumentSession } from './session.ts';

const FRESH_MS = 5 * 60_000;
/** What was refused is not asked for again by the editor, which is shown when the answer is there. */
const READ_ONCE = { staleTime: FRESH_MS, retry: false, retryOnMount: false, meta: { quiet: true } };
const RATE = ['currency_rates', 'last_rate'];
const TAXES = ['taxes', 'list', 'all'];

/** The rate in force on a day; null where there is none. */
const rateQuery = (day: string) => ({
  queryKey: [...RATE, day],
  queryFn: async (): Promise<Row | null> => {
    try {
      return (await get<Row>('currency_rates/last_rate', { query: { date: day } })).data;
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 404) return null;
      throw problem;
    }
  },
  ...READ_ONCE,
});

/**
 * Reads them once, so that choosing a currency or an item waits for nothing. `day` is that of the document, today without
 * one. True when they are there, or cannot be.
 */
export function useReferenceData(day?: Value): boolean {
  const rate = useQuery(rateQuery(localToday()));
  const own = useQuery(rateQuery(dayOf(day)));
  const taxes = useQuery({
    queryKey: TAXES,
    queryFn: async () => (await get<ListPage>('taxes/list', { query: { per_page: 200 } })).data.data,
    ...READ_ONCE,
  });
  return !rate.isLoading && !own.isLoading && !taxes.isLoading;
}

export interface LastRate {
  readonly rate_id: number;
  /** `in` for sales and what customers pay, `out` for purchases and what we pay. */
  readonly in: string;
  readonly out: string;
}

/** The day of a document, today where it has none. */
export const dayOf = (day: Value | undefined): string =>
  typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? day : localToday();

export const lastRate = (): LastRate | undefined => rateOn(localToday());

/** The rate in force on a day; of one that is no day, and where it could not be read, the rate of today. */
export function rateOn(day: Value | undefined): LastRate | undefined {
  const rateOf = (of: string) => queryClient.getQueryData<Row | null>(rateQuery(of).queryKey);
  const own = rateOf(dayOf(day));
  const row = own === undefined ? rateOf(localToday()) : own;
  if (!row || row['rate'] === undefined || row['rate'] === null) return undefined;
  return { rate_id: Number(row['rate_id']), in: String(row['in_rate'] ?? row['rate']), out: String(row['rate']) };
}

/** True when the server answered that no rate is in force on this day. */
export const hasNoRate = (day: Value | undefined): boolean =>
  queryClient.getQueryData<Row | null>(rateQuery(dayOf(day)).queryKey) === null;

/** Whether `rateOn` answers of this day without asking the server, and as it is now. */
export function isRateKnown(day: string): boolean {
  const state = queryClient.getQueryState(rateQuery(day).queryKey);
  return state?.data !== undefined && !state.isInvalidated && Date.now() - state.dataUpdatedAt < FRESH_MS;
}

export async function readRateOn(day: string): Promise<void> {
  await queryClient.fetchQuery(rateQuery(day));
}

export function taxPercent(tax: unknown): string | null {
  const row = queryClient.getQueryData<readonly Row[]>(TAXES)?.find((queryDatum) => queryDatum['tax_id'] === tax);
  return row ? String(row['percentage']) : null;
}

const OLDEST_FIRST = { sortColumn: 'id', sortDir: 'asc' };
const CASH_BOX = 1;

/** The first cash box of the document's currency, until the person chooses another account. */
export function useDefaultAccount(session: DocumentSession, draft: Draft): void {
  const { header } = draft;
  const fields = [...session.declaration.header, ...session.declaration.details];
  const accounts = fields.filter(({ field }) => field === 'account_fk' || field === 'paid_account_fk');
  const account = accounts.find(({ shown }) => shown?.(header, header) ?? true);
  const wanted = session.editable && account !== undefined && !idOf(header, account.field);
  const currency = idOf(header, 'currency_fk');
  const outlet = idOf(header, 'outlet_fk');
  useEffect(() => {
    if (!wanted || currency === undefined || !account?.filter) return;
    let left = false;
    const choose = async () => {
      const place = { currency_fk: currency, outlet_fk: outlet ?? null };
      const rows = await fetchLookup('cashes', '', { ...account.filter?.(place, place), ...OLDEST_FIRST });
      const row = rows.find((row) => row['cash_type'] === CASH_BOX) ?? rows[0];
      if (left || !row) return;
      rememberRow('cashes', row);
      const untouched = !session.dirty;
      session.store.edit({
        do: 'set',
        at: { field: account.field },
        value: Number(row[resourceOf('cashes').id]),
        quiet: true,
      });
      if (untouched) session.keepAsUnsaved(session.store.state.draft);
    };
    // The field stays empty, and the person chooses.
    awaited(choose().catch(() => undefined));
    return () => {
      left = true;
    };
  }, [wanted, currency, outlet, account, session]);
}
