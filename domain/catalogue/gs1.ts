/**
 * GS1 element strings: a product (01), with its batch (10) and its day of expiry (17). Reads the form that a scanner sends,
 * with a separator after values without a fixed length, and the printed form: `(01)06291041500213(17)271231(10)B7`.
 */
export interface ScannedGoods {
  /** The product as a plain barcode contains it: an EAN-13 without the leading zero. */
  readonly code: string;
  readonly batch?: string;
  /** `2027-12-31`. */
  readonly expires?: string;
}

export const GS1_SEPARATOR = '\u001d';
/** Lengths of values that end without a separator, by their application identifier. */
const FIXED: Readonly<Record<string, number>> = { '01': 14, '11': 6, '13': 6, '15': 6, '17': 6, '20': 2 };
const OTHERS = /^(?:10|21|30|37|310\d|240)/;

/** Undefined for a text without a product. The prefixes `]C1`, `]e0`, `]d2` and `]Q3` are added by scanners. */
export function readGs1(text: string): ScannedGoods | undefined {
  const code = /^\](?:C1|e0|d2|Q3)/i.test(text) ? text.slice(3) : text;
  const elements = code.startsWith('(')
    ? printedElements(code)
    : elementsOf(code.startsWith(GS1_SEPARATOR) ? code.slice(1) : code);
  const product = elements?.get('01');
  if (product === undefined) return undefined;
  const [batch, expires] = [elements?.get('10'), dayOf(elements?.get('17'))];
  const plain = product.startsWith('0') ? product.slice(1) : product;
  return { code: plain, ...(batch && { batch }), ...(expires && { expires }) };
}

/** The codes that a scanned text may have in the catalogue: its product with and without leading zeros, and the whole text. */
export function codesOfScan(text: string): readonly string[] {
  const product = readGs1(text)?.code;
  return product === undefined ? [text] : [...new Set([product, product.replace(/^0+/, '') || product, text])];
}

function printedElements(text: string): ReadonlyMap<string, string> | undefined {
  const parts = [...text.matchAll(/\((\d{2,4})\)([^(]+)/g)].map(([, name = '', value = '']) => [name, value] as const);
  const found = new Map(parts);
  return /^\d{14}$/.test(found.get('01') ?? '') ? found : undefined;
}

function elementsOf(text: string): ReadonlyMap<string, string> | undefined {
  if (!text.startsWith('01') || text.length < 16) return undefined;
  const found = new Map<string, string>();
  for (let rest = text; rest !== ''; ) {
    if (rest.startsWith(GS1_SEPARATOR)) {
      rest = rest.slice(1);
      continue;
    }
    const fixed = FIXED[rest.slice(0, 2)];
    const name = fixed === undefined ? OTHERS.exec(rest)?.[0] : rest.slice(0, 2);
    if (name === undefined) return undefined;
    const after = rest.slice(name.length);
    const end = fixed ?? (name.startsWith('310') ? 6 : endOf(after));
    if (after.length < end) return undefined;
    found.set(name, after.slice(0, end));
    rest = after.slice(end);
  }
  return found;
}

const endOf = (text: string): number => (text.includes(GS1_SEPARATOR) ? text.indexOf(GS1_SEPARATOR) : text.length);

/** `271231` is 31/12/2027; the day 00 is the last of its month. Undefined for a day that does not exist. */
function dayOf(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const last = new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate();
  const found = Number(day) === 0 ? last : Number(day);
  const isDay = Number(month) >= 1 && Number(month) <= 12 && found <= last;
  return isDay ? `20${year}-${month}-${String(found).padStart(2, '0')}` : undefined;
}
