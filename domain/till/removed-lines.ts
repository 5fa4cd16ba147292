/** What was taken off receipts, beside what is stored of a receipt or a drawer: facts, which post nothing. */
import type { RemovedLine } from './removed-lines.schema.ts';

export interface WithRemoved {
  /** Absent where nothing was taken off, and of entries from before it was written down. */
  readonly removed?: readonly RemovedLine[];
}

export const removedIn = ({ removed }: WithRemoved): WithRemoved => (removed && removed.length > 0 ? { removed } : {});
