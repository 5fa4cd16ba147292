/**
 * The layout of a paper: its size, blocks, columns, texts and languages. Settings that the business did not change
 * have the defaults below.
 */
import { LANGUAGES, type Language } from '../values/language.ts';
import { isOneOf, membersOf, textsOf } from '../values/members.ts';
import type { PaperColumn } from './paper.ts';

/** Sheets, and rolls of receipt printers, which have a fixed width and variable length. */
export const PAPER_SIZES = ['A4', 'A5', '80mm', '58mm'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];
export const ROLLS = ['80mm', '58mm'] as const;
export type Roll = (typeof ROLLS)[number];

export const isRoll = (size: PaperSize): size is Roll => isOneOf(ROLLS, size);

/** Blocks that a template may leave out. */
export const PAPER_BLOCKS = [
  'logo',
  'outlet',
  'address',
  'phones',
  'tax_number',
  'party',
  'facts',
  'barcode',
  'words',
  'paid',
  'note',
  'terms',
  'signatures',
  'proof',
  'printed',
] as const;
export type PaperBlock = (typeof PAPER_BLOCKS)[number];

/** Columns of goods that a template may choose; a paper prints those that it declares. */
export const CHOSEN_COLUMNS = [
  'item_code',
  'barcode',
  'item_fk',
  'batches',
  'expire_date',
  'quantity',
  'unit_fk',
  'bonus_quantity',
  'price',
  'discount',
  'tax_percent',
  'line_total',
  'note',
] as const;

export const DIGITS = ['latin', 'arabic'] as const;
export type PaperDigits = (typeof DIGITS)[number];

/** A text of the business by language; null when not entered. */
export type PaperTexts = Readonly<Record<Language, string | null>>;

export interface PaperTemplate {
  readonly paper: PaperSize;
  /** The second language of labels. */
  readonly second_language: Language | null;
  readonly digits: PaperDigits;
  readonly blocks: readonly PaperBlock[];
  /** Columns of the table, in order; empty means the default columns. */
  readonly columns: readonly string[];
  readonly header: PaperTexts;
  readonly terms: PaperTexts;
  readonly footer: PaperTexts;
}

const NO_TEXT: PaperTexts = { en: null, ar: null, ckb: null };
/** Omitted on receipts by default. */
const NOT_ON_ROLLS: ReadonlySet<PaperBlock> = new Set(['words', 'signatures']);

/** Omitted on reports and lists by default. */
const NOT_ON_REPORTS: ReadonlySet<PaperBlock> = new Set(['signatures']);

interface OfPaper {
  readonly isReceipt?: boolean | undefined;
  readonly isReport?: boolean | undefined;
}

/** The default layout of a paper. */
export function usualTemplate({ isReceipt, isReport }: OfPaper): PaperTemplate {
  const omitted = isReceipt ? NOT_ON_ROLLS : isReport ? NOT_ON_REPORTS : undefined;
  const blocks = PAPER_BLOCKS.filter((block) => !omitted?.has(block));
  return {
    paper: isReceipt ? '80mm' : 'A4',
    second_language: null,
    digits: 'latin',
    blocks,
    columns: [],
    header: NO_TEXT,
    terms: NO_TEXT,
    footer: NO_TEXT,
  };
}

const PARTS = ['header', 'terms', 'footer'] as const;

/** A template from the fields of its record; missing fields have defaults. */
export function templateOf(stored: unknown, of: OfPaper): PaperTemplate {
  const usual = usualTemplate(of);
  const fields = membersOf(stored);
  const { paper, second_language, digits, blocks, columns } = fields;
  const textsOfPart = (part: string): PaperTexts => {
    const text = (language: Language) => {
      const value = fields[`${part}_${language}`];
      return typeof value === 'string' && value !== '' ? value : null;
    };
    return { en: text('en'), ar: text('ar'), ckb: text('ckb') };
  };
  const [header, terms, footer] = PARTS.map(textsOfPart);
  return {
    paper: isOneOf(PAPER_SIZES, paper) ? paper : usual.paper,
    second_language: isOneOf(LANGUAGES, second_language) ? second_language : null,
    digits: isOneOf(DIGITS, digits) ? digits : usual.digits,
    blocks: Array.isArray(blocks) ? PAPER_BLOCKS.filter((block) => blocks.includes(block)) : usual.blocks,
    columns: textsOf(columns),
    header: header ?? NO_TEXT,
    terms: terms ?? NO_TEXT,
    footer: footer ?? NO_TEXT,
  };
}

interface WithTable {
  readonly table?:
    | { readonly columns: readonly PaperColumn[]; readonly further?: readonly PaperColumn[] | undefined }
    | undefined;
}

/** What a chosen column brings along: which goods a line is of is said of batches and of pieces alike. */
const WITH_COLUMN: Readonly<Record<string, readonly string[]>> = { batches: ['serials', 'warranty_until'] };

/** The columns of a paper with a template, in the template's order. */
export function columnsUnder(
  { table }: WithTable,
  { columns }: Pick<PaperTemplate, 'columns'>,
): readonly PaperColumn[] {
  if (!table) return [];
  const all = [...table.columns, ...(table.further ?? [])];
  const chosen = columns
    .flatMap((field) => [field, ...(WITH_COLUMN[field] ?? [])])
    .flatMap((field) => all.find((column) => column.field === field) ?? []);
  return chosen.length > 0 ? chosen : table.columns;
}
