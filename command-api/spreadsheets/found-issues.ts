/** Collects issues by cell: only the first issue of a cell is kept, consequential ones are dropped. */
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import type { Issue } from '../../domain/values/refusal.ts';

/** The row index of issues that concern all rows. */
export const ALL_ROWS = -1;

export const TOO_LARGE: Issue = { field: '', message: 'body_too_large' };
export const ofAllRows = ({ field: _, ...issue }: Issue): RowIssue => ({ ...issue, at: ALL_ROWS, column: null });
export const allRows = (message: string): RowIssue => ({ at: ALL_ROWS, column: null, message });

export const messageOf = (issue: Issue | undefined): Pick<RowIssue, 'message' | 'params'> | undefined =>
  issue && { message: issue.message, ...(issue.params ? { params: issue.params } : {}) };

export class FoundIssues {
  readonly #list: RowIssue[] = [];
  readonly #cells = new Set<string>();
  readonly #rows = new Set<number>();

  /** Adds all issues of the first group; of later groups only issues at other cells. */
  add(issues: Iterable<RowIssue>): void {
    const fresh = [...issues].filter((issue) => !this.#cells.has(keyOf(issue)));
    for (const issue of fresh) {
      const key = keyOf(issue);
      if (issue.column !== null && this.#cells.has(key)) continue;
      this.#cells.add(key);
      this.#rows.add(issue.at);
      this.#list.push(issue);
    }
  }

  has(at: number): boolean {
    return this.#rows.has(at);
  }

  /** Sorted by row. */
  get list(): readonly RowIssue[] {
    return this.#list.toSorted((a, b) => a.at - b.at);
  }
}

const keyOf = ({ at, column }: RowIssue): string => `${at} ${column}`;
