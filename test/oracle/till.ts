/**
 * Posting rules of receipts, refunds and drawers of the till (docs/accounting.md, section 2), and of payroll (section
 * 5).
 */
import type { Payroll, PayrollCorrected, PayrollLine, PayrollPaid } from '../../domain/people/payroll-events.ts';
import type { Closing, Drawer, DrawerAccount, PayIn, Payout } from '../../domain/till/drawer-events.ts';
import type { PartRefund, PosPayment, PosReturn, PosSale, Refund } from '../../domain/till/receipts/pos-sale-events.ts';
import {
  cashAccount,
  type Entry,
  foreignMoney,
  given,
  inSystem,
  isMoney,
  type Line,
  type Move,
  moment,
} from './entry.ts';
import { coinOf, inBooks, inCoins, money, total } from './exact.ts';
import { goodsOut, pricedLines } from './sales.ts';

/** A receipt with several payments. Its prices are in the system currency, so only payments are converted. */
export function receiptCompleted(of: PosSale): Entry {
  const [outlet, system] = [of.outlet_fk, of.system_currency_fk];
  const change = inSystem(
    outlet,
    cashAccount(of.change_account_type, of.change_account_fk),
    -money(of.change_amount),
    system,
  );
  const received = [...of.payments.map((payment) => paid(payment, of)), ...(change.base === 0n ? [] : [change])];
  const sold = revenue(of, 'sales', -1n);
  const lines = [...received, ...sold, rounding(of, [...received, ...sold]), ...(of.is_late ? late(of, received) : [])];
  return { at: moment(of.date, of.time, 'out'), lines, moves: [...goodsOut(of), ...foreignMoney(lines, system)] };
}

type Place = { readonly outlet_fk: number; readonly system_currency_fk: number };
type Paying = Place & { readonly customer_fk: number | null };

function paid({ method, amount, ...payment }: PosPayment, of: Paying): Line {
  const [outlet, system] = [of.outlet_fk, of.system_currency_fk];
  if (method === 'app') return inSystem(outlet, 'app-clearing', money(amount), system);
  if (method === 'credit') {
    return { ...inSystem(outlet, 'receivable', money(amount), system), party: `customer-${of.customer_fk}` };
  }
  const base = inBooks(money(amount), { ...payment, system_currency_fk: system });
  const account = cashAccount(payment.account_type, payment.account_fk);
  return { account, outlet, currency: payment.currency_fk, foreign: money(amount), base };
}

function revenue(of: PosSale, account: string, sign: bigint): Line[] {
  const line = (name: string, amount: bigint) => inSystem(of.outlet_fk, name, sign * amount, of.system_currency_fk);
  return pricedLines(of).flatMap(({ gross, discount, tax }) => [
    line(account, gross),
    line('sales-discounts', -discount),
    line('output-tax', tax),
  ]);
}

const rounding = (of: Place, lines: readonly Line[]): Line =>
  inSystem(of.outlet_fk, 'rounding', -total(lines.map(({ base }) => base)), of.system_currency_fk);

/**
 * The cash of a late receipt was counted as over when its drawer was closed: the same amount leaves the drawer to
 * `cash-over-short`.
 */
function late(of: Place, lines: readonly Line[]): Line[] {
  const cash = lines.filter(({ account }) => isMoney(account));
  const counted = total(cash.map(({ base }) => base));
  return [
    ...cash.map((line) => ({ ...line, base: -line.base, foreign: -line.foreign })),
    inSystem(of.outlet_fk, 'cash-over-short', counted, of.system_currency_fk),
  ];
}

/**
 * Refunds a whole receipt by the methods of its payments, cash in the system currency. The goods come back at the cost
 * at which they left.
 */
export function receiptRefunded(refund: Refund, document: string): Entry {
  const of = refund.receipt;
  const back = (line: Line): Line => ({ ...line, base: -line.base, foreign: -line.foreign });
  const payments = of.payments.map((payment) => ({ ...paid(payment, of), method: payment.method }));
  const cash = total(payments.filter(({ method }) => method === 'cash').map(({ base }) => base));
  const drawer = cashAccount(refund.account_type, refund.account_fk);
  const lines = [
    ...revenue(of, 'sales-returns', 1n),
    ...payments.filter(({ method }) => method !== 'cash').map(({ method: _, ...line }) => back(line)),
    inSystem(
      of.outlet_fk,
      drawer,
      -inCoins(cash - money(of.change_amount), 1n, coinOf(of.decimals)),
      of.system_currency_fk,
    ),
  ];
  const moves = goodsOut(of).map(
    (move): Move => ({
      ...move,
      name: `${move.name} back`,
      count: -move.count,
      worth: { by: 'same', as: `${document} ${move.name}` },
    }),
  );
  return { at: moment(refund.date, refund.time, 'in'), lines: [...lines, rounding(of, lines)], moves };
}

