/** What the owners put in and are owed, and money on its way (accounting.md, section 5). */
import type { Remittance, RemittancePaid } from '../../domain/cash/remittance.ts';
import type { CapitalTransaction } from '../../domain/equity/capital-transaction.ts';
import type { Dividend, DividendPaid } from '../../domain/equity/dividend.ts';
import { moneyTransferred } from './cash.ts';
import { cashAccount, converted, type Entry, foreignMoney, inSystem, moment } from './entry.ts';
import { money } from './exact.ts';

export function capitalMoved(of: CapitalTransaction): Entry {
  const isContribution = of.transaction_type === 'contribution';
  const amount = isContribution ? money(of.amount) : -money(of.amount);
  const outlet = of.outlet_fk;
  const lines = converted(
    [
      { outlet, account: cashAccount(of.account_type, of.account_fk), amount },
      { outlet, account: `capital ${of.stockholder_fk}`, amount: -amount },
    ],
    { ...of },
  );
  const at = moment(of.date, of.time, isContribution ? 'in' : 'out');
  return { at, lines, moves: foreignMoney(lines, of.system_currency_fk) };
}

export function dividendDeclared(of: Dividend): Entry {
  return {
    at: moment(of.date, null, 'out'),
    lines: [
      inSystem(of.outlet_fk, 'retained-earnings', money(of.amount), of.system_currency_fk),
      inSystem(of.outlet_fk, 'dividends-payable', -money(of.amount), of.system_currency_fk),
    ],
    moves: [],
  };
}

export function dividendPaid({ dividend: of, ...paid }: DividendPaid): Entry {
  const account = cashAccount(paid.account_type, paid.account_fk);
  return {
    at: moment(paid.date, paid.time, 'out'),
    lines: [
      inSystem(of.outlet_fk, 'dividends-payable', money(of.amount), of.system_currency_fk),
      inSystem(of.outlet_fk, account, -money(of.amount), of.system_currency_fk),
    ],
    moves: [],
  };
}

const REMITTANCE = 3;

export function remittanceSent(of: Remittance, document: string): Entry {
  const [outlet, fee] = [of.outlet_fk, money(of.fee)];
  const sent = moneyTransferred(
    {
      ...bothWays(of),
      date: of.date,
      time: of.time,
      from_account_fk: of.account_fk,
      from_account_type: of.account_type,
      to_account_fk: of.remittance_account_fk,
      to_account_type: REMITTANCE,
    },
    document,
  );
  const paid = converted(
    [
      { outlet, account: `expense-type ${of.expense_type_fk}`, amount: fee },
      { outlet, account: cashAccount(of.account_type, of.account_fk), amount: -fee },
    ],
    of,
  );
  const moves = [...sent.moves, ...foreignMoney(paid, of.system_currency_fk, 'fee')];
  return { at: sent.at, lines: [...sent.lines, ...paid], moves };
}

export function remittancePaid({ remittance: of, ...paid }: RemittancePaid, document: string): Entry {
  return moneyTransferred(
    {
      ...bothWays(of),
      date: paid.date,
      time: paid.time,
      from_account_fk: of.remittance_account_fk,
      from_account_type: REMITTANCE,
      to_account_fk: paid.account_fk,
      to_account_type: paid.account_type,
    },
    document,
    'paid out',
  );
}

const bothWays = (of: Remittance) => ({
  outlet_fk: of.outlet_fk,
  to_outlet_fk: of.outlet_fk,
  amount: of.amount,
  to_amount: of.amount,
  currency_fk: of.currency_fk,
  to_currency_fk: of.currency_fk,
  system_currency_fk: of.system_currency_fk,
  rate: of.rate,
});
