/** Financial years, the checks before a close, and the closes, from the API. */
import { useQuery } from '@tanstack/react-query';
import { get } from '../shared/api/client.ts';
import type { Row } from '../shared/api/list.ts';
import { type Reads, read } from '../shared/api/read.ts';
import { useCan } from '../shared/session/session.ts';

type Can = (permission: string) => boolean;

/** The days of a year that is `in_use` cannot be changed. */
export type Year = Reads['financial_years/states'][number];

export interface Finding {
  readonly kind?: string | null;
  readonly id?: number | null;
  readonly number?: string | null;
  readonly date?: string | null;
  readonly status?: string | null;
  readonly name?: string | null;
  readonly account?: number;
  readonly outlet_fk?: number;
  readonly quantity?: string;
  /** Null for whoever may not see the balance. */
  readonly expected?: string | null;
  readonly actual?: string | null;
}

export type CheckName =
  | 'previous_year'
  | 'drafts'
  | 'drawers'
  | 'transit'
  | 'subledgers'
  | 'stock_value'
  | 'opening_equity'
  | 'negative_stock'
  | 'depreciation'
  | 'revaluation';

export interface Check {
  readonly check: CheckName;
  readonly holds: boolean;
  readonly may_be_acknowledged: boolean;
  readonly count: number;
  /** The first of those that the person may see. */
  readonly findings: readonly Finding[];
}

export interface ClosedBooks {
  readonly position: string;
  readonly rules: Readonly<Record<string, string>>;
  readonly digests: Readonly<Record<string, string>>;
  /** Null without `items/show_cost`, and so are the differences. */
  readonly balances: readonly { readonly account: number; readonly outlet_fk: number; readonly base: string }[] | null;
  readonly previous: { readonly year_close_fk: number; readonly position: string } | null;
  readonly differences: readonly Difference[] | null;
}

export interface Difference {
  readonly account: number;
  readonly outlet_fk: number;
  readonly currency_fk: number;
  readonly before: string;
  readonly after: string;
}

export interface CloseRow extends Row {
  readonly id: number;
  readonly status: 'closing' | 'closed' | 'broken_off' | 'reopened';
  readonly revision: number;
  readonly number: string | null;
  readonly created_at: string;
  readonly books?: ClosedBooks;
}

/** A finding that existed in the books before the close, with its remedy. */
export interface KnownFinding {
  readonly name: string;
  readonly findings: readonly string[];
  readonly remedy: 'tables' | 'entry' | 'payment' | 'cost';
}

export type Outcome =
  | { readonly outcome: 'closed'; readonly books: ClosedBooks; readonly known?: readonly KnownFinding[] }
  | { readonly outcome: 'gate'; readonly checks: readonly Check[] }
  | { readonly outcome: 'differs'; readonly findings: readonly string[] };

export function useYears() {
  return useQuery({
    queryKey: ['financial_years', 'states'],
    queryFn: ({ signal }) => read('financial_years/states', { signal }),
    meta: { quiet: true },
  });
}

export function useGate(year: number | undefined) {
  return useQuery({
    queryKey: ['financial_years', 'gate', year],
    queryFn: async ({ signal }) => {
      const answer = await get<Year & { checks: readonly Check[] }>(`financial_years/${year}/gate`, { signal });
      return { ...answer.data, isStale: answer.stale === true };
    },
    enabled: year !== undefined,
    meta: { quiet: true },
  });
}

/** The last close of a year with its findings; null without a close, and for whoever may not read closes. */
export async function lastClose(year: number, can: Can, signal: AbortSignal): Promise<CloseRow | null> {
  if (!can('year_closes/index') || !can('year_closes/show')) return null;
  const query = { 'filter[financial_year_fk]': year, sortColumn: 'id', sortDir: 'desc', per_page: 10 };
  const { data } = await get<{ readonly data: readonly CloseRow[] }>('year_closes', { query, signal });
  const [last] = data.data;
  return last ? (await get<CloseRow>(`year_closes/${last.id}`, { signal })).data : null;
}

export function useLastClose(year: number) {
  const can = useCan();
  return useQuery({
    queryKey: ['financial_years', 'close', year],
    queryFn: ({ signal }) => lastClose(year, can, signal),
    meta: { quiet: true },
  });
}
