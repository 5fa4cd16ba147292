/**
 * The page rule of a paper (`@page`): its size and margins, and on sheets the paper's name above every page but the
 * first, and "page x of y" below each. Rolls need an explicit height: browsers do not support `80mm auto`.
 */
import type { PaperSize } from '../../../domain/paper/template.ts';

export type Orientation = 'portrait' | 'landscape';

export interface PageFacts {
  readonly size: PaperSize;
  /** The orientation of a sheet. */
  readonly orientation: Orientation;
  readonly direction: 'ltr' | 'rtl';
  /** For a roll, as measured. */
  readonly heightMm: number;
  /** Empty for several papers: each page is that of another one, and begins with the head of its own. */
  readonly head: string;
  readonly foot: string;
  /** The word before the number of the page; empty for several papers, whose pages are not counted. */
  readonly page: string;
  readonly of: string;
  readonly digits: string;
}

/** The size of the area between the margins of a sheet. */
const SHEETS = {
  A4: { widthMm: 184, heightMm: 265 },
  A5: { widthMm: 128, heightMm: 180 },
} as const;

/** On its side, a sheet has its margins at the same edges. */
export function sheetOf(size: keyof typeof SHEETS, orientation: Orientation) {
  const { widthMm, heightMm } = SHEETS[size];
  if (orientation === 'portrait') return { widthMm, heightMm };
  const [across, down] = size === 'A4' ? [26, 32] : [20, 30];
  return { widthMm: heightMm + down - across, heightMm: widthMm + across - down };
}

const MARGINS = { A4: '14mm 13mm 18mm', A5: '12mm 10mm 18mm' } as const;

/** A CSS string: quotes, backslashes and line breaks are escaped. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\\n\r\f<]/g, (letter) => `\\${letter.codePointAt(0)?.toString(16) ?? ''} `)}"`;

export function pageRules({ size, orientation, direction, heightMm, head, foot, page, of, digits }: PageFacts): string {
  if (size === '80mm' || size === '58mm') return `@page { size: ${size} ${heightMm}mm; margin: 0; }`;
  const style = digits === 'arabic' ? ', arabic-indic' : '';
  const number =
    page === '' ? 'none' : `${quoted(`${page} `)} counter(page${style}) ${quoted(` ${of} `)} counter(pages${style})`;
  const [start, end] = direction === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const);
  const small = `direction: ${direction}; font: 8pt 'Vazirmatn Variable', 'Inter Variable', system-ui, sans-serif; color: #444;`;
  return `@page { size: ${size} ${orientation}; margin: ${MARGINS[size]};
    @top-${start} { content: ${quoted(head)}; ${small} }
    @bottom-${start} { content: ${quoted(foot)}; ${small} }
    @bottom-${end} { content: ${number}; ${small} }
  }
  @page :first { @top-${start} { content: none; } }`;
}
