/** Barcodes as drawings in a page, by bwip-js. Their widths are modules of the code; a style sheet says how large they are printed. */
import { code128, drawingSVG, ean13, qrcode } from 'bwip-js/generic';
import { drawn, type Markup } from './markup.ts';

/** Code 128 takes printable ASCII only; anything else gives no code. */
const ASCII = /^[\x20-\x7e]{1,48}$/;
const EAN_13 = /^\d{13}$/;

export type CodeKind = 'code128' | 'ean13' | 'qr';

/** Undefined for a text that the code cannot hold. EAN-13 asks for 13 digits with a right check digit. */
export function barcode(kind: CodeKind, text: string): Markup | undefined {
  if (kind === 'qr') return drawn(svgOf(qrcode<string>({ bcid: 'qrcode', text }, drawingSVG())));
  if (kind === 'ean13') {
    if (!EAN_13.test(text) || !hasCheckDigit(text)) return undefined;
    return drawn(svgOf(ean13<string>({ bcid: 'ean13', text, height: 12 }, drawingSVG())));
  }
  if (!ASCII.test(text)) return undefined;
  return drawn(barsOf(code128<string>({ bcid: 'code128', text, height: 10 }, drawingSVG())));
}

/** Readers take the bars as they stand; a screen reader has the number beside them. */
const svgOf = (svg: string): string => svg.replace('<svg ', '<svg aria-hidden="true" ');
/** Bars are as wide as the style sheet says, whatever their height. */
const barsOf = (svg: string): string => svgOf(svg.replace('<svg ', '<svg preserveAspectRatio="none" '));

/** GS1: the weighted sum of all thirteen digits is a multiple of ten. */
export function hasCheckDigit(digits: string): boolean {
  const weighted = [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return weighted % 10 === 0;
}
