/** Posting rules of capital, dividends, remittances and tax payments (docs/accounting.md, section 5). */
import type { Remittance, RemittancePaid } from '../../domain/cash/remittance.ts';
import type { TaxPayment } from '../../domain/cash/tax-payment.ts';
import type { CapitalTransaction } from '../../domain/equity/capital-transaction.ts';
import type { Dividend, DividendPaid } from '../../domain/equity/dividend.ts';
import { printMoney, toMoney } from '../../domain/values/money.ts';
import { moneyTransferred } from './cash.ts';
import { cashAccount, converted, type Entry, foreignMoney, given, inSystem, moment } from './entry.ts';
import { money } from './exact.ts';
import { SUPPLIERS, transactionCompleted } from './parties.ts';

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
  const lines = given({ ...paid, system_currency_fk: of.system_currency_fk }, [
    inSystem(of.outlet_fk, 'dividends-payable', money(of.amount), of.system_currency_fk),
    inSystem(of.outlet_fk, account, -money(of.amount), of.system_currency_fk),
  ]);
  return { at: moment(paid.date, paid.time, 'out'), lines, moves: foreignMoney(lines, of.system_currency_fk) };
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

/** What did not arrive is an expense; the rest is paid out as if it had been sent alone. */
export function remittancePaid(paid: RemittancePaid, document: string): Entry {
  const { remittance: of, missing_amount = '0' } = paid;
  const [missed, left] = [money(missing_amount), money(of.amount) - money(missing_amount)];
  const lost = converted(
    [
      { outlet: of.outlet_fk, account: `expense-type ${paid.expense_type_fk}`, amount: missed },
      { outlet: of.outlet_fk, account: `remittance ${of.remittance_account_fk}`, amount: -missed },
    ],
    of,
  );
  const moves = foreignMoney(lost, of.system_currency_fk, 'missing');
  const arrived =
    left === 0n
      ? undefined
      : remittanceArrived({ ...paid, remittance: { ...of, amount: printMoney(toMoney(left)) } }, document);
  if (missed === 0n && arrived) return arrived;
  return {
    at: moment(paid.date, paid.time, 'out'),
    ...arrived,
    lines: [...(arrived?.lines ?? []), ...lost],
    moves: [...(arrived?.moves ?? []), ...moves],
  };
}

function remittanceArrived({ remittance: of, ...paid }: RemittancePaid, document: string): Entry {
  const { account_fk, account_type, supplier_fk } = paid;
  if (supplier_fk !== undefined) {
    const from = { account_fk: of.remittance_account_fk, account_type: REMITTANCE, replaces_fk: null };
    const about = { customer_fk: null, supplier_fk, transaction_type: 'pay', number: null } as const;
    const { date, time, allocations = [] } = paid;
    const { expense_type_fk: _ofFee, ...sent } = of;
    const entry = transactionCompleted(SUPPLIERS, { ...sent, ...about, ...from, date, time, allocations });
    return { ...entry, moves: entry.moves.map((move) => ({ ...move, name: `paid out ${move.name}` })) };
  }
  if (account_fk === null || account_type === null) {
    const [outlet, amount] = [of.outlet_fk, money(of.amount)];
    const lines = converted(
      [
        { outlet, account: `other-liabilities ${paid.ledger_account_fk}`, amount },
        { outlet, account: `remittance ${of.remittance_account_fk}`, amount: -amount },
      ],
      of,
    );
    const moves = foreignMoney(lines, of.system_currency_fk, 'paid out');
    return { at: moment(paid.date, paid.time, 'out'), lines, moves };
  }
  return moneyTransferred(
    {
      ...bothWays(of),
      to_outlet_fk: paid.to_outlet_fk ?? of.outlet_fk,
      to_amount: paid.received_amount ?? of.amount,
      to_currency_fk: paid.to_currency_fk ?? of.currency_fk,
      rate: paid.to_currency_fk === undefined ? of.rate : (paid.rate ?? null),
      date: paid.date,
      time: paid.time,
      from_account_fk: of.remittance_account_fk,
      from_account_type: REMITTANCE,
      to_account_fk: account_fk,
      to_account_type: account_type,
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

/** The payment and the input tax that is set off clear the output tax. */
export function taxPaid(of: TaxPayment): Entry {
  const { outlet_fk: outlet, system_currency_fk: system } = of;
  const [paid, setOff] = [money(of.amount), money(of.input_amount)];
  const isBack = of.tax_direction === 'received';
  const lines = given(of, [
    inSystem(outlet, 'output-tax', isBack ? setOff - paid : paid + setOff, system),
    inSystem(outlet, 'input-tax', -setOff, system),
    inSystem(outlet, cashAccount(of.account_type, of.account_fk), isBack ? paid : -paid, system),
  ]);
  return { at: moment(of.date, of.time, isBack ? 'in' : 'out'), lines, moves: foreignMoney(lines, system) };
}
