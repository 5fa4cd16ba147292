/**
 * The printed form of a document: markup for a sheet or a roll, and the same as lines of plain text. Pure: it needs
 * neither server nor screen, so a till can create it offline and store it with the receipt.
 */

import type { PaperDocument } from '../../../domain/paper/paper.schema.ts';
import { isRoll } from '../../../domain/paper/template.ts';
import type { Language } from '../../../domain/values/language.ts';
import { drawn, escaped, markup } from './markup.ts';
import { bodyOf } from './paper-body.ts';
import { footOf } from './paper-foot.ts';
import { headOf } from './paper-head.ts';
import { plainLines } from './paper-text.ts';
import type { PaperWords } from './paper-words.ts';
import { footLine, type PaperSettings, printingOf, shopName } from './printing/printing.ts';

export interface PrintedForm {
  /** `<article class="paper" …>` without scripts and style sheets; barcodes are inline SVG. */
  readonly html: string;
  /** In logical order, for any direction. */
  readonly text: readonly string[];
}

/** The place of the copy mark, empty in an original. */
const COPY_OPEN = '<p class="paper-copy">';
const COPY_CLOSE = '</p>';

export function printedForm(document: PaperDocument, settings: PaperSettings, language: Language): PrintedForm {
  const printing = printingOf(document, settings, language);
  const { template, fit = 'usual' } = settings;
  const look = isRoll(template.paper) ? 'paper-roll' : `paper-sheet paper-fit-${fit}`;
  const title = settings.words(language, `paper:titles.${document.layout.title ?? document.layout.name}`);
  const name = document.number === null ? title : `${title} ${document.number}`;
  const body = markup`${headOf(printing)}${bodyOf(printing)}${footOf(printing)}`;
  const attributes = [
    ['class', `paper ${look} paper-${template.paper}`],
    ['lang', language],
    ['dir', language === 'en' ? 'ltr' : 'rtl'],
    ['data-size', template.paper],
    ['data-orientation', fit === 'turned' ? 'landscape' : 'portrait'],
    ['data-name', name],
    ['data-head', `${shopName(settings.business, language)} · ${name}`],
    ['data-foot', template.blocks.includes('printed') ? footLine(printing) : ''],
    ['data-page', settings.words(language, 'paper:page')],
    ['data-of', settings.words(language, 'paper:of')],
    ['data-digits', template.digits],
  ].map(([attribute = '', value = '']) => `${attribute}="${escaped(value)}"`);
  const html = drawn(`<article ${attributes.join(' ')}>${COPY_OPEN}${COPY_CLOSE}${body.html}</article>`).html;
  return {
    html: settings.isCopy ? copyOf(html, settings.words, language) : html,
    text: plainLines(printing),
  };
}

/** The same paper with the copy mark. */
export function copyOf(html: string, words: PaperWords, language: Language): string {
  const mark = escaped(words(language, 'paper:copy'));
  return html.replace(`${COPY_OPEN}${COPY_CLOSE}`, `${COPY_OPEN}${mark}${COPY_CLOSE}`);
}
