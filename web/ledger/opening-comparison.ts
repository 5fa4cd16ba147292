/** What is opened beside the trial balance of the program before, from the API, and the sending of what changes it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../shared/api/client.ts';
import { useWrite } from '../shared/api/idempotency.ts';
import { forget } from '../shared/api/query.ts';
import { notifyProblem } from '../shared/notify/notify.ts';

export interface Compared {
  readonly account: number;
  readonly key: string;
  readonly name: string | null;
  readonly currency_fk: number | null;
  readonly before: string;
  readonly opened: string;
  readonly difference: string;
}
export interface Unmapped {
  readonly old_account_id: number;
  readonly revision: number;
  readonly code: string;
  readonly name: string;
  readonly before: string;
}
export interface Elsewhere {
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly day: string | null;
}
export interface Comparison {
  readonly first_day: string | null;
  readonly year_from: string | null;
  readonly rows: readonly Compared[];
  readonly totals: Readonly<Record<'before' | 'opened' | 'difference', string>>;
  readonly opening_equity: string;
  readonly unmapped: readonly Unmapped[];
  readonly elsewhere: readonly Elsewhere[];
}

export const useComparison = () =>
  useQuery({
    queryKey: ['opening_balances', 'comparison'],
    queryFn: async ({ signal }) => (await get<Comparison>('opening_comparison', { signal })).data,
    meta: { quiet: true },
  });

/** Look of the parts of the page. */
export const CARD = 'rounded-lg border border-edge bg-surface-1 p-4 shadow-card';

/** Shared by the buttons of this page: sends, tells the problem, and reads the page again. */
export function useSending() {
  const [busy, setBusy] = useState(false);
  const write = useWrite();
  const send = async (work: (key: string) => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await write(work);
      return true;
    } catch (problem) {
      notifyProblem(problem);
      return false;
    } finally {
      setBusy(false);
      await forget('opening_balances');
    }
  };
  return { busy, send };
}
