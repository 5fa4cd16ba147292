/** A report printed on sheets of A4: the head of every paper, the parameters, the table and the sums. */
import type { Language } from '../../../domain/kernel/language.ts';
import type { PaperBusiness, PaperParty } from '../../../domain/paper/paper.schema.ts';
import { type PaperDigits, usualTemplate } from '../../../domain/paper/template.ts';
import { drawn, escaped, type Markup, markup } from './markup.ts';
import { partyOf, shopOf } from './paper-head.ts';
import type { PaperWords } from './paper-words.ts';
import { footLine, shopName } from './printing.ts';

export interface PrintedFact {
  readonly label: string;
  readonly value: string;
}

/** All texts are in the language and the digits of the paper. */
export interface PrintedReport {
  readonly title: string;
  /** Whose it is: the name of an account or a customer. */
  readonly subject?: string | undefined;
  /** Whom it is sent to, instead of the subject. */
  readonly party?: PaperParty | undefined;
  /** The parameters of the report, and its two times. */
  readonly facts: readonly PrintedFact[];
  /** Above the table. */
  readonly chart?: PrintedDrawing | undefined;
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly PrintedRow[];
  readonly totals?: readonly string[] | undefined;
  /** Below the table. */
  readonly sums: readonly PrintedFact[];
}

interface PrintedDrawing {
  /** As the screen has drawn it, with the colours of the theme by their names. */
  readonly svg: string;
  /** The unit of the figures on the axis: `millions IQD`. */
  readonly unit: string;
  readonly legend: readonly { readonly label: string; readonly colour: string }[];
}

interface PrintedColumn {
  readonly heading: string;
  readonly isFigure: boolean;
  /** Numbers of documents and days: no text in it is broken over two lines. */
  readonly isShort: boolean;
}

export interface PrintedRow {
  readonly cells: readonly string[];
  readonly isStrong?: boolean;
  /** In a tree: 0 at the top. */
  readonly level?: number;
}

/** The widths of a sheet, from the default to the smallest print. */
export const REPORT_WIDTHS = ['portrait', 'landscape', 'small', 'smallest'] as const;
export type ReportWidth = (typeof REPORT_WIDTHS)[number];

export interface ReportPaperSettings {
  readonly business: PaperBusiness;
  readonly words: PaperWords;
  readonly language: Language;
  readonly digits: PaperDigits;
  readonly printedBy: string;
  readonly printedAt: string;
  readonly width: ReportWidth;
}

export function reportPaper(report: PrintedReport, settings: ReportPaperSettings): string {
  const { business, words, language, digits, width } = settings;
  const name = report.subject ? `${report.title} · ${report.subject}` : report.title;
  const template = { ...usualTemplate({}), digits };
  const shop = shopOf({ settings: { ...settings, template }, language, second: null, has: () => true, words, digits });
  const body = markup`<header class="paper-head">${shop}<div class="paper-title"><h2>${report.title}</h2>
    ${report.subject && !report.party ? markup`<p class="paper-number"><bdi>${report.subject}</bdi></p>` : ''}</div></header>
    ${report.party ? markup`<section class="paper-who">${partyOf(report.party, words(language, `label:${report.party.role}`), digits)}</section>` : ''}
    ${factsOf(report.facts)}${drawingOf(report.chart)}${tableOf(report)}${sumsOf(report.sums)}`;
  const attributes = [
    ['class', `paper paper-sheet paper-A4 paper-report paper-report-${width}`],
    ['lang', language],
    ['dir', language === 'en' ? 'ltr' : 'rtl'],
    ['data-size', 'A4'],
    ['data-orientation', width === 'portrait' ? 'portrait' : 'landscape'],
    ['data-name', name],
    ['data-head', `${shopName(business, language)} · ${name}`],
    ['data-foot', footLine({ settings, language, digits })],
    ['data-page', words(language, 'paper:page')],
    ['data-of', words(language, 'paper:of')],
    ['data-digits', digits],
  ].map(([attribute = '', value = '']) => `${attribute}="${escaped(value)}"`);
  return drawn(`<article ${attributes.join(' ')}>${body.html}</article>`).html;
}

const factsOf = (facts: readonly PrintedFact[]): Markup =>
  markup`<dl class="paper-asked">${facts.map(({ label, value }) => markup`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;

const drawingOf = (chart: PrintedDrawing | undefined): Markup | string =>
  chart === undefined
    ? ''
    : markup`<div class="paper-drawing"><p class="paper-legend"><span>${chart.unit}</span>${chart.legend.map(
        ({ label, colour }) =>
          markup`<span><svg viewBox="0 0 10 10"><rect width="10" height="10" fill="${colour}"></rect></svg> ${label}</span>`,
      )}</p><div dir="ltr">${drawn(chart.svg)}</div></div>`;

const classOf = (column: PrintedColumn | undefined): string =>
  column?.isFigure ? 'paper-figure' : column?.isShort ? 'paper-word paper-whole' : 'paper-word';

function tableOf({ columns, rows, totals }: PrintedReport): Markup {
  const cell = (text: string, index: number, level = 0) => {
    const indent = index === 0 && level > 0 ? ` paper-level-${Math.min(level, 4)}` : '';
    return markup`<td class="${classOf(columns[index])}${indent}"><bdi>${text}</bdi></td>`;
  };
  return markup`<table class="paper-lines"><thead><tr>${columns.map(
    (column) => markup`<th class="${classOf(column)}">${column.heading}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ({ cells, isStrong, level }) =>
      markup`<tr class="${isStrong ? 'paper-strong' : ''}">${cells.map((text, index) => cell(text, index, level))}</tr>`,
  )}${totals ? markup`<tr class="paper-strong paper-totals">${totals.map((text, index) => cell(text, index))}</tr>` : ''}</tbody></table>`;
}

const sumsOf = (sums: readonly PrintedFact[]): Markup | string =>
  sums.length === 0
    ? ''
    : markup`<div class="paper-sums"><table>${sums.map(({ label, value }) => markup`<tr><th>${label}</th><td class="paper-figure"><bdi>${value}</bdi></td></tr>`)}</table></div>`;
