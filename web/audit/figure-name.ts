/** What names a figure of a report. */

import type { ReportContext } from '../shared/report/report-context.ts';
import type { ReportSearch } from '../shared/report/report-search.ts';
import type { LineName } from './line-name.ts';

/** Where a figure stands: in the column of a row, in the footer, or before or after all rows. */
export interface FigureAt<R> {
  readonly column: string;
  readonly row?: R;
  readonly place: 'row' | 'total' | 'before' | 'after';
}

/** What names it in its report, or the line that it is of. */
export type FigureName = { readonly figure: ReportSearch } | { readonly line: LineName };

export type Explains<A, R> = (at: FigureAt<R>, answer: A, context: ReportContext) => FigureName | undefined;
