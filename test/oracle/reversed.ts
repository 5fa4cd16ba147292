/** Money that is taken back on a later day: what was posted stays, and the other way round is posted on that day. */
import type { CashTransfer } from '../../domain/cash/cash-transfer-events.ts';
import { feeTaken, type Moved, moneyTransferred } from './cash.ts';
import { type Entry, foreignMoney, isMoney, type Line, moment } from './entry.ts';

type NameOf = (account: number) => string;

interface Back<Data> {
  readonly date: string;
  readonly document: Data;
}

const turned = (lines: readonly Line[]): Line[] =>
  lines.map((line) => ({ ...line, base: -line.base, foreign: -line.foreign }));

/** Foreign money comes at its rate, and leaves at the average of the day. */
export const backOn =
  <Data extends { readonly system_currency_fk: number }>(
    entered: (of: Data, document: string, nameOf: NameOf) => Entry,
  ) =>
  ({ date, document }: Back<Data>, stream: string, nameOf: NameOf): Entry => {
    const lines = turned(entered(document, stream, nameOf).lines);
    const leaves = lines.some(({ account, foreign }) => isMoney(account) && foreign < 0n);
    return {
      at: moment(date, null, leaves ? 'out' : 'in'),
      lines,
      moves: foreignMoney(lines, document.system_currency_fk, 'back'),
    };
  };

/** The other account sends it back, at what it is carried at; the bank gives back its fee. */
export function transferredBack({ date, document: of }: Back<CashTransfer>, stream: string): Entry {
  const { bank_fee: _, ...sent } = of;
  const other: Moved = {
    ...sent,
    date,
    time: null,
    outlet_fk: of.to_outlet_fk,
    from_account_fk: of.to_account_fk,
    from_account_type: of.to_account_type,
    currency_fk: of.to_currency_fk,
    amount: of.to_amount,
    to_outlet_fk: of.outlet_fk,
    to_account_fk: of.from_account_fk,
    to_account_type: of.from_account_type,
    to_currency_fk: of.currency_fk,
    to_amount: of.amount,
  };
  const { at, lines, moves } = moneyTransferred(other, stream, 'back');
  const fee = turned(feeTaken(of));
  return { at, lines: [...lines, ...fee], moves: [...moves, ...foreignMoney(fee, of.system_currency_fk, 'back fee')] };
}
