/** A report or a letter on paper, as its template says: the head of every paper, the parameters, the sentences, the table, the sums and the foot. */

import { layoutOf } from '../../../domain/paper/layout.ts';
import type { PaperBusiness, PaperDocument } from '../../../domain/paper/paper.schema.ts';
import type { Paper } from '../../../domain/paper/paper.ts';
import { REPORT_PAPERS } from '../../../domain/paper/report-papers.ts';
import { isRoll, type PaperTemplate } from '../../../domain/paper/template.ts';
import type { Language } from '../../../domain/values/language.ts';
import { drawn, escaped, type Markup, markup } from './markup.ts';
import { footOf } from './paper-foot.ts';
import { partyOf, shopOf, textOf } from './paper-head.ts';
import type { PaperWords } from './paper-words.ts';
import type { PrintedDrawing, PrintedFact, PrintedReport } from './printing/printed-report.ts';
import { footLine, printingOf, shopName } from './printing/printing.ts';
import { rollTable, sheetTable } from './report-table.ts';

/** The widths of a sheet, from the default to the smallest print. */
export const REPORT_WIDTHS = ['portrait', 'landscape', 'small', 'smallest'] as const;
export type ReportWidth = (typeof REPORT_WIDTHS)[number];

export interface ReportPaperSettings {
  readonly business: PaperBusiness;
  readonly words: PaperWords;
  readonly language: Language;
  readonly template: PaperTemplate;
  readonly printedBy: string;
  readonly printedAt: string;
  readonly width: ReportWidth;
}

export function reportPaper(report: PrintedReport, settings: ReportPaperSettings): string {
  const { business, words, language, template, width, printedBy, printedAt } = settings;
  const declared = REPORT_PAPERS[report.paper];
  const printing = printingOf(withoutDocument(declared), { business, template, words, printedBy, printedAt }, language);
  const { has } = printing;
  const isOnRoll = isRoll(template.paper);
  const name = report.subject ? `${report.title} · ${report.subject}` : report.title;
  const party = has('party') && report.party;
  const body = markup`<header class="paper-head">${shopOf(printing)}<div class="paper-title"><h2>${report.title}</h2>
    ${report.subject && !party ? markup`<p class="paper-number"><bdi>${report.subject}</bdi></p>` : ''}</div></header>
    ${party ? markup`<section class="paper-who">${partyOf(party, printing.both(`label:${party.role}`), template.digits)}</section>` : ''}
    ${has('facts') ? factsOf(report.facts) : ''}${sentencesOf(report.letter?.opening)}
    ${drawingOf(report.chart)}${isOnRoll ? rollTable(report) : sheetTable(report)}
    ${sumsOf(report.sums)}${sentencesOf(report.letter?.closing)}${footOf(printing)}`;
  const look = isOnRoll ? 'paper-roll' : `paper-sheet paper-report-${width}`;
  const attributes = [
    ['class', `paper ${look} paper-${template.paper} paper-report`],
    ['lang', language],
    ['dir', language === 'en' ? 'ltr' : 'rtl'],
    ['data-size', template.paper],
    ['data-orientation', width === 'portrait' ? 'portrait' : 'landscape'],
    ['data-name', name],
    ['data-head', `${shopName(business, language)} · ${name}`],
    ['data-foot', has('printed') ? footLine(printing) : ''],
    ['data-page', words(language, 'paper:page')],
    ['data-of', words(language, 'paper:of')],
    ['data-digits', template.digits],
  ].map(([attribute = '', value = '']) => `${attribute}="${escaped(value)}"`);
  return drawn(`<article ${attributes.join(' ')}>${body.html}</article>`).html;
}

/** What the foot of a paper reads of a document. */
const withoutDocument = (paper: Paper): PaperDocument => ({
  layout: layoutOf(paper),
  number: null,
  status: 'complete',
  date: null,
  facts: [],
  lines: [],
  totals: [],
});

const factsOf = (facts: readonly PrintedFact[]): Markup =>
  markup`<dl class="paper-asked">${facts.map(({ label, value }) => markup`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;

const sentencesOf = (sentences: readonly string[] = []): readonly Markup[] =>
  sentences.map((sentence) => textOf(sentence, 'paper-sentence'));

const drawingOf = (chart: PrintedDrawing | undefined): Markup | string =>
  chart === undefined
    ? ''
    : markup`<div class="paper-drawing"><p class="paper-legend"><span>${chart.unit}</span>${chart.legend.map(
        ({ label, colour }) =>
          markup`<span><svg viewBox="0 0 10 10"><rect width="10" height="10" fill="${colour}"></rect></svg> ${label}</span>`,
      )}</p><div dir="ltr">${drawn(chart.svg)}</div></div>`;

const sumsOf = (sums: readonly PrintedFact[]): Markup | string =>
  sums.length === 0
    ? ''
    : markup`<div class="paper-sums"><table>${sums.map(({ label, value }) => markup`<tr><th>${label}</th><td class="paper-figure"><bdi>${value}</bdi></td></tr>`)}</table></div>`;
