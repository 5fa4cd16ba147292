/** The declaration of a report. */
import type { ReactNode } from 'react';
import type { PaperParty } from '../../../domain/paper/paper.schema.ts';
import type { Row } from '../api/list.ts';
import type { ChartData } from '../chart/chart-data.ts';
import type { Explains } from '../explain/figure-name.ts';
import type { Figure } from './compared-figures.tsx';
import type { ReportColumn, ReportFilter } from './declaration.ts';
import type { ReportAnswer, ReportContext } from './report-context.ts';
import type { PartOf } from './shown-figures.ts';

export interface ReportDeclaration<A extends ReportAnswer, R extends Row> {
  readonly endpoint: string;
  /** Key of the title. */
  readonly title: string;
  /** The chosen subject: the name of an account or a customer. */
  readonly subject?: (answer: A) => string;
  /** On paper: whom it is about, instead of the subject. */
  readonly party?: (answer: A) => PaperParty;
  readonly filters: readonly ReportFilter[];
  /** A required parameter, and the key of the text that asks for it. */
  readonly ask?: { readonly parameter: string; readonly text: string; readonly hint?: string };
  /** Parameters of this screen that are not sent to the server. */
  readonly ownParameters?: readonly string[];
  readonly rows: (answer: A, context: ReportContext) => readonly R[];
  readonly rowKey: (row: R) => string;
  readonly columns: (answer: A | undefined, context: ReportContext) => readonly ReportColumn<R>[];
  /** References of its figures: row and column, or the line of a figure. */
  readonly explains?: Explains<A, R>;
  readonly strong?: (row: R) => boolean;
  /** In a tree: the whole that a row is part of. */
  readonly partOf?: (row: R) => PartOf | undefined;
  /** Its lines have an order of their own, which no column changes. */
  readonly isInOrder?: true;
  readonly before?: (answer: A, context: ReportContext) => Readonly<Record<string, string>> | undefined;
  readonly after?: (answer: A) => Readonly<Record<string, string>>;
  /**
   * Comparison of ledger lines: these figures, and a mark for lines that the other answer lacks; without it rows are
   * compared. Lines have a `position` and an `effective_date`.
   */
  readonly figures?: (answer: A, context: ReportContext) => readonly Figure[];
  /** On paper below the table; the figures that it is compared by where nothing is declared. */
  readonly sums?: (answer: A, context: ReportContext) => readonly Figure[];
  readonly paged?: boolean;
  /** Content between the filters and the table. */
  readonly above?: (answer: A, context: ReportContext) => ReactNode;
  /** The chart that can replace the table; undefined when the figures form none. */
  readonly chart?: (answer: A, context: ReportContext) => ChartData | undefined;
}
