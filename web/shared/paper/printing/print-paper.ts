/**
 * Prints papers through the browser's print dialog, which can also save PDF: lays them out, measures, and prints them
 * beside the application.
 */
import '../paper.css';
import { isRoll, PAPER_SIZES, type PaperSize } from '../../../../domain/paper/template.ts';
import { isOneOf } from '../../../../domain/values/members.ts';
import { type Orientation, pageRules, sheetOf } from '../page-rules.ts';
import { paperElements } from '../paper-element.ts';

/** CSS defines 96 pixels for an inch, on every screen. */
const MM_OF_PIXEL = 25.4 / 96;
/** Space on a roll below the last line. */
const ROLL_END_MM = 1;

export interface LaidOut {
  /** The markup of the papers. */
  readonly html: string;
  /** Added to the page as `.print-sheet`: visible on paper only. */
  readonly sheet: HTMLElement;
  readonly rules: CSSStyleSheet;
  /** Estimated number of pages. */
  readonly pages: number;
  /** True when content is wider than the sheet. */
  readonly isCut: boolean;
}

const sizeOf = ({ dataset }: HTMLElement): PaperSize => {
  const { size } = dataset;
  return isOneOf(PAPER_SIZES, size) ? size : 'A4';
};

/** Lays out papers of one size as they will be printed. Throws TypeError without papers. */
export async function layOut(html: string): Promise<LaidOut> {
  const papers = paperElements(html);
  const [first] = papers;
  if (!first) throw new TypeError('no paper in the markup');
  const size = sizeOf(first);
  const orientation = first.dataset['orientation'] === 'landscape' ? 'landscape' : 'portrait';
  const { heights, isCut } = await measured(papers, size, orientation);
  const heightMm = Math.ceil(Math.max(...heights)) + ROLL_END_MM;
  const { foot = '', of = '', digits = '' } = first.dataset;
  const { head = '', page = '' } = papers.length > 1 ? {} : first.dataset;
  const rules = new CSSStyleSheet();
  const direction = first.dir === 'rtl' ? 'rtl' : 'ltr';
  rules.replaceSync(pageRules({ size, orientation, direction, heightMm, head, foot, page, of, digits }));
  const sheet = document.createElement('div');
  sheet.className = 'print-sheet';
  sheet.append(...papers);
  const pagesOf = (height: number) =>
    isRoll(size) ? 1 : Math.max(1, Math.ceil(height / sheetOf(size, orientation).heightMm));
  return { html, sheet, rules, isCut, pages: heights.reduce((sum, height) => sum + pagesOf(height), 0) };
}

/** Heights in millimetres at the width of the paper, once its fonts and pictures are there. */
async function measured(papers: readonly HTMLElement[], size: PaperSize, orientation: Orientation) {
  const place = document.createElement('div');
  place.className = 'paper-measure';
  if (!isRoll(size)) place.style.inlineSize = `${sheetOf(size, orientation).widthMm}mm`;
  place.append(...papers);
  document.body.append(place);
  // A picture that fails to load leaves its place empty.
  await Promise.allSettled([...place.querySelectorAll('img')].map((picture) => picture.decode()));
  await document.fonts.ready;
  const heights = papers.map((paper) => paper.getBoundingClientRect().height * MM_OF_PIXEL);
  const isCut = !isRoll(size) && papers.some((paper) => paper.scrollWidth > paper.clientWidth);
  place.remove();
  return { heights, isCut };
}

/** Adds the sheet to the page; the returned function removes it. */
export function place({ sheet, rules }: Pick<LaidOut, 'sheet' | 'rules'>): () => void {
  document.body.append(sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
  return () => {
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rules);
  };
}

let removeLast = (): void => undefined;

export async function printPaper(html: string): Promise<void> {
  printLaidOut(await layOut(html));
}

/** Opens the print dialog; the sheet is removed from the page when the dialog is closed. */
export function printLaidOut(laidOut: LaidOut): void {
  removeLast();
  const remove = place(laidOut);
  const name = document.title;
  removeLast = () => {
    remove();
    document.title = name;
    window.removeEventListener('afterprint', removeLast);
    removeLast = () => undefined;
  };
  window.addEventListener('afterprint', removeLast);
  const paper = laidOut.sheet.querySelector<HTMLElement>('.paper')?.dataset['name'];
  // The browser uses the title as file name.
  if (paper) document.title = paper;
  window.print();
}
