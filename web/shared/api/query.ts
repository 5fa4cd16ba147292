/** The TanStack Query client, and its handling of failed reads. */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { notifyProblem } from '../notify/notify.ts';
import { ApiError } from './error.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, problem) =>
        failures < 2 && problem instanceof ApiError && (problem.status === 0 || problem.status === 503),
      refetchOnWindowFocus: false,
    },
  },
  queryCache: new QueryCache({
    onError: (problem, query) => {
      if (query.meta?.quiet !== true) notifyProblem(problem);
    },
  }),
});

/** Names depend on the language: after a change everything is read again. */
export function readAgain(): void {
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.invalidateQueries();
}

/** Invalidates everything read of a resource: its lists, records and look-ups. */
export async function forget(resource: string): Promise<void> {
  await queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] === resource });
}
