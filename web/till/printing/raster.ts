/**
 * Renders a paper as dots for a thermal printer: the browser lays it out, including Arabic letter shapes. The paper is
 * embedded into an SVG image with its style sheet and fonts, because an image may load nothing.
 */
import type { Roll } from '../../../domain/paper/template.ts';
import { paperElement } from '../../shared/paper/paper-element.ts';

/** Dots of common print heads, 203 per inch, and their printable width. */
const HEADS: Readonly<Record<Roll, { readonly dots: number; readonly widthMm: number }>> = {
  '80mm': { dots: 576, widthMm: 72 },
  '58mm': { dots: 384, widthMm: 48 },
};
const PIXEL_OF_MM = 96 / 25.4;
/** Rows of dots are multiples of eight. */
const ROWS = 8;

/** Throws DOMException when the image cannot be drawn. */
export async function rasterOf(html: string, roll: Roll): Promise<ImageData> {
  const { dots, widthMm } = HEADS[roll];
  const paper = paperElement(html);
  const widthPx = widthMm * PIXEL_OF_MM;
  Object.assign(paper.style, { inlineSize: `${widthPx}px`, paddingInline: '1mm' });
  const heightPx = await heightOf(paper);
  const picture = new Image();
  picture.src = pictureOf(paper, widthPx, heightPx, await styles());
  await picture.decode();
  const height = Math.ceil((heightPx * dots) / widthPx / ROWS) * ROWS;
  const canvas = Object.assign(document.createElement('canvas'), { width: dots, height });
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) throw new DOMException('no drawing', 'NotSupportedError');
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, dots, height);
  drawing.drawImage(picture, 0, 0, dots, (heightPx * dots) / widthPx);
  return drawing.getImageData(0, 0, dots, height);
}

async function heightOf(paper: HTMLElement): Promise<number> {
  const place = document.createElement('div');
  place.className = 'paper-measure';
  place.append(paper);
  document.body.append(place);
  // A picture that fails to load leaves its place empty.
  await Promise.allSettled([...place.querySelectorAll('img')].map((logo) => logo.decode()));
  await document.fonts.ready;
  const { height } = paper.getBoundingClientRect();
  place.remove();
  return Math.ceil(height);
}

function pictureOf(paper: HTMLElement, width: number, height: number, css: string): string {
  const xml = new XMLSerializer().serializeToString(paper);
  const style = css.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%"><style xmlns="http://www.w3.org/1999/xhtml">${style}</style>${xml}</foreignObject></svg>`;
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

let made: Promise<string> | undefined;

/** The style rules of papers with embedded fonts; loaded once. */
function styles(): Promise<string> {
  made ??= Promise.all([...document.styleSheets].flatMap((sheet) => rulesOf(sheet.cssRules))).then((rules) =>
    rules.join('\n'),
  );
  return made;
}

function rulesOf(rules: CSSRuleList): readonly Promise<string>[] {
  return [...rules].flatMap((rule): readonly Promise<string>[] => {
    if (rule instanceof CSSFontFaceRule) return [fontRule(rule)];
    if (rule instanceof CSSStyleRule)
      return rule.selectorText.includes('.paper') ? [Promise.resolve(rule.cssText)] : [];
    return rule instanceof CSSLayerBlockRule ? rulesOf(rule.cssRules) : [];
  });
}

/** Without the font file another font is used. */
async function fontRule(rule: CSSFontFaceRule): Promise<string> {
  const address = /url\("?([^")]+)"?\)/.exec(rule.cssText)?.[1];
  if (address === undefined) return '';
  // Offline without a cached font: another font is printed.
  const answer = await fetch(address).catch(() => undefined);
  if (!answer?.ok) return '';
  return rule.cssText.replace(address, await dataAddress(await answer.blob()));
}

const dataAddress = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
