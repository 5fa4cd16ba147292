/** One action on many rows: available actions, their preview, and the job that performs them. */
import { useQuery } from '@tanstack/react-query';
import { command, type Posts } from './command.ts';
import { ApiError } from './error.ts';
import { type Job, jobIn } from './job.ts';
import type { SelectedRow } from './list.ts';
import { type Reads, read } from './read.ts';

export type BulkAction = Reads['bulk_actions/:resource'][number];
export type BulkPreview = Exclude<Posts[':resource/bulk']['answer'], { readonly job_id: string }>;
export type SkippedRow = BulkPreview['left'][number];

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
    queryFn: ({ signal }) => read('bulk_actions/:resource', { params: { resource }, signal }),
    staleTime: 5 * 60_000,
    enabled,
    meta: { quiet: true },
  });
}

export async function previewBulk(resource: string, request: BulkRequest): Promise<BulkPreview> {
  const { data } = await command(':resource/bulk', { params: { resource }, body: request, query: { dry_run: 1 } });
  if ('job_id' in data) throw new ApiError(0, { code: 'unreadable' });
  return data;
}

export async function startBulk(
  resource: string,
  request: BulkRequest,
  idempotencyKey: string,
): Promise<Job<BulkResult>> {
  return jobIn((await command(':resource/bulk', { params: { resource }, body: request, idempotencyKey })).data);
}
