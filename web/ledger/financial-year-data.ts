/** Financial years, the checks before a close, and the closes, from the API. */
import { useQuery } from '@tanstack/react-query';
import { type Reads, read, readAnswer } from '../shared/api/read.ts';
import { useCan } from '../shared/session/session.ts';

type Can = (permission: string) => boolean;

/** The days of a year that is `in_use` cannot be changed. */
export type Year = Reads['financial_years/states'][number];

export type Check = Reads['financial_years/:id/gate']['checks'][number];
export type Finding = Check['findings'][number];
export type CloseRow = Reads['year_closes/:id'];
export type ClosedBooks = NonNullable<CloseRow['books']>;
export type Difference = NonNullable<ClosedBooks['differences']>[number];

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
      const answer = await readAnswer('financial_years/:id/gate', { params: { id: Number(year) }, signal });
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
  const [last] = (await read('year_closes', { query, signal })).data;
  return last ? read('year_closes/:id', { params: { id: last.id }, signal }) : null;
}

export function useLastClose(year: number) {
  const can = useCan();
  return useQuery({
    queryKey: ['financial_years', 'close', year],
    queryFn: ({ signal }) => lastClose(year, can, signal),
    meta: { quiet: true },
  });
}
