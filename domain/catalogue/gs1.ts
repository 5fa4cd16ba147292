/**
 * GS1 element strings (GS1 General Specifications, chapters 3 and 7.8): values with application identifiers, in any order.
 * Reads the form that a scanner sends, with a separator after values without a predefined length, and the printed form:
 * `(01)06291041500213(17)271231(10)B7`, also with square brackets. Elements that are not wanted are skipped by their length.
 * Digits may be of any script. A QR code may hold them as a link of GS1, of any host:
 * `https://id.gs1.org/01/06291041500213/10/B7?17=271231` (GS1 Digital Link: URI Syntax).
 */
import { isGtin, keyOfCode, plainText, withoutZeros } from './code.ts';

/** What a code contains besides the number of its goods. */
export interface CodeContent {
  readonly batch?: string;
  readonly serial?: string;
  /** `2027-12-31`. */
  readonly expires?: string;
  /** The number of pieces or packages, a whole number above 0. */
  readonly count?: string;
  /** Of goods that are weighed, in the base unit. */
  readonly weight?: string;
  /** The price of the whole package of such goods, in the system currency. */
  readonly amount?: string;
}

export interface Gs1Goods extends CodeContent {
  /** The keys under which the product may be stored, the likeliest first. */
  readonly keys: readonly string[];
}

export const GS1_SEPARATOR = '\u001d';
/** Some scanners and programs write the separator as a sign or a word. */
const SEPARATORS = /\u241d|<GS>|\{GS\}/gi;
/** Prefixes that scanners add to the codes of GS1: GS1-128, DataBar, DataMatrix, QR and DotCode. */
const GS1_SYMBOL = /^\](?:C1|e0|d2|Q3|J1)/i;
/** Any other prefix of a scanner: `]E0` for EAN-13. */
const SYMBOL = /^\][a-z][0-9a-z]/i;

/** Lengths of element strings by their first two digits, including the identifier; all others end with a separator. */
const PREDEFINED: ReadonlyMap<string, number> = new Map([
  ['00', 20],
  ['01', 16],
  ['02', 16],
  ['03', 16],
  ['04', 18],
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((name) => [name, 8] as const),
  ['20', 4],
  ...['31', '32', '33', '34', '35', '36'].map((name) => [name, 10] as const),
  ['41', 16],
]);

/** The wanted elements whose identifier is longer than two digits. */
const LONGER = /^(?:(?:310|392)\d|7003)/;
/** Length of the number of a batch or of a piece. */
const NAMES_MAX = 20;

/** The text without the prefix of a scanner. */
export const withoutSymbol = (text: string): string => text.replace(SYMBOL, '');

