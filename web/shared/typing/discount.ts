/** Parses a discount: `10%` is a percentage, `500` an amount. */
import type { Discount } from '../../../domain/sales/totals.ts';
import { readAmount } from './amount-expression.ts';

/** Null for none; undefined for an invalid text. */
export function readDiscount(text: string): Discount | null | undefined {
  const typed = text.replaceAll('٪', '%').trim();
  if (typed === '') return null;
  const type = typed.endsWith('%') ? 'percent' : 'amount';
  const reading = readAmount(typed.replace('%', ''), 4);
  if (!reading.ok || reading.value.startsWith('-')) return undefined;
  if (type === 'percent' && Number(reading.value) > 100) return undefined;
  return reading.value === '0' ? null : { type, value: reading.value };
}
