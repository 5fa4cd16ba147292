/**
 * A paper as a picture: the browser lays it out, including Arabic letter shapes. The paper is embedded into an SVG image
 * with its style sheet and fonts, because an image may load nothing.
 */

export interface PaperPicture {
  readonly picture: HTMLImageElement;
  readonly heightPx: number;
}

/** Throws DOMException when the image cannot be drawn. */
export async function paperPicture(paper: HTMLElement, widthPx: number): Promise<PaperPicture> {
  paper.style.inlineSize = `${widthPx}px`;
  const heightPx = await heightOf(paper);
  const picture = new Image();
  picture.src = addressOf(paper, widthPx, heightPx, await styles());
  await picture.decode();
  return { picture, heightPx };
}

/** A white canvas of this size. Throws DOMException without one. */
export function whiteCanvas(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) throw new DOMException('no drawing', 'NotSupportedError');
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, width, height);
  return { canvas, drawing };
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

function addressOf(paper: HTMLElement, width: number, height: number, css: string): string {
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
