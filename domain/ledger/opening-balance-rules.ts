/** Rules of opening balances: known records, rates where they are required, and debits equal to credits. */

import { asWritten, lineItems } from '../catalogue/line-items.ts';
import { type HEADING_KEYS, ownAccountKey } from '../chart/chart.ts';
import { openingEquity } from '../chart/opening-equity.ts';
import { dueByTerms } from '../debts/due-date.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkHasRates, checkPlace, known, systemCurrency } from '../documents/document-rules.ts';
import { FIRST_YEAR, firstDayOf } from '../organisation/first-year.ts';
import { amountIn } from '../values/amount-in.ts';
import { namedBatches } from '../values/batch.ts';
import { defined } from '../values/defined.ts';
import { withoutTermsDay } from '../values/due-day.ts';
import { readDate, validDate } from '../values/effective-date.ts';
import { keysOf } from '../values/members.ts';
import { magnitude, money, printMoney } from '../values/money.ts';
import { quantity } from '../values/quantity.ts';
import { readRate } from '../values/rate.ts';
import { Issues } from '../values/refusal.ts';
import { type OpeningBalanceInput, RESULT_ACCOUNTS } from './opening-balance.schema.ts';
import type {
  OpeningAccount,
  OpeningBalance,
  OpeningCash,
  OpeningParty,
  OpeningStock,
} from './opening-balance-events.ts';
import { daysBefore } from './opening-days.ts';

type Heading = (typeof HEADING_KEYS)[number];

/** `before` is what is changed or corrected. */
export function openingFacts(input: OpeningBalanceInput, facts: Facts, before?: OpeningBalance): OpeningBalance {
  const issues = new Issues();
  const year = known(facts, issues, 'financial_year_fk', 'financial_year', input.financial_year_fk);
  if (input.financial_year_fk !== FIRST_YEAR) issues.add('financial_year_fk', 'first_year_only');
  const days = daysBefore(year, facts.today);
  checkPlace({ outlet_fk: input.outlet_fk, date: days.first_day }, facts, issues);
  const opening: OpeningBalance = {
    outlet_fk: input.outlet_fk,
    financial_year_fk: input.financial_year_fk,
    system_currency_fk: systemCurrency(facts),
    ...days,
    note: input.note ?? null,
    cashes: cashFacts(input, facts, issues),
    parties: partyFacts(input, facts, issues),
    stock: stockFacts(input, facts, issues, before?.stock),
    accounts: accountFacts(input, facts, issues),
  };
  issues.throwIfAny();
  return opening;
}

/** The days of the first year may have been changed after the draft was saved. */
export function openingToday(opening: OpeningBalance, facts: Facts): OpeningBalance {
  const year = facts.record('financial_year', opening.financial_year_fk);
  const days = daysBefore(year, validDate(opening.first_day));
  return { ...opening, ...days, parties: opening.parties.map((party) => withDueDay(party, days.date, facts)) };
}

/** An amount due, not an advance; what staff owe is not due on a day. */
const isDue = ({ amount, user_fk }: Pick<OpeningParty, 'amount' | 'user_fk'>): boolean =>
  user_fk === undefined && money(amount) > 0n;

function withDueDay(party: OpeningParty, date: string, facts: Facts): OpeningParty {
  if (party.due_date !== undefined || !isDue(party)) return party;
  const { customer_fk, supplier_fk } = party;
  const of = customer_fk === null ? ({ kind: 'supplier', id: supplier_fk } as const) : customerOf(customer_fk);
  return { ...party, ...dueByTerms(date, of, facts) };
}

const customerOf = (id: number) => ({ kind: 'customer', id }) as const;

/** A draft again: days that the terms gave are given anew when it is finished. */
export const withoutTermsDays = (opening: OpeningBalance): OpeningBalance => ({
  ...opening,
  parties: opening.parties.map(withoutTermsDay),
});

function cashFacts(input: OpeningBalanceInput, facts: Facts, issues: Issues): OpeningCash[] {
  const system = systemCurrency(facts);
  const sections = input.cashes ?? [];
  return sections.map(({ account_fk, amount, rate }, index) => {
    const prefix = `cashes.${index}.`;
    const account = known(facts, issues, `${prefix}account_fk`, 'cash', account_fk)?.data;
    const currency = Number(account?.['currency_fk'] ?? system);
    const outlet = account?.['outlet_fk'];
    if (outlet && outlet !== input.outlet_fk) issues.add(`${prefix}account_fk`, 'not_of_the_outlet');
    if (sections.findIndex((other) => other.account_fk === account_fk) !== index) {
      issues.add(`${prefix}account_fk`, 'unique');
    }
    checkHasRates(currency, `${prefix}account_fk`, facts, issues);
    // Foreign money is valued as a pool at its receipts: it cannot start below zero.
    if (currency !== system && money(amount) < 0n) issues.add(`${prefix}amount`, 'min', { value: '0' });
    return {
      account_fk,
      account_type: Number(account?.['cash_type'] ?? 1),
      currency_fk: currency,
      rate: rateOf(currency, system, rate, prefix, issues),
      amount,
    };
  });
}

