/** What a report declares. */
import type { ReactNode } from 'react';
import type { Explains } from '../../audit/figure-name.ts';
import type { Row } from '../api/list.ts';
import type { ChartData } from '../chart/chart-data.ts';
import type { Figure } from './compared-figures.tsx';
import type { ReportColumn, ReportFilter } from './declaration.ts';
import type { ReportAnswer, ReportContext } from './report-context.ts';
import type { PartOf } from './shown-figures.ts';

export interface ReportDeclaration<A extends ReportAnswer, R extends Row> {
  readonly endpoint: string;
  /** Key of the title. */
  readonly title: string;
  /** What it is of, when that is chosen: the name of an account or a customer. */
  readonly subject?: (answer: A) => string;
  readonly filters: readonly ReportFilter[];
  /** A parameter that must be chosen first, and the key of the sentence that asks for it. */
  readonly ask?: { readonly parameter: string; readonly text: string; readonly hint?: string };
  /** Parameters that only this screen knows; the server is not asked with them. */
  readonly ownParameters?: readonly string[];
  readonly rows: (answer: A, context: ReportContext) => readonly R[];
  readonly rowKey: (row: R) => string;
  readonly columns: (answer: A | undefined, context: ReportContext) => readonly ReportColumn<R>[];
  /** What its figures are called by the auditor's desk: the row and the column, or the line that a figure is of. */
  readonly explains?: Explains<A, R>;
  readonly strong?: (row: R) => boolean;
  /** Of a tree: what a row is part of. */
  readonly partOf?: (row: R) => PartOf | undefined;
  /** Each row, or whole of a tree, is what it adds to the sum before it, rounded: debits and credits of an entry are equal. */
  readonly isCumulative?: true;
  readonly before?: (answer: A, context: ReportContext) => Readonly<Record<string, string>> | undefined;
  readonly after?: (answer: A) => Readonly<Record<string, string>>;
  /**
   * How it is compared: row by row, or, where rows are lines of a ledger, by these figures and by which lines are not
   * in the other answer. Lines have a `position` and an `effective_date`.
   */
  readonly figures?: (answer: A, context: ReportContext) => readonly Figure[];
  /** On paper below the table; the figures that it is compared by where nothing is declared. */
  readonly sums?: (answer: A, context: ReportContext) => readonly Figure[];
  readonly paged?: boolean;
  /** Between the filters and the table. */
  readonly above?: (answer: A, context: ReportContext) => ReactNode;
  /** Whoever chooses it sees this in the place of the table; undefined where the figures make no chart. */
  readonly chart?: (answer: A, context: ReportContext) => ChartData | undefined;
}
