/** Data that every document needs: rates in force, taxes, and the default cash account. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CASH_BOX } from '../../../../domain/documents/cash-type.ts';
import { percentageOn } from '../../../../domain/pricing/tax-percentage.ts';
import { ApiError } from '../../api/error.ts';
import type { Row } from '../../api/list.ts';
import { fetchLookup } from '../../api/lookup.ts';
import { queryClient } from '../../api/query.ts';
import { read } from '../../api/read.ts';
import { resourceOf } from '../../api/resources.ts';
import { localToday } from '../../typing/date-words.ts';
import { type Draft, idOf, type Value } from './draft.ts';
import { rememberRow } from './known-names.ts';
import { awaited } from './on-the-way.ts';
import { dayOf, ofDay, pastDay } from './past-day.ts';
import type { DocumentSession } from './session.ts';

const FRESH_MS = 5 * 60_000;
/** The editor does not repeat refused requests; it is shown after the first answer. */
const READ_ONCE = { staleTime: FRESH_MS, retry: false, retryOnMount: false, meta: { quiet: true } };
const RATE = ['currency_rates', 'last_rate'];
const TAXES = ['taxes', 'list', 'all'];

/** All taxes, those of an earlier day as they were. */
const taxQuery = (day: string | undefined) => ({
  queryKey: day === undefined ? TAXES : [...TAXES, day],
  queryFn: async (): Promise<readonly Row[]> => {
    const all = day === undefined ? {} : { show_all: 1 };
    const taxes: readonly Row[] = (await read('taxes/list', { query: { per_page: 200, ...all } })).data;
    const asOf = (id: unknown) => read('taxes/:id', { params: { id: Number(id) }, ...ofDay(day) });
    return day === undefined ? taxes : Promise.all(taxes.map((tax) => asOf(tax['tax_id'])));
  },
  ...READ_ONCE,
});

export async function readTaxesOn(day: Value | undefined): Promise<void> {
  await queryClient.fetchQuery(taxQuery(pastDay(day)));
}

/** The rate in force on a day; null without one. */
const rateQuery = (day: string) => ({
  queryKey: [...RATE, day],
  queryFn: async (): Promise<Row | null> => {
    try {
      return await read('currency_rates/last_rate', { query: { date: day } });
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 404) return null;
      throw problem;
    }
  },
  ...READ_ONCE,
});

/**
 * Loads them once, so that choosing a currency or an item needs no request. `day` is the document's, default today.
 * True when they are loaded, or failed.
 */
export function useReferenceData(day?: Value): boolean {
  const rate = useQuery(rateQuery(localToday()));
  const own = useQuery(rateQuery(dayOf(day)));
  const taxes = useQuery(taxQuery(pastDay(day)));
  return !rate.isLoading && !own.isLoading && !taxes.isLoading;
}

export interface LastRate {
  readonly rate_id: number;
  /** `in` for sales and customers' payments, `out` for purchases and our payments. */
  readonly in: string;
  readonly out: string;
}

export const lastRate = (): LastRate | undefined => rateOn(localToday());

/** The rate in force on a day; for an invalid day, or after a failed request, today's rate. */
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

/** Whether `rateOn` has a fresh answer for this day without a request. */
export function isRateKnown(day: string): boolean {
  const state = queryClient.getQueryState(rateQuery(day).queryKey);
  return state?.data !== undefined && !state.isInvalidated && Date.now() - state.dataUpdatedAt < FRESH_MS;
}

export async function readRateOn(day: string): Promise<void> {
  await queryClient.fetchQuery(rateQuery(day));
}

/** Those of the day, else the present ones. */
function knownTaxes(day?: Value): readonly Row[] {
  const taxesOf = (past: string | undefined) => queryClient.getQueryData<readonly Row[]>(taxQuery(past).queryKey);
  return taxesOf(pastDay(day)) ?? taxesOf(undefined) ?? [];
}

/** The percentage of the tax on the document's day; null without one. */
export const taxPercent = (tax: unknown, day: Value | undefined): string | null =>
  percentageOn(
    knownTaxes(day).find((row) => row['tax_id'] === tax),
    dayOf(day),
  );

/** Whether a tax begins between the two days. */
export const taxesDiffer = (day: Value | undefined, other: Value | undefined): boolean =>
  knownTaxes().some((row) => percentageOn(row, dayOf(day)) !== percentageOn(row, dayOf(other)));

const OLDEST_FIRST = { sortColumn: 'id', sortDir: 'asc' };

const CASH_ID = resourceOf('cashes').id;

/** A cash account as the look-up shows it; null where the person may not see it. */
export const accountQuery = (id: number) => ({
  queryKey: ['cashes', 'of', id],
  queryFn: async () => (await fetchLookup('cashes', '', { [`filter[${CASH_ID}]`]: id }))[0] ?? null,
  staleTime: FRESH_MS,
  retry: false,
  meta: { quiet: true },
});

/** The first cash account of the document's currency, until the person chooses another. */
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
      for (const found of rows) queryClient.setQueryData(accountQuery(Number(found[CASH_ID])).queryKey, found);
      if (left || !row) return;
      rememberRow('cashes', row);
      const untouched = !session.dirty;
      session.store.edit({
        do: 'set',
        at: { field: account.field },
        value: Number(row[CASH_ID]),
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
