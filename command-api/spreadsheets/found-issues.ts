/** What is wrong, cell by cell: of a cell the first thing is told, what else it leads to is not. */
import type { RowIssue } from '../../domain/imports/read-rows.ts';

/** The place of what is wrong with all of the rows. */
export const ALL_ROWS = -1;

export class FoundIssues {
  readonly #list: RowIssue[] = [];
  readonly #cells = new Set<string>();
  readonly #rows = new Set<number>();

  /** Of each group, everything; of later groups only what is at other cells. */
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

  /** In order of the rows. */
  get list(): readonly RowIssue[] {
    return this.#list.toSorted((a, b) => a.at - b.at);
  }
}

const keyOf = ({ at, column }: RowIssue): string => `${at} ${column}`;
