/** Parses a discount: `10%` and `%10` are percentages, `500` is an amount. */
import type { Discount } from '../../../domain/pricing/totals.ts';
import { readAmount } from './amount-expression.ts';

/** Null for none; undefined for an invalid text. */
export function readDiscount(text: string): Discount | null | undefined {
  const typed = text.replaceAll('٪', '%').trim();
  if (typed === '') return null;
  const plain = typed.replace(/^%|%$/, '');
  const type = plain === typed ? 'amount' : 'percent';
  const reading = readAmount(plain, 4);
  if (!reading.ok || reading.value.startsWith('-')) return undefined;
  if (type === 'percent' && Number(reading.value) > 100) return undefined;
  return reading.value === '0' ? null : { type, value: reading.value };
}
