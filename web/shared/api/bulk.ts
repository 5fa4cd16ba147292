/** One action on many rows: available actions, their preview, and the job that performs them. */
import { useQuery } from '@tanstack/react-query';
import { get, post } from './client.ts';
import type { Job } from './job.ts';
import type { SelectedRow } from './list.ts';

export interface BulkAction {
  readonly name: string;
  readonly reasoned: boolean;
  /** The action that reverses it. */
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
  /** Revision of each row after the action; older results have none. */
  readonly revisions?: readonly number[];
  readonly unchanged: readonly number[];
  readonly refused: readonly SkippedRow[];
  /** Position of the last change; null without one. */
  readonly position?: string | null;
}

/** The changed rows with their new revisions. */
export const changedRows = ({ done, revisions }: BulkResult): readonly SelectedRow[] =>
  done.flatMap((id, index) => {
    const revision = revisions?.[index];
    return revision === undefined ? [] : [{ id, revision }];
  });

export interface BulkRequest {
  readonly action: string;
  readonly ids: readonly number[];
  /** One for each row: the revision that the person saw. */
  readonly revisions: readonly number[];
  readonly reason: string | null;
}

export const bulkRequest = (action: string, rows: readonly SelectedRow[], reason: string | null): BulkRequest => ({
  action,
  ids: rows.map(({ id }) => id),
  revisions: rows.map(({ revision }) => revision),
  reason,
});

/** The actions that the person may perform on many rows of a resource; empty when there are none. */
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
