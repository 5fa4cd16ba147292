/** What is opened beside the trial balance of the program before, from the API, and the sending of what changes it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../../shared/api/idempotency.ts';
import { forget } from '../../shared/api/query.ts';
import { type Reads, read } from '../../shared/api/read.ts';
import { notifyProblem } from '../../shared/notify/notify.ts';

export type Comparison = Reads['opening_comparison'];
export type Compared = Comparison['rows'][number];
export type Unmapped = Comparison['unmapped'][number];
export type Elsewhere = Comparison['elsewhere'][number];

export const useComparison = () =>
  useQuery({
    queryKey: ['opening_balances', 'comparison'],
    queryFn: ({ signal }) => read('opening_comparison', { signal }),
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
