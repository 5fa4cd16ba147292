/** Barcodes as SVG, by bwip-js. Widths are modules of the code; a style sheet sets the printed size. */

import { code128, drawingSVG, ean13, qrcode } from 'bwip-js/generic';
import { isGtin, keyOfCode } from '../../../domain/catalogue/code.ts';
import { defined } from '../../../domain/values/defined.ts';
import { drawn, type Markup } from './markup.ts';

/** Code 128 supports printable ASCII only; other texts get no code. */
const ASCII = /^[\x20-\x7e]{1,48}$/;
const EAN_13 = /^\d{1,13}$/;

export type CodeKind = 'code128' | 'ean13' | 'qr';

/** Undefined for a text that the code cannot encode. EAN-13 encodes every GTIN of at most 13 digits but a GTIN-8. */
export function barcode(kind: CodeKind, text: string): Markup | undefined {
  if (kind === 'qr') return drawn(svgOf(qrcode<string>({ bcid: 'qrcode', text }, drawingSVG())));
  if (kind === 'ean13') {
    if (text.length < 12 || !isGtin(text) || !EAN_13.test(keyOfCode(text))) return undefined;
    const thirteen = keyOfCode(text).padStart(13, '0');
    return drawn(svgOf(ean13<string>({ bcid: 'ean13', text: thirteen, height: 12 }, drawingSVG())));
  }
  if (!ASCII.test(text)) return undefined;
  return drawn(barsOf(code128<string>({ bcid: 'code128', text, height: 10 }, drawingSVG())));
}

export interface Outline {
  /** Width and height, in the units of the path. */
  readonly size: number;
  /** Of an SVG path whose holes are by the even-odd rule. */
  readonly path: string;
}

/** The library draws a module of a QR code two units wide; four white modules are around it (ISO/IEC 18004). */
const QUIET_ZONE = 4 * 2;

/** A QR code for a screen, with its quiet zone. Throws for a text that is too long for any version. */
export function qrOutline(text: string): Outline {
  const given = { bcid: 'qrcode', text, eclevel: 'M', scale: 1, padding: QUIET_ZONE };
  const svg = qrcode<string>(given, drawingSVG());
  const [, size, path] = defined(/viewBox="0 0 (\d+) \d+".* d="([^"]+)"/s.exec(svg));
  return { size: Number(size), path: defined(path) };
}

/** Hidden from screen readers, which read the number beside it. */
const svgOf = (svg: string): string => svg.replace('<svg ', '<svg aria-hidden="true" ');
/** The style sheet sets the width of the bars independently of their height. */
const barsOf = (svg: string): string => svgOf(svg.replace('<svg ', '<svg preserveAspectRatio="none" '));
