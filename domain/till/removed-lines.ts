/** Lines removed from receipts, stored with a receipt or a drawer; they post nothing. */
import type { RemovedLine } from './removed-lines.schema.ts';

export interface WithRemoved {
  /** Absent when nothing was removed, and in entries from before this field. */
  readonly removed?: readonly RemovedLine[];
}

export const removedIn = ({ removed }: WithRemoved): WithRemoved => (removed && removed.length > 0 ? { removed } : {});
