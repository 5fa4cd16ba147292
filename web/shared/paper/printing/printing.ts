/** Input of the parts of a paper: the document, settings, and texts of its languages. */

import type { PaperBusiness, PaperDocument } from '../../../../domain/paper/paper.schema.ts';
import { printedQuantity } from '../../../../domain/paper/printed-quantity.ts';
import {
  columnsUnder,
  type PaperBlock,
  type PaperTemplate,
  type PaperTexts,
} from '../../../../domain/paper/template.ts';
import type { Language } from '../../../../domain/values/language.ts';
import { shapeDigits } from '../../typing/digits.ts';
import { type Markup, markup } from '../markup.ts';
import type { Reading } from '../paper-values.ts';
import type { PaperWords } from '../paper-words.ts';

/** How the lines of a document fit on its sheet: with the usual text, with smaller texts, and on the turned sheet. */
export const PAPER_FITS = ['usual', 'close', 'small', 'smallest', 'turned'] as const;
export type PaperFit = (typeof PAPER_FITS)[number];

export interface PaperSettings {
  readonly business: PaperBusiness;
  readonly template: PaperTemplate;
  readonly words: PaperWords;
  readonly isCopy?: boolean;
  /** Of a sheet; default `usual`. */
  readonly fit?: PaperFit;
  readonly printedBy?: string;
  /** `DD/MM/YYYY HH:MM`, of the device that prints. */
  readonly printedAt?: string;
}

export interface Printing extends Reading {
  readonly document: PaperDocument;
  readonly settings: PaperSettings;
  readonly second: Language | null;
  readonly has: (block: PaperBlock) => boolean;
  /** A text in the language of the paper, and below it in the second one; `behind` follows the first. */
  readonly both: (key: string, behind?: Markup | string) => Markup;
  /** The same in one line. */
  readonly bothInLine: (key: string) => string;
}

/** The shop's name in the language. */
export function shopName(business: PaperBusiness, language: Language): string {
  const own = language === 'en' ? null : business[`shop_name_${language}`];
  return own || business.shop_name;
}

/** A text of a template in the languages of the paper. */
export const textsIn = (texts: PaperTexts, { language, second }: Pick<Printing, 'language' | 'second'>) =>
  [texts[language], second ? texts[second] : null].filter((text) => text !== null);

/** The person and the time of printing. */
type Foot = Pick<Printing, 'language' | 'digits'> & {
  readonly settings: Pick<PaperSettings, 'printedAt' | 'printedBy' | 'words'>;
};

export function footLine({ settings, language, digits }: Foot): string {
  const { printedAt, printedBy, words } = settings;
  if (!printedAt) return '';
  const at = shapeDigits(printedAt, digits);
  return printedBy
    ? words(language, 'paper:printed_by', { at, person: printedBy })
    : words(language, 'paper:printed_at', { at });
}

/** A template may leave out the column of free goods. */
function withFreeGoods(document: PaperDocument, template: PaperTemplate): PaperDocument {
  if (columnsUnder(document.layout, template).some(({ field }) => field === 'bonus_quantity')) return document;
  const lines = document.lines.map(({ quantity, ...line }) =>
    quantity === undefined ? line : { ...line, quantity: printedQuantity(quantity, line['bonus_quantity']) },
  );
  return { ...document, lines };
}

export function printingOf(document: PaperDocument, settings: PaperSettings, language: Language): Printing {
  const { template, words } = settings;
  const blocks = new Set(template.blocks);
  const second = template.second_language === language ? null : template.second_language;
  return {
    document: withFreeGoods(document, template),
    settings,
    language,
    second,
    words,
    digits: template.digits,
    currency: document.currency,
    has: (block) => blocks.has(block),
    both: (key, behind = '') => {
      const [first, other] = [words(language, key), second ? words(second, key) : ''];
      if (!second || other === first) return markup`${first}${behind}`;
      return markup`${first}${behind}<span class="paper-second" lang="${second}">${other}</span>`;
    },
    bothInLine: (key) => {
      const [first, other] = [words(language, key), second ? words(second, key) : ''];
      return other === '' || other === first ? first : `${first} / ${other}`;
    },
  };
}
