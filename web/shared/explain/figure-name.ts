/** The fields of a figure's reference. */

import type { ReportContext } from '../report/report-context.ts';
import type { ReportSearch } from '../report/report-search.ts';
import type { LineName } from './line-name.ts';

/** The place of a figure: in a column of a row, in the footer, or before or after all rows. */
export interface FigureAt<R> {
  readonly column: string;
  readonly row?: R;
  readonly place: 'row' | 'total' | 'before' | 'after';
}

/** The figure's reference fields, or the line that it belongs to. */
export type FigureName = { readonly figure: ReportSearch } | { readonly line: LineName };

export type Explains<A, R> = (at: FigureAt<R>, answer: A, context: ReportContext) => FigureName | undefined;
