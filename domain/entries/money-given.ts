/**
 * The money of a document that is paid at once with the other currency (docs/decisions/0227): its cash line is in the
 * currency of the account, at the rate of the money, and the difference to what the document is worth is realised.
 */
import { isCashAccount } from '../chart/chart.ts';
import type { OtherMoney } from '../documents/other-money.ts';
import { magnitude, money, negate, subtract } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';
import type { EntryLine } from './entry-line.ts';

/** `lines` are those of the document itself, without costs that have money of their own. */
export function inMoneyGiven(
  of: Pick<OtherMoney, 'paid_amount' | 'paid_currency_fk' | 'paid_rate'>,
  system: number,
  lines: readonly EntryLine[],
): EntryLine[] {
  const { paid_amount, paid_currency_fk: currency, paid_rate } = of;
  if (paid_amount === undefined || currency === undefined) return [...lines];
  const at = currency === system || paid_rate === undefined ? undefined : rate(paid_rate);
  return lines.flatMap((line): EntryLine[] => {
    if (!isCashAccount(line.account) || line.foreign === 0n) return [line];
    const given = magnitude(money(paid_amount));
    const foreign = line.foreign < 0n ? negate(given) : given;
    const base = convert(foreign, currency, system, at);
    const difference = subtract(line.base, base);
    const realised = { currency: system, rate: undefined, base: difference, foreign: difference };
    return [
      { ...line, currency, rate: at, base, foreign },
      { account: { key: 'fx-realised' }, outlet: line.outlet, ...realised },
    ];
  });
}
