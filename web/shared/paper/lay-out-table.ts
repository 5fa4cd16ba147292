/** Lays out the paper of a report, a list or a letter: turns the sheet and reduces the text size until no column is cut. */
import type { PaperHead } from '../../../domain/paper/paper.schema.ts';
import { REPORT_PAPERS, type ReportPaperName } from '../../../domain/paper/report-papers.ts';
import { type PaperTemplate, templateOf, usualTemplate } from '../../../domain/paper/template.ts';
import { read } from '../api/read.ts';
import { LANGUAGES, preferences } from '../language/preferences.ts';
import { formatMoment } from '../typing/date-words.ts';
import { paperWords } from './paper-words.ts';
import { type LaidOut, layOut } from './printing/print-paper.ts';
import type { PrintedReport } from './printing/printed-report.ts';
import { REPORT_WIDTHS, reportPaper } from './report-paper.ts';

/** Letters. */
const SHORT = 24;

/** A column whose texts are all short is not broken over two lines. */
export const isShortColumn = <R>(rows: readonly R[], text: (row: R) => string): boolean =>
  rows.every((row) => text(row).length <= SHORT);

/** The head of a report's paper, and its template: the default one, or without any the usual look in the person's digits. */
export interface ReportLook {
  readonly head: PaperHead;
  readonly template: PaperTemplate;
}

/** The names of the outlet and the cities are in the language. */
export async function fetchReportLook(
  paper: ReportPaperName,
  outlet: string | number | undefined,
  language = preferences().language,
): Promise<ReportLook> {
  const head = await read('papers/business', { query: { outlet_fk: outlet, paper }, language });
  const [stored] = head.templates;
  const usual = { ...usualTemplate(REPORT_PAPERS[paper]), digits: preferences().digits };
  return { head, template: stored ? templateOf(stored, REPORT_PAPERS[paper]) : usual };
}

export async function tableLaidOut(
  printed: PrintedReport,
  { head, template }: ReportLook,
  printedBy: string,
  language = preferences().language,
): Promise<LaidOut> {
  const words = await paperWords(LANGUAGES);
  const printedAt = formatMoment(new Date().toISOString());
  const settings = { business: head, template, words, language, printedBy, printedAt };
  const layInWidth = (index: number): Promise<LaidOut> =>
    layOut(reportPaper(printed, { ...settings, width: REPORT_WIDTHS[index] ?? 'smallest' }));
  let laidOut = await layInWidth(0);
  for (let index = 1; laidOut.isCut && index < REPORT_WIDTHS.length; index += 1) laidOut = await layInWidth(index);
  return laidOut;
}
