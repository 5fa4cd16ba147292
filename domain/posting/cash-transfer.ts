/**
 * What a cash transfer posts (docs/accounting.md, section 5):
 *
 *   debit  cash    the receiving account, at the amount of the side in system currency
 *   credit cash    the sending account; foreign money leaves at its own average carrying rate,
 *   credit or debit realised exchange     and the difference is realised
 *   debit  the fee's expense type, credit the sending account     what its bank takes
 *
 * Between two accounts in the same foreign currency the money keeps its carrying value, so nothing is realised: the
 * difference to the nominal rate is posted back to the sending outlet.
 */
import type { CashTransfer } from '../cash/cash-transfer-events.ts';
import { cashKey } from '../chart/chart.ts';
import type { ReversedOn } from '../documents/immediate.ts';
import { contraOf } from '../entries/between-outlets.ts';
import { type Movement, type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';

/** `document` is the stream of the transfer; `first` offsets the line numbers when a document moves money twice. */
export function postCashTransfer(transfer: Moved, document: string, first = 0): Posting {
  const base = baseAmount(transfer);
  const lines = [
    lineOf(transfer, 'from', negate(money(transfer.amount)), negate(base)),
    lineOf(transfer, 'to', money(transfer.to_amount), base),
  ];
  const effective = effectiveTime(transfer.date, transfer.time, 'out');
  const fee = feeLines(transfer);
  const movements = [...carried(foreignCash(lines, first), document), ...foreignCash(fee, first + FEE)];
  return posting(effective, [...lines, ...fee], movements, [], transfer.system_currency_fk);
}

/**
 * The way back on a later day: the other account sends the money, at its own average of that day, or at what it is
 * carried at where both are in the same foreign currency. The bank of the first account gives back its fee.
 */
export function postTransferBack({ document: of, date }: ReversedOn<Moved>, document: string): Posting {
  const { bank_fee: _fee, expense_type_fk: _type, ...sent } = of;
  const back: Moved = {
    ...sent,
    date,
    time: null,
    outlet_fk: of.to_outlet_fk,
    to_outlet_fk: of.outlet_fk,
    from_account_fk: of.to_account_fk,
    from_account_type: of.to_account_type,
    to_account_fk: of.from_account_fk,
    to_account_type: of.from_account_type,
    currency_fk: of.to_currency_fk,
    to_currency_fk: of.currency_fk,
    amount: of.to_amount,
    to_amount: of.amount,
  };
  const posted = postCashTransfer(back, document, BACK);
  const fee = feeLines(of).map((line) => ({ ...line, base: negate(line.base), foreign: negate(line.foreign) }));
  const own = posted.lines.filter(({ account }) => account.key !== 'inter-outlet');
  const movements = [...posted.movements, ...foreignCash(fee, BACK + FEE)];
  return posting(posted.effective, [...own, ...fee], movements, [], of.system_currency_fk);
}

/** Offset of the line number of a fee in foreign money. */
const FEE = 10;
/** The same for the way back: the movements of both stay in the books. */
const BACK = 100;

function feeLines(transfer: Moved): EntryLine[] {
  const { bank_fee, expense_type_fk, currency_fk, system_currency_fk: system, rate: at } = transfer;
  if (bank_fee === undefined || expense_type_fk === undefined) return [];
  const fee = money(bank_fee);
  const base = convert(fee, currency_fk, system, at === null ? undefined : rate(at));
  const left = lineOf(transfer, 'from', negate(fee), negate(base));
  return [left, { ...left, account: { key: 'expense-type', of: expense_type_fk }, base, foreign: fee }];
}

/** The fields that affect the posting. */
export type Moved = Omit<CashTransfer, 'rate_fk' | 'reference_number' | 'note'>;

/** The amount in the system currency: the side in that currency, or both sides at the nominal rate. */
function baseAmount(transfer: Moved): Money {
  const { currency_fk, to_currency_fk, system_currency_fk: system, rate: at } = transfer;
  if (to_currency_fk === system) return money(transfer.to_amount);
  return convert(money(transfer.amount), currency_fk, system, at === null ? undefined : rate(at));
}

function lineOf(transfer: Moved, side: 'from' | 'to', foreign: Money, base: Money): EntryLine {
  const from = side === 'from';
  const currency = from ? transfer.currency_fk : transfer.to_currency_fk;
  const { rate: at, system_currency_fk: system } = transfer;
  return {
    account: {
      key: cashKey(from ? transfer.from_account_type : transfer.to_account_type),
      of: from ? transfer.from_account_fk : transfer.to_account_fk,
    },
    outlet: from ? transfer.outlet_fk : transfer.to_outlet_fk,
    base,
    currency,
    foreign,
    rate: currency === system || at === null ? undefined : rate(at),
  };
}

/** Between two foreign accounts the received money keeps the carrying value of the sent money. */
function carried(movements: readonly Movement[], document: string): Movement[] {
  const [left] = movements;
  return movements.map((movement) => {
    if (!left || movement === left) return movement;
    const contra = contraOf(movement.contra, left.outlet, movement.outlet);
    return { ...movement, contra, valued: { by: 'sameCostAs', document, line: left.line } };
  });
}
