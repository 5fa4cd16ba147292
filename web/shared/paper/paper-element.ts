/**
 * Creates the elements of a paper from its markup. The markup may come from storage (a receipt on a till's device), so
 * only the elements and attributes of papers are allowed: no scripts, requests or links.
 */

const ELEMENTS: ReadonlySet<string> = new Set([
  'article',
  'header',
  'section',
  'footer',
  'div',
  'p',
  'span',
  'bdi',
  'code',
  'h2',
  'br',
  'dl',
  'dt',
  'dd',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'svg',
  'path',
  'g',
  'rect',
  'polygon',
  'line',
  'text',
  'tspan',
]);
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'class',
  'lang',
  'dir',
  'alt',
  'colspan',
  'aria-hidden',
  'viewbox',
  'd',
  'stroke',
  'stroke-width',
  'fill',
  'fill-rule',
  'x1',
  'x2',
  'y1',
  'y2',
  'dx',
  'dy',
  'font-size',
  'text-anchor',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
  'preserveaspectratio',
  'x',
  'y',
  'width',
  'height',
  'points',
  'transform',
]);
const SVG = 'http://www.w3.org/2000/svg';
const PICTURE = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/;

/** One element for each paper in the markup. */
export function paperElements(html: string): readonly HTMLElement[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return [...parsed.body.children].map(taken).filter((element) => element instanceof HTMLElement);
}

/** The first paper. Throws TypeError without one. */
export function paperElement(html: string): HTMLElement {
  const [first] = paperElements(html);
  if (!first) throw new TypeError('no paper in the markup');
  return first;
}

function taken(from: Element): Element | undefined {
  const name = from.localName.toLowerCase();
  if (!ELEMENTS.has(name)) return undefined;
  const element = from.namespaceURI === SVG ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const { name: attribute, value } of from.attributes) {
    const isKnown = ATTRIBUTES.has(attribute.toLowerCase()) || attribute.startsWith('data-');
    if (isKnown || (attribute === 'src' && PICTURE.test(value))) element.setAttribute(attribute, value);
  }
  for (const child of from.childNodes) {
    if (child instanceof Text) element.append(child.data);
    else if (child instanceof Element) {
      const own = taken(child);
      if (own) element.append(own);
    }
  }
  return element;
}
