/**
 * Posting rules of expenses, incomes, cash transfers, general journals and opening balances (docs/accounting.md,
 * sections 5 and 6).
 */
import type { CashTransfer } from '../../domain/cash/cash-transfer-events.ts';
import type { Expense } from '../../domain/cash/expense.ts';
import type { Income } from '../../domain/cash/income.ts';
import type { GeneralJournal } from '../../domain/ledger/general-journal-events.ts';
import type { OpeningBalance } from '../../domain/ledger/opening-balance-events.ts';
import type { OpeningItem } from '../../domain/ledger/opening-item.ts';
import {
  cashAccount,
  converted,
  type Entry,
  foreignMoney,
  inSystem,
  type Line,
  type Move,
  moment,
  paidBy,
  paidTo,
} from './entry.ts';
import { baseUnits, inBooks, money, total } from './exact.ts';

export function expenseCompleted(of: Expense): Entry {
  const outlet = of.outlet_fk;
  const lines = converted(
    [
      { outlet, account: `expense-type ${of.expense_type_fk}`, amount: money(of.amount) },
      { outlet, ...paidBy(of), amount: -money(of.amount) },
    ],
    of,
  );
  return { at: moment(of.date, of.time, 'out'), lines, moves: foreignMoney(lines, of.system_currency_fk) };
}

export function incomeCompleted(of: Income): Entry {
  const outlet = of.outlet_fk;
  const lines = converted(
    [
      { outlet, ...paidTo(of), amount: money(of.amount) },
      { outlet, account: `income-type ${of.income_type_fk}`, amount: -money(of.amount) },
    ],
    of,
  );
  return { at: moment(of.date, of.time, 'in'), lines, moves: foreignMoney(lines, of.system_currency_fk) };
}

export type Moved = Omit<CashTransfer, 'rate_fk' | 'reference_number' | 'note'>;

/**
 * The base amount is that of the side in the system currency. Money that moves between two foreign accounts keeps its
 * carrying value.
 */
export function moneyTransferred(of: Moved, document: string, name = 'money'): Entry {
  const system = of.system_currency_fk;
  const base = of.to_currency_fk === system ? money(of.to_amount) : inBooks(money(of.amount), of);
  const from: Line = {
    account: cashAccount(of.from_account_type, of.from_account_fk),
    outlet: of.outlet_fk,
    currency: of.currency_fk,
    foreign: -money(of.amount),
    base: -base,
  };
  const to: Line = {
    account: cashAccount(of.to_account_type, of.to_account_fk),
    outlet: of.to_outlet_fk,
    currency: of.to_currency_fk,
    foreign: money(of.to_amount),
    base,
  };
  const moves = foreignMoney([from, to], system, name).map((move, index): Move => {
    if (index === 0) return move;
    const across = { outlet: from.outlet, through: 'inter-outlet' };
    const same: Move = { ...move, worth: { by: 'same', as: `${document} ${name} 0` } };
    return to.outlet === from.outlet ? same : { ...same, across };
  });
  const fee = feeTaken(of);
  const lost = foreignMoney(fee, system, `${name} fee`);
  return { at: moment(of.date, of.time, 'out'), lines: [from, to, ...fee], moves: [...moves, ...lost] };
}

/** What the bank of the sending account takes, at the rate of the transfer. */
export function feeTaken(of: Moved): Line[] {
  if (of.bank_fee === undefined) return [];
  const [foreign, base] = [money(of.bank_fee), inBooks(money(of.bank_fee), of)];
  const common = { outlet: of.outlet_fk, currency: of.currency_fk };
  return [
    { ...common, account: cashAccount(of.from_account_type, of.from_account_fk), foreign: -foreign, base: -base },
    { ...common, account: `expense-type ${of.expense_type_fk}`, foreign, base },
  ];
}

