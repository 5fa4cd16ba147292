/** Shares of the stockholders on a day, and an amount divided by them. Pure; the server and the screens use the same functions. */
import { defined } from '../values/defined.ts';
import { allocateUnits } from '../values/fixed-point.ts';
import { objectsOf } from '../values/members.ts';
import { type Money, money, printMoney, subtract, sum, toMoney } from '../values/money.ts';

/** The fields of a stockholder (stockholder.record.ts) that decide, also in a row of a list. */
interface Holder {
  readonly share_percentage?: unknown;
  readonly earlier_shares?: unknown;
}

/** The share at the end of a day, as decimal text; null where none was entered. */
export function shareOn(holder: Holder | undefined, day: string): string | null {
  const [held = holder] = objectsOf(holder?.earlier_shares)
    .filter(({ until_date }) => typeof until_date === 'string' && until_date >= day)
    .toSorted((a, b) => (String(a['until_date']) < String(b['until_date']) ? -1 : 1));
  const share = held?.share_percentage;
  return typeof share === 'string' ? share : null;
}

/** A stockholder's part of a dividend: an entered amount, or undefined for one by share. */
export interface Part {
  readonly amount: Money | undefined;
  readonly share: string | null;
}

const WHOLE = money('100');
/** Shares are entered with two decimals at least: 33.33 three times is everything. */
const ROUNDING = money('0.005');

/** What the shares of the parts add up to, if that is not 100 % and the amounts depend on it; otherwise undefined. */
export function lackingWhole(total: Money, parts: readonly Part[]): string | undefined {
  if (restOf(total, parts) <= 0n || parts.every(({ amount }) => amount !== undefined)) return undefined;
  const shares = sum(parts.map(({ share }) => money(share ?? '0')));
  const gap = subtract(shares, WHOLE);
  return (gap < 0n ? -gap : gap) > ROUNDING * BigInt(parts.length) ? printMoney(shares) : undefined;
}

/** What the entered amounts leave to be shared. */
export const restOf = (total: Money, parts: readonly Part[]): Money =>
  subtract(total, sum(parts.flatMap(({ amount }) => amount ?? [])));

/** Entered amounts are kept; the rest is divided by the shares of the other parts, by largest remainder. */
export function amountsByShare(total: Money, parts: readonly Part[], unit: Money): readonly Money[] {
  const weights = parts.flatMap(({ amount, share }) => (amount === undefined ? [money(share ?? '0')] : []));
  const shares = allocateUnits(restOf(total, parts), weights, unit).map(toMoney);
  return parts.map(({ amount }) => amount ?? defined(shares.shift()));
}
