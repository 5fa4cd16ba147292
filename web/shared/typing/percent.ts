/** Percentages of amounts, which are exact decimal strings. */
import { divideRounded, printFixed } from '../../../domain/values/fixed-point.ts';
import { money } from '../../../domain/values/money.ts';

/** Percent of `whole`, with one decimal; '0' when `whole` is zero. */
export function percentOf(part: string, whole: string): string {
  const of = money(whole);
  if (of === 0n) return '0';
  return printFixed(divideRounded(money(part) * 1_000n, of < 0n ? -of : of), 1);
}
