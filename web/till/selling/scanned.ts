/** Classifies a scanned text: a barcode, a weighed or priced package of a scale, a receipt, or a customer card. */
import { checkDigit } from '../../../domain/catalogue/barcode.ts';
import { readGs1, type ScannedGoods } from '../../../domain/catalogue/gs1.ts';
import type { ScaleFormat } from '../../../domain/till/scales.ts';

export type Scanned =
  /** A code to look up among the barcodes unchanged. `expires`, `batch`: further values of a GS1 code. */
  | ({ readonly kind: 'code' } & ScannedGoods)
  /** Item number of a scale, with the weight in the base unit, or with the price. Decimal texts. */
  | { readonly kind: 'weighed'; readonly code: string; readonly quantity: string }
  | { readonly kind: 'priced'; readonly code: string; readonly amount: string }
  | { readonly kind: 'receipt'; readonly number: string };

/** `T3-000127`, as the till prints it on its receipts. */
const RECEIPT = /^T\d+(?:-\d+)?-\d{6,9}$/i;

export function readScan(text: string, scales: readonly ScaleFormat[]): Scanned {
  const code = text.trim();
  if (RECEIPT.test(code)) return { kind: 'receipt', number: code.toUpperCase() };
  return ofScale(code, scales) ?? { kind: 'code', ...(readGs1(code) ?? { code }) };
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