/**
 * Refunds some lines of a receipt, at the amounts of the event. The goods come back at the cost at which the lines
 * left.
 */
export function partRefunded(of: PartRefund, document: string): Entry {
  const name = `refund ${of.refund_id}`;
  const goods = goodsOut(of).map((move): Move => {
    return {
      ...move,
      name: `${name} ${move.name}`,
      count: -move.count,
      worth: { by: 'same', as: `${document} ${move.name}` },
    };
  });
  return paidBack(of, 'receivable', goods, name);
}

/** A return without a receipt. The goods come back at the present average, and a credit to a customer is an advance. */
export function returnedToTill(of: PosReturn): Entry {
  const goods = goodsOut(of).map((move): Move => ({ ...move, count: -move.count }));
  return paidBack(of, 'customer-advances', goods, 'money');
}

function paidBack(of: PartRefund | PosReturn, credited: string, goods: readonly Move[], name: string): Entry {
  const own = (account: string, amount: string, sign: bigint) =>
    inSystem(of.outlet_fk, account, sign * money(amount), of.system_currency_fk);
  const returned = of.lines.flatMap((line) => [
    own('sales-returns', line.gross_amount, 1n),
    own('sales-discounts', line.discount_amount, -1n),
    own('output-tax', line.tax_amount, 1n),
  ]);
  const payments = of.payments.map((payment): Line => {
    const { base, foreign, ...line } = paid(payment, of);
    const account = payment.method === 'credit' ? credited : line.account;
    return { ...line, account, base: -base, foreign: -foreign };
  });
  const all = [...returned, ...payments];
  const lines = [...all, rounding(of, all), ...(of.is_late ? late(of, payments) : [])];
  const moves = [...goods, ...foreignMoney(lines, of.system_currency_fk, name)];
  return { at: moment(of.date, of.time, 'in'), lines, moves };
}

/** The lines of an amount in the currency of a drawer's account. */
function between(of: DrawerAccount, at: Place, amount: bigint, debit: string, credit: string): Line[] {
  const base = inBooks(amount, { ...of, system_currency_fk: at.system_currency_fk });
  const line = { outlet: at.outlet_fk, currency: of.currency_fk };
  const debited = { ...line, account: debit, foreign: amount, base };
  const credited = { ...line, account: credit, foreign: -amount, base: -base };
  return amount < 0n ? [credited, debited] : [debited, credited];
}

const drawerOf = (of: DrawerAccount) => cashAccount(of.account_type, of.account_fk);
const safeOf = (of: DrawerAccount) => cashAccount(of.safe_account_type, of.safe_account_fk);

/** The float, less what stayed in the drawer. */
const fromSafe = ({ float_amount, carried_amount = '0' }: DrawerAccount) => money(float_amount) - money(carried_amount);

export function drawerOpened(of: Drawer): Entry {
  const lines = of.accounts.flatMap((account) =>
    between(account, of, fromSafe(account), drawerOf(account), safeOf(account)),
  );
  return { at: moment(of.date, of.time, 'in'), lines, moves: foreignMoney(lines, of.system_currency_fk, 'open') };
}

export function paidIntoDrawer(of: PayIn): Entry {
  const { account } = of;
  return throughDrawer(of, between(account, of, money(of.amount), drawerOf(account), safeOf(account)), of.payin_id);
}

export function paidOutOfDrawer(of: Payout): Entry {
  const type = `expense-type ${of.expense_type_fk}`;
  return throughDrawer(of, between(of.account, of, money(of.amount), type, drawerOf(of.account)), of.payout_id);
}

/** Pay-ins and pay-outs of a drawer are numbered together. */
function throughDrawer(of: PayIn | Payout, lines: readonly Line[], number: number): Entry {
  const moves = foreignMoney(lines, of.system_currency_fk, `through ${number}`);
  return { at: moment(of.date, of.time, 'out'), lines, moves };
}

/** Posts what is missing or over, and moves the counted amount, less what remains in the drawer, to the safe. */
export function drawerClosed(of: Closing): Entry {
  const lines = of.accounts.flatMap((account) => [
    ...missing(of, account),
    ...between(
      account,
      of,
      money(account.counted_amount) - money(account.left_amount),
      safeOf(account),
      drawerOf(account),
    ),
  ]);
  const moves = foreignMoney(lines, of.system_currency_fk, `closing ${of.closing}`);
  return { at: moment(of.date, of.time, 'out'), lines, moves };
}

