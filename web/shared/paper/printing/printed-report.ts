/** The content of the paper of a report, a list or a letter. */
import type { PaperParty } from '../../../../domain/paper/paper.schema.ts';
import type { ReportPaperName } from '../../../../domain/paper/report-papers.ts';

export interface PrintedFact {
  readonly label: string;
  readonly value: string;
}

/** All texts are in the language and the digits of the paper. */
export interface PrintedReport {
  /** Its templates. */
  readonly paper: ReportPaperName;
  readonly title: string;
  /** Whose it is: the name of an account or a customer. */
  readonly subject?: string | undefined;
  /** Whom it is sent to, instead of the subject. */
  readonly party?: PaperParty | undefined;
  /** The parameters of the report, and its two times. */
  readonly facts: readonly PrintedFact[];
  /** The sentences of a letter before and after its table. */
  readonly letter?: { readonly opening: readonly string[]; readonly closing: readonly string[] } | undefined;
  /** Above the table. */
  readonly chart?: PrintedDrawing | undefined;
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly PrintedRow[];
  readonly totals?: readonly string[] | undefined;
  /** Below the table. */
  readonly sums: readonly PrintedFact[];
}

export interface PrintedDrawing {
  /** As the screen has drawn it, with the colours of the theme by their names. */
  readonly svg: string;
  /** The unit of the figures on the axis: `millions IQD`. */
  readonly unit: string;
  readonly legend: readonly { readonly label: string; readonly colour: string }[];
}

export interface PrintedColumn {
  readonly heading: string;
  readonly isFigure: boolean;
  /** The name of the row: it takes more width than other texts. */
  readonly isName?: boolean;
  /** Numbers of documents and days: no text in it is broken over two lines. */
  readonly isShort: boolean;
}

export interface PrintedRow {
  readonly cells: readonly string[];
  readonly isStrong?: boolean;
  /** In a tree: 0 at the top. */
  readonly level?: number;
}
