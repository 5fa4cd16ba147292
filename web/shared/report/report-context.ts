/** The answer of a report, and its parameters. */
import type { Currency } from '../session/session.ts';
import type { ReportSearch } from './report-search.ts';

export interface ReportAnswer {
  readonly position: string;
}

export interface ReportContext {
  /** The parameters of the answer. */
  readonly search: ReportSearch;
  readonly currency: Currency;
}
