/** What a scanned text names: goods by their barcode, goods that a scale weighed or priced, a receipt, or a customer's card. */
import { checkDigit } from '../../../domain/catalogue/barcode.ts';
import { type ScaleFormat, USUAL_SCALES } from '../../../domain/till/scales.ts';

export type Scanned =
  /** To be looked up among the barcodes as it is. `expires`, `batch`: what else a GS1 code says. */
  | { readonly kind: 'code'; readonly code: string; readonly batch?: string; readonly expires?: string }
  /** Item number of a scale, and what it weighed in the base unit, or what it costs. Decimal texts. */
  | { readonly kind: 'weighed'; readonly code: string; readonly quantity: string }
  | { readonly kind: 'priced'; readonly code: string; readonly amount: string }
  | { readonly kind: 'receipt'; readonly number: string };

/** `T3-000127`, as the till prints it on its receipts. */
const RECEIPT = /^T\d+(?:-\d+)?-\d{6,9}$/i;

export function readScan(text: string, scales: readonly ScaleFormat[] = USUAL_SCALES): Scanned {
  const code = text.trim();
  if (RECEIPT.test(code)) return { kind: 'receipt', number: code.toUpperCase() };
  return ofScale(code, scales) ?? ofGs1(code) ?? { kind: 'code', code };
}

function ofScale(code: string, scales: readonly ScaleFormat[]): Scanned | undefined {
  if (!/^2\d{12}$/.test(code) || checkDigit(code.slice(0, 12)) !== Number(code[12])) return undefined;
  const scale = scales.find(({ prefixes }) => prefixes.includes(code.slice(0, 2)));
  if (!scale) return undefined;
  const item = code.slice(2, 2 + scale.item_digits);
  const value = withPoint(code.slice(2 + scale.item_digits, 12), scale.decimals);
  return scale.holds === 'weight'
    ? { kind: 'weighed', code: item, quantity: value }
    : { kind: 'priced', code: item, amount: value };
}

/** `01250` with three decimals is `1.250`. */
function withPoint(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '');
  return decimals === 0 ? whole : `${whole}.${padded.slice(padded.length - decimals)}`;
}

const SEPARATOR = '\u001d';
/** Lengths of values that end without a separator, by their application identifier. */
const FIXED: Readonly<Record<string, number>> = { '01': 14, '11': 6, '13': 6, '15': 6, '17': 6, '20': 2 };
const OTHERS = /^(?:10|21|30|37|310\d|240)/;

/** GS1 element strings: `]C1`, `]e0`, `]d2` in front are the scanner's; only a code with a product (01) is taken. */
function ofGs1(code: string): Scanned | undefined {
  const isMarked = /^\](?:C1|e0|d2|Q3)/.test(code);
  const elements = elementsOf(isMarked ? code.slice(3) : code);
  const product = elements?.get('01');
  if (product === undefined) return undefined;
  const [batch, expires] = [elements?.get('10'), dayOf(elements?.get('17'))];
  const plain = product.startsWith('0') ? product.slice(1) : product;
  return { kind: 'code', code: plain, ...(batch && { batch }), ...(expires && { expires }) };
}

function elementsOf(text: string): ReadonlyMap<string, string> | undefined {
  if (!text.startsWith('01') || text.length < 16) return undefined;
  const found = new Map<string, string>();
  for (let rest = text; rest !== ''; ) {
    if (rest.startsWith(SEPARATOR)) {
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

const endOf = (text: string): number => (text.includes(SEPARATOR) ? text.indexOf(SEPARATOR) : text.length);

/** `271231` is 31/12/2027; a day of 00 is the last of its month and is left to the packet. */
function dayOf(text: string | undefined): string | undefined {
  const match = /^(\d{2})(\d{2})(\d{2})$/.exec(text ?? '');
  return match && match[3] !== '00' ? `20${match[1]}-${match[2]}-${match[3]}` : undefined;
}