function partyFacts(input: OpeningBalanceInput, facts: Facts, issues: Issues): OpeningParty[] {
  const system = systemCurrency(facts);
  const sections = input.parties ?? [];
  return sections.map(
    ({ customer_fk = null, supplier_fk = null, user_fk = null, currency_fk, amount, rate, due_date }, index) => {
      const prefix = `parties.${index}.`;
      const named = [customer_fk, supplier_fk, user_fk].filter((id) => id !== null);
      if (named.length !== 1) issues.add(`${prefix}customer_fk`, 'customer_or_supplier');
      known(facts, issues, `${prefix}customer_fk`, 'customer', customer_fk);
      known(facts, issues, `${prefix}supplier_fk`, 'supplier', supplier_fk);
      known(facts, issues, `${prefix}user_fk`, 'user', user_fk);
      if (user_fk !== null) {
        if (currency_fk !== system) issues.add(`${prefix}currency_fk`, 'account_of_another_currency');
        if (money(amount) < 0n) issues.add(`${prefix}amount`, 'min', { value: '0' });
      }
      if (due_date && !readDate(due_date)) issues.add(`${prefix}due_date`, 'date');
      known(facts, issues, `${prefix}currency_fk`, 'currency', currency_fk);
      checkHasRates(currency_fk, `${prefix}currency_fk`, facts, issues);
      const same = (other: (typeof sections)[number]) =>
        (other.customer_fk ?? null) === customer_fk &&
        (other.supplier_fk ?? null) === supplier_fk &&
        (other.user_fk ?? null) === user_fk &&
        other.currency_fk === currency_fk;
      if (sections.findIndex(same) !== index) issues.add(`${prefix}currency_fk`, 'unique');
      return {
        customer_fk,
        supplier_fk,
        ...(user_fk === null ? {} : { user_fk }),
        currency_fk,
        rate: rateOf(currency_fk, system, rate, prefix, issues),
        amount,
        ...(due_date && isDue({ amount, ...(user_fk === null ? {} : { user_fk }) }) ? { due_date } : {}),
      };
    },
  );
}

type AccountInput = NonNullable<OpeningBalanceInput['accounts']>[number];

/** The record that an account names, by the field of its id. */
const RECORDS = {
  expense_type_fk: 'expense_type',
  income_type_fk: 'income_type',
  stockholder_fk: 'stockholder',
} as const;
/** The accounts that name a record of their own; capital may. */
const NAMING = {
  'expense-type': 'expense_type_fk',
  'income-type': 'income_type_fk',
  capital: 'stockholder_fk',
} as const;

const isNaming = (account: string): account is keyof typeof NAMING => account in NAMING;
const nameOfAccount = (line: AccountInput): string =>
  [line.account, line.ledger_account_fk, line.expense_type_fk, line.income_type_fk, line.stockholder_fk]
    .map((part) => part ?? '')
    .join(':');

/** A system account is identified by its key, a custom account by its record; each at most once. */
function accountFacts(input: OpeningBalanceInput, facts: Facts, issues: Issues): OpeningAccount[] {
  const sections = input.accounts ?? [];
  const names = sections.map(nameOfAccount);
  return sections.flatMap((line, index): OpeningAccount[] => {
    const { account, ledger_account_fk, amount } = line;
    const prefix = `accounts.${index}.`;
    const field = `${prefix}account`;
    const own = known<{ readonly heading: Heading }>(facts, issues, field, 'ledger_account', ledger_account_fk);
    if (!account === !ledger_account_fk) issues.add(field, 'unknown_account');
    if (names.indexOf(defined(names[index])) !== index) issues.add(field, 'unique');
    const record = recordOfLine(line, field, facts, issues);
    if (isResult(account ?? (own && ownAccountKey(own.data.heading)))) checkWithinYear(field, facts, issues);
    const currency = currencyOfLine(line, own?.data.heading, prefix, facts, issues);
    if (account) return [{ account, ...record, ...currency, amount }];
    if (!own) return [];
    return [{ account: ownAccountKey(own.data.heading), ledger_account_fk: own.id, ...currency, amount }];
  });
}

