/** The answer of a report, and what it was asked with. */
import type { Currency } from '../session/session.ts';
import type { ReportSearch } from './report-search.ts';

export interface ReportAnswer {
  readonly position: string;
}

export interface ReportContext {
  /** What the answer was asked with. */
  readonly search: ReportSearch;
  readonly currency: Currency;
}
