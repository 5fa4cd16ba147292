/** One thing done to many rows: what may be done, what it would leave, and the job that does it. */
import { useQuery } from '@tanstack/react-query';
import { get, post } from './client.ts';
import type { Job } from './job.ts';
import type { SelectedRow } from './list.ts';

export interface BulkAction {
  readonly name: string;
  readonly reasoned: boolean;
  /** The action that takes it back. */
  readonly undo: string | null;
}

export interface SkippedRow {
  readonly id: number;
  readonly title: string | null;
  readonly message: string;
}

export interface BulkPreview {
  readonly ready: number;
  readonly left: readonly SkippedRow[];
}

export interface BulkResult {
  readonly resource: string;
  readonly action: string;
  readonly undo: string | null;
  readonly cancelled: boolean;
  readonly asked: number;
  readonly done: readonly number[];
  /** Of each that was done, after it; results from before this was kept have none. */
  readonly revisions?: readonly number[];
  readonly unchanged: readonly number[];
  readonly refused: readonly SkippedRow[];
}

export interface BulkRequest {
  readonly action: string;
  readonly ids: readonly number[];
  /** One for each: what the person has seen of the row. */
  readonly revisions: readonly number[];
  readonly reason: string | null;
}

export const bulkRequest = (action: string, rows: readonly SelectedRow[], reason: string | null): BulkRequest => ({
  action,
  ids: rows.map(({ id }) => id),
  revisions: rows.map(({ revision }) => revision),
  reason,
});

/** What the person may do to many rows of a resource; nothing where the server knows none. */
export function useBulkActions(resource: string, enabled: boolean) {
  return useQuery({
    queryKey: ['bulk_actions', resource],
    queryFn: async ({ signal }) => (await get<readonly BulkAction[]>(`bulk_actions/${resource}`, { signal })).data,
    staleTime: 5 * 60_000,
    enabled,
    meta: { quiet: true },
  });
}

export async function previewBulk(resource: string, request: BulkRequest): Promise<BulkPreview> {
  return (await post<BulkPreview>(`${resource}/bulk`, request, { query: { dry_run: 1 } })).data;
}

export async function startBulk(
  resource: string,
  request: BulkRequest,
  idempotencyKey: string,
): Promise<Job<BulkResult>> {
  return (await post<Job<BulkResult>>(`${resource}/bulk`, request, { idempotencyKey })).data;
}
