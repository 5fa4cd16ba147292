/** Lays out the paper of a report or a list: turns the sheet and reduces the text size until no column is cut. */
import type { PaperBusiness } from '../../../domain/paper/paper.schema.ts';
import { get } from '../api/client.ts';
import { LANGUAGES, preferences } from '../language/preferences.ts';
import { formatMoment } from '../typing/date-words.ts';
import { paperWords } from './paper-words.ts';
import { type LaidOut, layOut } from './print-paper.ts';
import { type PrintedReport, REPORT_WIDTHS, reportPaper } from './report-paper.ts';

/** Letters. */
const SHORT = 24;

/** A column whose texts are all short is not broken over two lines. */
export const isShortColumn = <R>(rows: readonly R[], text: (row: R) => string): boolean =>
  rows.every((row) => text(row).length <= SHORT);

interface LaidOutFor {
  /** The outlet in the head of the paper. */
  readonly outlet: string | number | undefined;
  readonly printedBy: string;
}

export async function tableLaidOut(printed: PrintedReport, { outlet, printedBy }: LaidOutFor): Promise<LaidOut> {
  const { language, digits } = preferences();
  const [{ data: business }, words] = await Promise.all([
    get<PaperBusiness>('papers/business', { query: { outlet_fk: outlet } }),
    paperWords(LANGUAGES),
  ]);
  const settings = { business, words, language, digits, printedBy, printedAt: formatMoment(new Date().toISOString()) };
  const layInWidth = (index: number): Promise<LaidOut> =>
    layOut(reportPaper(printed, { ...settings, width: REPORT_WIDTHS[index] ?? 'smallest' }));
  let laidOut = await layInWidth(0);
  for (let index = 1; laidOut.isCut && index < REPORT_WIDTHS.length; index += 1) laidOut = await layInWidth(index);
  return laidOut;
}
