/** The TanStack Query client, and its handling of failed reads. */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { notifyProblem } from '../notify/notify.ts';
import { readAfter, whenRead } from './client.ts';
import { ApiError } from './error.ts';

const RETRIES = 2;
/** Each of them waits for the read models too. */
const RETRIES_BEHIND = 5;
/** Pauses before a read is repeated whose answer lacked events of this window; after the last one it is not repeated. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, problem) =>
        problem instanceof ApiError &&
        (problem.status === 0 || problem.status === 503) &&
        failures < (problem.code === 'models_behind' ? RETRIES_BEHIND : RETRIES),
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

/** The same for resources that a job has changed; `position` is that of its last event. */
export function forgetAfter(position: string | null | undefined, resources: readonly string[]): void {
  readAfter(position ?? null);
  for (const resource of resources) void forget(resource);
}

const repeated = new Map<string, number>();

/** Repeats reads that the server answered before the read models contained the commands of this window. */
whenRead((path, isBehind) => {
  const count = repeated.get(path) ?? 0;
  const pauseMs = PAUSES_MS[count];
  if (!isBehind || pauseMs === undefined) {
    if (!isBehind) repeated.delete(path);
    return;
  }
  repeated.set(path, count + 1);
  setTimeout(() => {
    const isOf = (key: unknown) => typeof key === 'string' && (path === key || path.startsWith(`${key}/`));
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => isOf(key) });
  }, pauseMs);
});

/** The key of the delivery terms of orders, which name the customer account of the application; the zone follows it. */
export const DELIVERY_TERMS: readonly string[] = ['delivery_zones', 'terms'];
