/** Papers through the browser's print dialog, which saves them as PDF too: laid out, measured, and printed beside the application. */
import './paper.css';
import { isOneOf } from '../../../domain/kernel/members.ts';
import { isRoll, PAPER_SIZES, type PaperSize } from '../../../domain/paper/template.ts';
import { type Orientation, pageRules, sheetOf } from './page-rules.ts';
import { paperElements } from './paper-element.ts';

/** CSS says how many pixels an inch has, whatever the screen. */
const MM_OF_PIXEL = 25.4 / 96;
/** A roll is cut here below the last line. */
const ROLL_END_MM = 1;

export interface LaidOut {
  /** Put into the page as `.print-sheet`: there on paper only. */
  readonly sheet: HTMLElement;
  readonly rules: CSSStyleSheet;
  /** About how many it will take. */
  readonly pages: number;
  /** Something in it is wider than the sheet. */
  readonly isCut: boolean;
}

const sizeOf = ({ dataset }: HTMLElement): PaperSize => {
  const { size } = dataset;
  return isOneOf(PAPER_SIZES, size) ? size : 'A4';
};

/** Lays papers of one size out as they will be printed. Throws TypeError where there is none. */
export async function layOut(html: string): Promise<LaidOut> {
  const papers = paperElements(html);
  const [first] = papers;
  if (!first) throw new TypeError('no paper in the markup');
  const size = sizeOf(first);
  const orientation = first.dataset['orientation'] === 'landscape' ? 'landscape' : 'portrait';
  const { heights, isCut } = await measured(papers, size, orientation);
  const heightMm = Math.ceil(Math.max(...heights)) + ROLL_END_MM;
  const { head = '', foot = '', page = '', of = '', digits = '' } = first.dataset;
  const rules = new CSSStyleSheet();
  const direction = first.dir === 'rtl' ? 'rtl' : 'ltr';
  rules.replaceSync(pageRules({ size, orientation, direction, heightMm, head, foot, page, of, digits }));
  const sheet = document.createElement('div');
  sheet.className = 'print-sheet';
  sheet.append(...papers);
  const pagesOf = (height: number) =>
    isRoll(size) ? 1 : Math.max(1, Math.ceil(height / sheetOf(size, orientation).heightMm));
  return { sheet, rules, isCut, pages: heights.reduce((sum, height) => sum + pagesOf(height), 0) };
}

/** Heights in millimetres at the width of the paper, once its fonts and pictures are there. */
async function measured(papers: readonly HTMLElement[], size: PaperSize, orientation: Orientation) {
  const place = document.createElement('div');
  place.className = 'paper-measure';
  if (!isRoll(size)) place.style.inlineSize = `${sheetOf(size, orientation).widthMm}mm`;
  place.append(...papers);
  document.body.append(place);
  // A picture that cannot be shown leaves its place empty; the paper is printed all the same.
  await Promise.allSettled([...place.querySelectorAll('img')].map((picture) => picture.decode()));
  await document.fonts.ready;
  const heights = papers.map((paper) => paper.getBoundingClientRect().height * MM_OF_PIXEL);
  const isCut = !isRoll(size) && papers.some((paper) => paper.scrollWidth > paper.clientWidth);
  place.remove();
  return { heights, isCut };
}

/** Puts it into the page; the returned function takes it away again. */
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

/** Opens the print dialog; the paper leaves the page when it is closed. */
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
  // What the browser calls the file.
  if (paper) document.title = paper;
  window.print();
}
