/** The parameters of the account ledger that has the lines of a figure. */
import { carried } from '../shared/report/address.ts';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { readReference } from './figure-words.ts';

export function ledgerOfFigure(figure: string, account: number): ReportSearch {
  const { report, fields } = readReference(figure);
  const times = carried(fields, ['from', 'as_at', 'known_at', 'outlet_fk', 'without_closing']);
  return { ...times, ...(isWithoutClosing(report, fields) ? { without_closing: 1 } : {}), account };
}

/** Statements of income leave out closing entries; with them, the ledger of a closed year ends at zero. */
const isWithoutClosing = (report: string, { method }: ReportSearch): boolean =>
  report === 'income_statement' || (report === 'cash_flow' && method === 'indirect');
