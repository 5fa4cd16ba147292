/** Papers of reports, lists and letters: their content comes from the screen, their look from a template, as that of a document. */
import type { Paper } from './paper.ts';

const TABLE = { facts: [], signatures: ['issued_by', 'approved_by'], isReport: true } as const;

export const REPORT_PAPER_NAMES = ['statement', 'reminder', 'report', 'list'] as const;
export type ReportPaperName = (typeof REPORT_PAPER_NAMES)[number];

export const REPORT_PAPERS: Readonly<Record<ReportPaperName, Paper>> = {
  /** Sent to the customer or supplier. */
  statement: { name: 'statement', party: 'customer_fk', facts: [], signatures: ['issued_by', 'received_by'] },
  /** A letter to the customer about overdue debts. */
  reminder: { name: 'reminder', party: 'customer_fk', facts: [], signatures: ['issued_by'] },
  report: { name: 'report', ...TABLE },
  list: { name: 'list', ...TABLE },
};