/** A shortage that the cashier owes is their debt in the system currency, in payable amounts; only the rest is a cost. */
function missing(of: Closing, account: Closing['accounts'][number]): Line[] {
  const short = money(account.expected_amount) - money(account.counted_amount);
  const lines = between(account, of, short, 'cash-over-short', drawerOf(account));
  if (account.owed_amount === undefined) return lines;
  const owed = money(account.owed_amount);
  return [
    ...lines.filter((line) => line.account !== 'cash-over-short'),
    {
      ...inSystem(of.outlet_fk, 'staff-receivable', owed, of.system_currency_fk),
      party: `user-${of.user_fk}`,
    },
    ...lines
      .filter((line) => line.account === 'cash-over-short')
      .map((line) => inSystem(of.outlet_fk, 'cash-over-short', line.base - owed, of.system_currency_fk)),
  ];
}

/** Reverses a closing. Foreign cash comes back at the cost at which it left. */
export function drawerUnclosed({ taken_back }: { readonly taken_back: Closing }, document: string): Entry {
  const closed = drawerClosed(taken_back);
  return {
    ...closed,
    lines: closed.lines.map((line) => ({ ...line, base: -line.base, foreign: -line.foreign })),
    moves: closed.moves.map((move) => ({
      ...move,
      name: `${move.name} back`,
      count: -move.count,
      carried: -move.carried,
      worth: { by: 'same', as: `${document} ${move.name}` },
    })),
  };
}

export function payrollApproved(of: Payroll): Entry {
  const due = total(of.lines.map(({ amount }) => money(amount)));
  const repaid = of.lines.flatMap(({ user_fk, repayment = '0', repaid_in = [], ...pay }) => {
    const others = repaid_in.map(({ outlet_fk, amount }) => ({ outlet: outlet_fk, back: money(amount) }));
    // A net pay below zero is owed by the person.
    const net = earned(pay) - money(repayment);
    const own = {
      outlet: of.outlet_fk,
      back: money(repayment) - total(others.map(({ back }) => back)) + (net < 0n ? net : 0n),
    };
    return [own, ...others].map((part) => ({ ...part, party: `user-${user_fk}` }));
  });
  const line = (account: string, amount: bigint) => inSystem(of.outlet_fk, account, amount, of.system_currency_fk);
  const cost = due + total(repaid.map(({ back }) => back));
  const settled = repaid
    .filter(({ back }) => back !== 0n)
    .map(({ outlet, party, back }) => ({ ...line('staff-receivable', -back), outlet, party }));
  return {
    at: moment(of.date, null, 'out'),
    lines: [line('payroll', cost), line('payroll-payable', -due), ...settled],
    moves: [],
  };
}

export function payrollPaid({ payroll: of, ...paidOut }: PayrollPaid): Entry {
  const due = total(of.lines.map(({ amount }) => money(amount)));
  const line = (account: string, amount: bigint) => inSystem(of.outlet_fk, account, amount, of.system_currency_fk);
  const cash = cashAccount(paidOut.account_type, paidOut.account_fk);
  const own = [line('payroll-payable', due), line(cash, -due)];
  const lines = given({ ...paidOut, system_currency_fk: of.system_currency_fk }, own);
  const name = `money ${paidOut.payments_before ?? 0}`;
  return {
    at: moment(paidOut.date, paidOut.time, 'out'),
    lines,
    moves: foreignMoney(lines, of.system_currency_fk, name),
  };
}

type Pay = Pick<PayrollLine, 'base_salary' | 'addition' | 'deduction'>;
const earned = ({ base_salary, addition, deduction }: Pay): bigint =>
  money(base_salary) + money(addition ?? '0') - money(deduction ?? '0');

/** The cost becomes what was earned; what is not owed to the person any more, though it was paid, is owed by the person. */
export function payrollCorrected({ before, after, ...of }: PayrollCorrected): Entry {
  const line = (account: string, amount: bigint) => inSystem(of.outlet_fk, account, amount, of.system_currency_fk);
  const cost = earned(after) - earned(before);
  const debt = money(after.debt_amount ?? '0') - money(before.debt_amount ?? '0');
  const owing = { ...line('staff-receivable', debt), party: `user-${after.user_fk}` };
  return {
    at: moment(of.date, null, 'out'),
    lines: [line('payroll', cost), line('payroll-payable', -cost - debt), ...(debt === 0n ? [] : [owing])],
    moves: [],
  };
}
