/** Labels of goods: one page of the label's size for each, with name, price and code. */
import { barcode, type CodeKind } from '../../shared/paper/barcodes.ts';
import { type Markup, markup } from '../../shared/paper/markup.ts';

/** Widths and heights of labels, in inches. */
export const INCHES = ['1', '2', '3', '4', '5'] as const;
export type Inch = (typeof INCHES)[number];
export const LABEL_CODES = ['ean13', 'code128', 'qr'] as const satisfies readonly CodeKind[];
export type LabelCode = (typeof LABEL_CODES)[number];

export interface LabelLook {
  readonly code: LabelCode;
  readonly width: Inch;
  readonly height: Inch;
  readonly showsPrice: boolean;
}

export interface Label {
  readonly name: string;
  readonly unit: string;
  /** Formatted, with its currency; null without a price. */
  readonly price: string | null;
  /** Its barcode, or the code of the item; null without both. */
  readonly code: string | null;
  readonly count: number;
}

/** Whether the code fits the requested kind; otherwise Code 128 is printed. */
export const fitsCode = (code: string | null, kind: LabelCode): boolean =>
  code !== null && barcode(kind, code) !== undefined;

export function labelsHtml(labels: readonly Label[], look: LabelLook, direction: 'ltr' | 'rtl'): string {
  return labels.map((label) => oneLabel(label, look, direction).html.repeat(label.count)).join('');
}

function oneLabel({ name, unit, price, code }: Label, look: LabelLook, direction: string): Markup {
  const bars = code === null ? undefined : (barcode(look.code, code) ?? barcode('code128', code));
  return markup`<article class="paper label" dir="${direction}">
    <p class="label-name"><bdi>${name}</bdi>${unit === '' ? '' : markup` <span class="paper-quiet"><bdi>${unit}</bdi></span>`}</p>
    ${bars ? markup`<div class="label-code label-${look.code}">${bars}</div>` : ''}
    ${code === null ? '' : markup`<p class="label-digits"><bdi class="paper-ltr">${code}</bdi></p>`}
    ${look.showsPrice && price !== null ? markup`<p class="label-price"><bdi class="paper-ltr">${price}</bdi></p>` : ''}</article>`;
}

/** The page size of a label printer is the label; larger labels have larger text. */
export function labelRules({ width, height }: LabelLook): string {
  const letters = 6 + 2 * Math.min(Number(width), Number(height));
  return `@page { size: ${width}in ${height}in; margin: 0; }
  .paper.label { inline-size: ${width}in; block-size: ${height}in; font-size: ${letters}pt; }`;
}
