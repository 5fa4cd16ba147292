/** The cells of a workbook as Excel reads them: the written number with its format, or a text. */
import { strFromU8, unzipSync } from 'fflate';

export interface SheetCell {
  /** `B` */
  readonly column: string;
  /** A number as it is written, or a text. */
  readonly text: string;
  readonly isNumber: boolean;
  /** `#,##0.00`; empty without one. */
  readonly format: string;
}

type Files = Readonly<Record<string, Uint8Array>>;

export type SheetRow = readonly SheetCell[];

/** The rows of each sheet, without their empty cells. */
export function sheetsOfWorkbook(bytes: Uint8Array): readonly (readonly SheetRow[])[] {
  const files: Files = unzipSync(bytes);
  const read = (path: string) => strFromU8(files[path] ?? new Uint8Array());
  const texts = elements(read('xl/sharedStrings.xml'), 'si').map(({ inner }) => textIn(inner));
  const formats = formatsOf(read('xl/styles.xml'));
  const sheets = Object.keys(files).filter((path) => /^xl\/worksheets\/sheet\d+\.xml$/.test(path));
  return sheets
    .toSorted()
    .map((sheet) => elements(read(sheet), 'row').map(({ inner }) => cellsOf(inner, texts, formats)));
}

function cellsOf(row: string, texts: readonly string[], formats: readonly string[]): SheetRow {
  return elements(row, 'c').flatMap(({ head, inner }): SheetCell[] => {
    const kind = attribute(head, 't') ?? 'n';
    const written = kind === 'inlineStr' ? textIn(inner) : (elements(inner, 'v')[0]?.inner ?? '');
    if (written === '') return [];
    return [
      {
        column: (attribute(head, 'r') ?? '').replace(/\d/g, ''),
        text: kind === 's' ? (texts[Number(written)] ?? '') : unescaped(written),
        isNumber: kind === 'n',
        format: formats[Number(attribute(head, 's') ?? 0)] ?? '',
      },
    ];
  });
}

function formatsOf(styles: string): readonly string[] {
  const own = new Map(
    elements(styles, 'numFmt').map(({ head }) => [
      attribute(head, 'numFmtId'),
      unescaped(attribute(head, 'formatCode') ?? ''),
    ]),
  );
  const [cellStyles] = elements(styles, 'cellXfs');
  return elements(cellStyles?.inner ?? '', 'xf').map(({ head }) => own.get(attribute(head, 'numFmtId')) ?? '');
}

interface Element {
  readonly head: string;
  readonly inner: string;
}

const elements = (xml: string, name: string): Element[] =>
  [...xml.matchAll(new RegExp(`<${name}((?: [^>]*?)?)(?:/>|>(.*?)</${name}>)`, 'gs'))].map(
    ([, head = '', inner = '']) => ({ head, inner }),
  );

const attribute = (head: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(head)?.[1];

const textIn = (xml: string): string =>
  elements(xml, 't')
    .map(({ inner }) => unescaped(inner))
    .join('');

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => NAMED[name] ?? '');