/** `nameOf` returns the name of an account by its number. */
export function journalPosted(of: GeneralJournal, nameOf: (account: number) => string): Entry {
  const lines = of.lines.map((line): Line => {
    const foreign = money(line.debit) - money(line.credit);
    const party = line.customer_fk !== null ? `customer-${line.customer_fk}` : `supplier-${line.supplier_fk}`;
    const staff = line.user_fk === undefined ? undefined : `user-${line.user_fk}`;
    return {
      account: nameOf(line.account),
      outlet: line.outlet_fk,
      party: line.customer_fk === null && line.supplier_fk === null ? staff : party,
      currency: line.currency_fk,
      foreign,
      base: inBooks(foreign, { ...line, system_currency_fk: of.system_currency_fk }),
    };
  });
  return { at: moment(of.date, of.time, 'out'), lines, moves: foreignMoney(lines, of.system_currency_fk) };
}

export function openingFinished(of: OpeningBalance): Entry {
  const [outlet, system] = [of.outlet_fk, of.system_currency_fk];
  const worth = (value: { readonly amount: string; readonly currency_fk: number; readonly rate: string | null }) => ({
    outlet,
    currency: value.currency_fk,
    foreign: money(value.amount),
    base: inBooks(money(value.amount), { ...value, system_currency_fk: system }),
  });
  const cashes = of.cashes.map(
    (cash): Line => ({ ...worth(cash), account: cashAccount(cash.account_type, cash.account_fk) }),
  );
  const parties = of.parties.map((party): Line => {
    const line = worth(party);
    const due = line.foreign >= 0n;
    if (party.user_fk !== undefined) return { ...line, account: 'staff-receivable', party: `user-${party.user_fk}` };
    if (party.supplier_fk === null) {
      return { ...line, account: due ? 'receivable' : 'customer-advances', party: `customer-${party.customer_fk}` };
    }
    const owed = { ...line, foreign: -line.foreign, base: -line.base };
    return { ...owed, account: due ? 'payable' : 'supplier-advances', party: `supplier-${party.supplier_fk}` };
  });
  const stock = of.stock.map((openingStock) =>
    inSystem(outlet, `inventory ${openingStock.inventory_fk}`, money(openingStock.value), system),
  );
  const accounts = of.accounts.map((opened): Line => {
    const record = opened.ledger_account_fk ?? opened.expense_type_fk ?? opened.income_type_fk ?? opened.stockholder_fk;
    const account = record === undefined ? opened.account : `${opened.account} ${record}`;
    const { amount, currency_fk = system, rate = null } = opened;
    return { ...worth({ amount, currency_fk, rate }), account };
  });
  const lines = [...cashes, ...parties, ...stock, ...accounts];
  const equity = inSystem(outlet, 'opening-equity', -total(lines.map(({ base }) => base)), system);
  const goods = of.stock.map(
    (openingStock): Move => ({
      name: `line ${openingStock.line_id}`,
      pool: { item: openingStock.item_fk, inventory: openingStock.inventory_fk },
      count: baseUnits(openingStock.quantity, openingStock.unit_factor),
      worth: { by: 'price', value: money(openingStock.value) },
      carried: money(openingStock.value),
      against: 'purchase-variance',
      outlet,
    }),
  );
  return {
    at: moment(of.date, null, 'in'),
    lines: [...lines, equity],
    moves: [...goods, ...foreignMoney(cashes, system)],
  };
}

/** A document that was open before the books begin. */
export function itemOpened(of: OpeningItem): Entry {
  const { outlet_fk: outlet, system_currency_fk: system, currency_fk: currency } = of;
  const isDebt = of.opened_as === 'debt';
  const account = () => {
    if (of.user_fk !== null) return 'staff-receivable';
    if (of.customer_fk !== null) return isDebt ? 'receivable' : 'customer-advances';
    return isDebt ? 'payable' : 'supplier-advances';
  };
  const party = () => {
    if (of.user_fk !== null) return `user-${of.user_fk}`;
    return of.customer_fk === null ? `supplier-${of.supplier_fk}` : `customer-${of.customer_fk}`;
  };
  const sign = isDebt === (of.supplier_fk === null) ? 1n : -1n;
  const base = sign * inBooks(money(of.amount), of);
  const line: Line = { account: account(), party: party(), outlet, currency, foreign: sign * money(of.amount), base };
  return {
    at: moment(of.opened_on, null, 'in'),
    lines: [line, inSystem(outlet, 'opening-equity', -base, system)],
    moves: [],
  };
}
