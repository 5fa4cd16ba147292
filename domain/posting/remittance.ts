/**
 * What a remittance posts (docs/accounting.md, section 5).
 *
 * When it is sent:
 *   debit  remittance         the money in transit
 *   debit  the fee's expense type
 *   credit cash
 * When it is paid out:
 *   debit  cash or bank       the receiving account; or payable and advances of a supplier, or a payable account
 *   debit  an expense type    what did not arrive
 *   credit remittance
 *   credit or debit realised exchange   the difference, when it arrived in another currency
 *
 * Foreign money keeps its carrying rate, as between two accounts in one currency; a payable account takes its own.
 */
import type { Remittance, RemittancePaid } from '../cash/remittance.ts';
import { cashKey } from '../chart/chart.ts';
import { SUPPLIER_SIDE } from '../debts/transaction-side.ts';
import { currencyOf } from '../entries/document-currency.ts';
import { inSystemCurrency, type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { carriedBalances, foreignCash } from '../entries/foreign-cash.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, printMoney, subtract } from '../values/money.ts';
import { postCashTransfer } from './cash-transfer.ts';
import { postTransaction } from './transaction.ts';

const REMITTANCE_TYPE = 3;
/** Offset of the fee's line numbers; sent money, fee and payout have different numbers. */
const FEE = 10;
const PAID_OUT = 20;

export function postRemittance(remittance: Remittance, document: string): Posting {
  const sent = postCashTransfer(
    {
      ...both(remittance),
      date: remittance.date,
      time: remittance.time,
      from_account_fk: remittance.account_fk,
      from_account_type: remittance.account_type,
      to_account_fk: remittance.remittance_account_fk,
      to_account_type: REMITTANCE_TYPE,
    },
    document,
  );
  const fee = feeOf(remittance);
  const effective = effectiveTime(remittance.date, remittance.time, 'out');
  return posting(effective, [...sent.lines, ...fee], [...sent.movements, ...foreignCash(fee, FEE)]);
}

export function postRemittancePayment(paid: RemittancePaid, document: string): Posting {
  const { remittance, date, time } = paid;
  const lost = missingOf(paid);
  if (lost.length === 0) return postArrived(paid, document);
  const missed = posting(effectiveTime(date, time, 'out'), lost, foreignCash(lost, PAID_OUT + FEE));
  const left = subtract(money(remittance.amount), missing(paid));
  if (left === 0n) return missed;
  const arrived = postArrived({ ...paid, remittance: { ...remittance, amount: printMoney(left) } }, document);
  return {
    ...arrived,
    lines: [...arrived.lines, ...missed.lines],
    movements: [...arrived.movements, ...missed.movements],
  };
}

const missing = ({ missing_amount }: RemittancePaid): Money => money(missing_amount ?? '0');

/** The part that arrived; `remittance` has its amount. */
function postArrived(paid: RemittancePaid, document: string): Posting {
  const { remittance, date, time, account_fk, account_type } = paid;
  if (paid.supplier_fk !== undefined) return toSupplier({ ...paid, supplier_fk: paid.supplier_fk }, document);
  if (account_fk === null || account_type === null) return toAccount(paid);
  const { to_outlet_fk, to_currency_fk, received_amount, rate: at } = paid;
  const same = both(remittance);
  return postCashTransfer(
    {
      ...same,
      to_outlet_fk: to_outlet_fk ?? same.to_outlet_fk,
      ...(to_currency_fk === undefined || received_amount === undefined
        ? {}
        : { to_currency_fk, to_amount: received_amount, rate: at ?? null }),
      date,
      time,
      from_account_fk: remittance.remittance_account_fk,
      from_account_type: REMITTANCE_TYPE,
      to_account_fk: account_fk,
      to_account_type: account_type,
    },
    document,
    PAID_OUT,
  );
}

/** What did not arrive leaves the money on its way as an expense of the sending outlet. */
function missingOf(paid: RemittancePaid): EntryLine[] {
  const { expense_type_fk, remittance } = paid;
  if (expense_type_fk === undefined) return [];
  const { outlet_fk: outlet, remittance_account_fk } = remittance;
  return inSystemCurrency(
    [
      { outlet, account: { key: 'expense-type', of: expense_type_fk }, amount: missing(paid) },
      { outlet, account: { key: 'remittance', of: remittance_account_fk }, amount: negate(missing(paid)) },
    ],
    currencyOf(remittance),
  );
}

/** A supplier is paid from the remittance account with the postings of a supplier transaction. */
function toSupplier(paid: RemittancePaid & { readonly supplier_fk: number }, document: string): Posting {
  const { remittance, supplier_fk, date, time, allocations = [] } = paid;
  // Its fee was paid when it was sent.
  const { expense_type_fk: _ofFee, ...sent } = remittance;
  const posted = postTransaction(
    SUPPLIER_SIDE,
    {
      ...sent,
      customer_fk: null,
      supplier_fk,
      transaction_type: 'pay',
      date,
      time,
      account_fk: remittance.remittance_account_fk,
      account_type: REMITTANCE_TYPE,
      replaces_fk: null,
      number: null,
      allocations,
    },
    document,
  );
  return { ...posted, movements: posted.movements.map((moved) => ({ ...moved, line: moved.line + PAID_OUT })) };
}

function toAccount({ remittance, date, time, ledger_account_fk, foreign_value }: RemittancePaid): Posting {
  const { outlet_fk: outlet, remittance_account_fk } = remittance;
  const amount = money(remittance.amount);
  const lines = inSystemCurrency(
    [
      { outlet, account: { key: 'other-liabilities', of: ledger_account_fk }, amount },
      { outlet, account: { key: 'remittance', of: remittance_account_fk }, amount: negate(amount) },
    ],
    currencyOf(remittance),
  );
  const balances = foreign_value === 'book_value' ? carriedBalances(lines) : [];
  return posting(effectiveTime(date, time, 'out'), lines, [...foreignCash(lines, PAID_OUT), ...balances]);
}

/** The common fields of sending and payout. */
function both({ outlet_fk, amount, currency_fk, system_currency_fk, rate: at }: Remittance) {
  return {
    outlet_fk,
    to_outlet_fk: outlet_fk,
    amount,
    to_amount: amount,
    currency_fk,
    to_currency_fk: currency_fk,
    system_currency_fk,
    rate: at,
  };
}

function feeOf(remittance: Remittance): EntryLine[] {
  const { outlet_fk: outlet, fee, expense_type_fk, account_fk, account_type } = remittance;
  if (fee === null || expense_type_fk === null) return [];
  return inSystemCurrency(
    [
      { outlet, account: { key: 'expense-type', of: expense_type_fk }, amount: money(fee) },
      { outlet, account: { key: cashKey(account_type), of: account_fk }, amount: negate(money(fee)) },
    ],
    currencyOf(remittance),
  );
}