function recordOfLine(line: AccountInput, field: string, facts: Facts, issues: Issues) {
  const { account } = line;
  const wanted = account && isNaming(account) ? NAMING[account] : undefined;
  for (const name of keysOf(RECORDS)) {
    known(facts, issues, field, RECORDS[name], line[name]);
    if (line[name] && name !== wanted) issues.add(field, 'unknown_account');
  }
  const id = wanted && line[wanted];
  if (wanted && !id && account !== 'capital') issues.add(field, 'unknown_account');
  return wanted && id ? { [wanted]: id } : {};
}

const RESULT_HEADINGS: ReadonlySet<string> = new Set(['other-revenue', 'other-costs', 'other-expenses']);
const isResult = (account: string | undefined): boolean =>
  account !== undefined && (RESULT_HEADINGS.has(account) || RESULT_ACCOUNTS.some((result) => result === account));

/** Income and expenses belong to a year: the books begin within it. */
function checkWithinYear(field: string, facts: Facts, issues: Issues): void {
  const year = facts.record('financial_year', FIRST_YEAR)?.data;
  if (year && firstDayOf(year) === year['start_date']) issues.add(field, 'results_within_a_year');
}

/** Loans, deposits and what else is owed in money may be in a foreign currency. */
function currencyOfLine(
  { currency_fk, rate }: AccountInput,
  heading: Heading | undefined,
  prefix: string,
  facts: Facts,
  issues: Issues,
): Pick<OpeningAccount, 'currency_fk' | 'rate'> {
  const system = systemCurrency(facts);
  if (!currency_fk || currency_fk === system) return {};
  known(facts, issues, `${prefix}currency_fk`, 'currency', currency_fk);
  if (heading !== 'assets' && heading !== 'liabilities') {
    issues.add(`${prefix}currency_fk`, 'account_of_another_currency');
  }
  checkHasRates(currency_fk, `${prefix}currency_fk`, facts, issues);
  const at = rateOf(currency_fk, system, rate, prefix, issues);
  return at === null ? {} : { currency_fk, rate: at };
}

function rateOf(
  currency: number,
  system: number,
  given: string | null | undefined,
  prefix: string,
  issues: Issues,
): string | null {
  if (currency === system) return null;
  if (!given) issues.add(`${prefix}rate`, 'required');
  else if ((readRate(given) ?? 0n) <= 0n) issues.add(`${prefix}rate`, 'greater_than', { value: '0' });
  return given ?? null;
}

function stockFacts(
  input: OpeningBalanceInput,
  facts: Facts,
  issues: Issues,
  written: readonly OpeningStock[] | undefined,
): OpeningStock[] {
  const found = new Issues();
  const items = lineItems(input.stock ?? [], facts, found, asWritten(written));
  for (const { field, message } of found.list) issues.add(field.replace('lines.', 'stock.'), message);
  return items.map(({ line, line_id, item_type, unit_factor }, index) => {
    const prefix = `stock.${index}.`;
    const inventory = known(facts, issues, `${prefix}inventory_fk`, 'inventory', line.inventory_fk);
    if (inventory && inventory.data['outlet_fk'] !== input.outlet_fk) {
      issues.add(`${prefix}inventory_fk`, 'not_of_the_outlet');
    }
    if (item_type !== 'goods') issues.add(`${prefix}item_fk`, 'goods_only');
    if (quantity(line.quantity) <= 0n) issues.add(`${prefix}quantity`, 'greater_than', { value: '0' });
    const { inventory_fk, item_fk, unit_fk, value } = line;
    const { expire_date, note } = line;
    const entered = {
      ...namedBatches(line),
      ...(expire_date ? { expire_date } : {}),
      ...(note ? { note } : {}),
    };
    return { line_id, inventory_fk, item_fk, unit_fk, unit_factor, quantity: line.quantity, value, ...entered };
  });
}

/** Throws Refusal when there is nothing to open, or opening equity is not zero and may not stay. */
export function checkOpening(opening: OpeningBalance, { mayDiffer = false } = {}): void {
  const issues = new Issues();
  const { cashes, parties, stock, accounts } = opening;
  if ([cashes, parties, stock, accounts].every((section) => section.length === 0)) {
    issues.add('', 'at_least_one_line');
  }
  const difference = openingEquity(opening);
  if (difference !== 0n && !mayDiffer) {
    const value = amountIn(printMoney(magnitude(difference)), opening.system_currency_fk);
    issues.add('', 'opening_equity_not_zero', { value });
  }
  issues.throwIfAny();
}
