/** Barcodes as SVG, by bwip-js. Widths are modules of the code; a style sheet sets the printed size. */
import { code128, drawingSVG, ean13, qrcode } from 'bwip-js/generic';
import { drawn, type Markup } from './markup.ts';

/** Code 128 supports printable ASCII only; other texts get no code. */
const ASCII = /^[\x20-\x7e]{1,48}$/;
const EAN_13 = /^\d{13}$/;

export type CodeKind = 'code128' | 'ean13' | 'qr';

/** Undefined for a text that the code cannot encode. EAN-13 requires 13 digits with a valid check digit. */
export function barcode(kind: CodeKind, text: string): Markup | undefined {
  if (kind === 'qr') return drawn(svgOf(qrcode<string>({ bcid: 'qrcode', text }, drawingSVG())));
  if (kind === 'ean13') {
    if (!EAN_13.test(text) || !hasCheckDigit(text)) return undefined;
    return drawn(svgOf(ean13<string>({ bcid: 'ean13', text, height: 12 }, drawingSVG())));
  }
  if (!ASCII.test(text)) return undefined;
  return drawn(barsOf(code128<string>({ bcid: 'code128', text, height: 10 }, drawingSVG())));
}

/** Hidden from screen readers, which read the number beside it. */
const svgOf = (svg: string): string => svg.replace('<svg ', '<svg aria-hidden="true" ');
/** The style sheet sets the width of the bars independently of their height. */
const barsOf = (svg: string): string => svgOf(svg.replace('<svg ', '<svg preserveAspectRatio="none" '));

/** GS1: the weighted sum of all thirteen digits is a multiple of ten. */
export function hasCheckDigit(digits: string): boolean {
  const weighted = [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return weighted % 10 === 0;
}