/** Undefined for a text without a product. */
export function readGs1(typed: string): Gs1Goods | undefined {
  const text = plainText(typed);
  const code = withoutBlanks(withoutSymbol(text).replace(SEPARATORS, GS1_SEPARATOR));
  const isPrinted = /^[([]\d{2}/.test(code);
  const elements = linkedElements(code) ?? (isPrinted ? printedElements(code) : elementsOf(code));
  const product = elements?.get('01') ?? elements?.get('02');
  if (!elements || product === undefined || !/^\d{14}$/.test(product)) return undefined;
  // A text that does not say that it is of GS1 must prove it.
  const isTold = GS1_SYMBOL.test(text) || isPrinted || code.includes(GS1_SEPARATOR) || code.startsWith('01');
  if (!isTold && !isGtin(product)) return undefined;
  return { keys: keysOf(product), ...contentOf(elements, product) };
}

function contentOf(elements: ReadonlyMap<string, string>, product: string): CodeContent {
  const [batch, serial] = [nameIn(elements.get('10')), nameIn(elements.get('21'))];
  const expires = dayOf(['17', '7003', '15'].map((name) => elements.get(name)).find((day) => day !== undefined));
  const count = elements.has('01') ? elements.get('30') : elements.get('37');
  const isCounted = count !== undefined && /^0*[1-9]\d{0,7}$/.test(count);
  return {
    ...(batch && { batch }),
    ...(serial && { serial }),
    ...(expires && { expires }),
    ...(isCounted && { count: withoutZeros(count) }),
    ...(isMeasured(product) ? measureOf(elements) : {}),
  };
}

/** A longer one contains what follows it, because the scanner left the separator out, or is of no batch and no piece. */
const nameIn = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= NAMES_MAX ? text : undefined;

/** A product of variable measure has the indicator 9, or a number for use within a country or a business. */
const isMeasured = (product: string): boolean => /^(?:9|02|002)/.test(product);

/** The net weight in kilograms; without it, the amount to pay. */
function measureOf(elements: ReadonlyMap<string, string>): Pick<CodeContent, 'weight' | 'amount'> {
  for (const [name, value] of elements) {
    if (/^310[0-6]$/.test(name) && /^\d{6}$/.test(value)) return { weight: withPoint(value, Number(name[3])) };
  }
  for (const [name, value] of elements) {
    if (/^392[0-4]$/.test(name) && /^\d{1,12}$/.test(value)) return { amount: withPoint(value, Number(name[3])) };
  }
  return {};
}

/** `01250` with three decimals is `1.250`. */
export function withPoint(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '');
  return decimals === 0 ? whole : `${whole}.${padded.slice(padded.length - decimals)}`;
}

/** The line under a symbol is printed with blanks between its elements. */
const withoutBlanks = (text: string): string => (/^[\d ]+$/.test(text) ? text.replaceAll(' ', '') : text);

const keysOf = (product: string): readonly string[] => [
  ...new Set([keyOfCode(product), product.replace(/^0/, ''), withoutZeros(product)]),
];

const LINK = /^https?:\/\/[^/]+(?<path>\/[^?#]*)(?:\?(?<query>[^#]*))?/i;

/** Pairs of names and values in the path, from the product on, and numbers among the names of the query. */
function linkedElements(text: string): ReadonlyMap<string, string> | undefined {
  const { path, query = '' } = LINK.exec(text)?.groups ?? {};
  if (path === undefined) return undefined;
  const words = path.split('/');
  const start = words.findIndex((word) => word === '01' || word.toLowerCase() === 'gtin');
  const [product = '', ...own] = start < 0 ? [] : words.slice(start + 1);
  if (!/^\d{8,14}$/.test(product)) return undefined;
  const found = new Map([['01', product.padStart(14, '0')]]);
  for (let at = 0; at + 1 < own.length; at += 2) found.set(own[at] ?? '', decoded(own[at + 1] ?? ''));
  for (const [name, value] of new URLSearchParams(query)) if (/^\d{2,4}$/.test(name)) found.set(name, value);
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A sign of percent that begins no code: `100%`.
    return text;
  }
}

/** The number of a batch may have brackets of its own: `(10)B(7)`. */
function printedElements(printed: string): ReadonlyMap<string, string> | undefined {
  const text = printed.startsWith('[') ? printed.replaceAll(/\[(\d{2,4})\]/g, '($1)') : printed;
  const parts = [...text.replaceAll(GS1_SEPARATOR, '').matchAll(/\((\d{2,4})\)(.*?)(?=\(\d{2,4}\)|$)/g)];
  return new Map(parts.map(([, name = '', value = '']) => [name, withoutBlanks(value.trim())] as const));
}

/** Undefined for a text that is not made of elements. */
function elementsOf(text: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  for (let rest = text; rest !== ''; ) {
    if (rest.startsWith(GS1_SEPARATOR)) {
      rest = rest.slice(1);
      continue;
    }
    if (!/^\d{2}/.test(rest)) return undefined;
    const name = LONGER.exec(rest)?.[0] ?? rest.slice(0, 2);
    const end = PREDEFINED.get(rest.slice(0, 2)) ?? endOf(rest);
    if (rest.length < end) return undefined;
    const value = rest.slice(name.length, end);
    if (value.includes(GS1_SEPARATOR)) return undefined;
    if (!found.has(name)) found.set(name, value);
    rest = rest.slice(end);
  }
  return found;
}

const endOf = (text: string): number => (text.includes(GS1_SEPARATOR) ? text.indexOf(GS1_SEPARATOR) : text.length);

/** `271231` is 31/12/2027; the day 00 is the last of its month. Undefined for a day that does not exist. */
function dayOf(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{2})(\d{2})(\d{2})/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const last = new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate();
  const found = Number(day) === 0 ? last : Number(day);
  const isDay = Number(month) >= 1 && Number(month) <= 12 && found <= last;
  return isDay ? `20${year}-${month}-${String(found).padStart(2, '0')}` : undefined;
}
