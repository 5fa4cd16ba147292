/** Pairs of reports that must agree for any books, on any day, as known at any moment. */

import { expect } from 'vitest';
import { SALES_GROUPS } from '../../domain/registry/reports.ts';
import { type Money, money, printMoney } from '../../domain/values/money.ts';
import { personOf } from '../../identity/person.ts';
import type { Snapshot } from '../../read-api/database/reader.ts';
import { ageing } from '../../read-api/reports/ageing.ts';
import { balanceSheet } from '../../read-api/reports/balance-sheet.ts';
import { cashBook } from '../../read-api/reports/cash-book.ts';
import { cashFlow } from '../../read-api/reports/cash-flow.ts';
import { generalLedger } from '../../read-api/reports/general-ledger.ts';
import { incomeStatement } from '../../read-api/reports/income-statement.ts';
import { activeItems, itemsProfit } from '../../read-api/reports/items-profit.ts';
import { journal } from '../../read-api/reports/journal.ts';
import { salesReport } from '../../read-api/reports/sales.ts';
import { statement } from '../../read-api/reports/statement.ts';
import { trialBalance } from '../../read-api/reports/trial-balance.ts';
import { stockValuation } from '../../read-api/stock/stock-valuation.ts';
import { type Premises, USD } from '../projector/shop.ts';

const everyone = personOf(1, { user_name: 'all', email: 'a@example.com' }, undefined);

export type Query = Record<string, string>;

const sum = (amounts: Iterable<string>): string => {
  let total = 0n;
  for (const amount of amounts) total += money(amount);
  return printMoney(total as Money);
};
const net = (row: { debit: string; credit: string } | undefined): string =>
  row ? sum([row.debit, negated(row.credit)]) : '0';
const negated = (amount: string): string => printMoney(-money(amount) as Money);

type TrialBalance = Awaited<ReturnType<typeof trialBalance>>;
type TrialRow = TrialBalance['rows'][number];

/** The rows of accounts with these keys or this control number, without headings. */
const accountsOf = (rows: readonly TrialRow[], ...keys: string[]): TrialRow[] =>
  rows.filter((row) => keys.includes(row.key) && !row.is_heading);
const moved = (row: TrialRow) => ({ debit: row.movement_debit, credit: row.movement_credit });
/** Rows without a row below them; a control account above others has figures of its own. */
const leaves = (rows: readonly TrialRow[]): TrialRow[] => {
  const parents = new Set(rows.map((row) => row.parent));
  return rows.filter((row) => !parents.has(row.account));
};
const netOf = (rows: readonly TrialRow[], ...keys: string[]) => sum(accountsOf(leaves(rows), ...keys).map(net));

async function statementsAgree(snapshot: Snapshot, query: Query, until: Query, balance: TrialBalance): Promise<void> {
  const { rows, totals } = balance;
  expect(totals.debit).toBe(totals.credit);
  expect(totals.opening_debit).toBe(totals.opening_credit);
  expect(totals.movement_debit).toBe(totals.movement_credit);
  const top = new Map(rows.filter((row) => row.level === 0).map((row) => [row.key, net(row)]));
  const sheet = await balanceSheet(snapshot, everyone, until);
  const whole = await incomeStatement(snapshot, everyone, until);
  expect(sheet.totals.difference).toBe('0');
  expect(sheet.totals.assets).toBe(top.get('assets') ?? '0');
  expect(sheet.totals.liabilities).toBe(negated(top.get('liabilities') ?? '0'));
  const income = ['revenue', 'costs', 'expenses'].map((key) => top.get(key) ?? '0');
  expect(whole.totals.net_result).toBe(negated(sum(income)));
  expect(sheet.totals.equity).toBe(sum([negated(top.get('equity') ?? '0'), whole.totals.net_result]));

  const period = await incomeStatement(snapshot, everyone, query);
  const moves = rows.filter((row) => row.level === 0 && ['revenue', 'costs', 'expenses'].includes(row.key));
  const change = sum(moves.map((row) => net(moved(row))));
  expect(period.totals.net_result).toBe(query['from'] === undefined ? whole.totals.net_result : negated(change));
  for (const by of ['month', 'outlet']) {
    const parts = await incomeStatement(snapshot, everyone, { ...query, by });
    expect(parts.totals).toEqual(period.totals);
    for (const { amounts } of parts.rows) expect(sum(amounts.slice(0, -1))).toBe(amounts.at(-1) ?? '0');
  }
  const byOutlet = await balanceSheet(snapshot, everyone, { ...until, by: 'outlet' });
  expect(byOutlet.totals).toEqual(sheet.totals);
  // Entries balance within each outlet, so the balance sheets of outlets do too.
  expect(byOutlet.rows.filter(({ name }) => name === 'difference')).toEqual([]);
  const outlets = await trialBalance(snapshot, everyone, { ...query, by: 'outlet' });
  expect([outlets.totals.debit, outlets.totals.credit]).toEqual([totals.debit, totals.credit]);
  for (const { debit, credit } of outlets.outlets) expect(debit).toBe(credit);
  for (const row of leaves(outlets.rows)) expect(sum(row.outlets.map(net))).toBe(net(row));
}

async function partiesAgree(
  snapshot: Snapshot,
  premises: Premises,
  until: Query,
  rows: readonly TrialRow[],
): Promise<void> {
  const controls = {
    customer: netOf(rows, 'receivable', 'customer-advances'),
    supplier: negated(netOf(rows, 'payable', 'supplier-advances')),
  };
  for (const kind of ['customer', 'supplier'] as const) {
    const aged = await ageing(snapshot, kind, everyone, until);
    expect(aged.totals.base, `${kind}s`).toBe(controls[kind]);
    const parties = kind === 'customer' ? premises.customers : premises.suppliers;
    for (const consumer of parties) {
      const own = await statement(snapshot, kind, {
        person: everyone,
        query: { ...until, consumer_id: String(consumer) },
      });
      const sign = kind === 'customer' ? (amount: string) => amount : negated;
      const balances = own.closing.filter(({ amount, base }) => amount !== '0' || base !== '0');
      const said = aged.data.filter((row) => row.consumer_id === consumer && (row.balance !== '0' || row.base !== '0'));
      expect(said.map(({ currency_fk, balance, base }) => ({ currency_fk, amount: balance, base }))).toEqual(
        balances.map(({ currency_fk, amount, base }) => ({ currency_fk, amount: sign(amount), base: sign(base) })),
      );
      for (const row of said) {
        const buckets = [row.not_due, row.days_0_30, row.days_31_60, row.days_61_90, row.over_90, row.credit];
        expect(sum(buckets)).toBe(row.balance);
      }
    }
  }
}

async function cashAgrees(
  snapshot: Snapshot,
  premises: Premises,
  query: Query,
  rows: readonly TrialRow[],
): Promise<void> {
  const flow = await cashFlow(snapshot, everyone, query);
  expect(sum([flow.totals.opening, flow.totals.direct])).toBe(flow.totals.closing);
  expect(flow.totals.indirect).toBe(flow.totals.direct);
  expect(flow.totals.closing).toBe(netOf(rows, 'cash', 'bank', 'remittance'));
  const ends = [flow.direct.at(-1), flow.indirect.at(-1)].map((row) => row?.amounts);
  expect(ends).toEqual([[flow.totals.closing], [flow.totals.closing]]);
  if (query['from'] !== undefined) {
    const flowed = sum(accountsOf(leaves(rows), 'cash', 'bank', 'remittance').map((row) => net(moved(row))));
    expect(flow.totals.direct).toBe(flowed);
  }
  for (const id of premises.cashes) {
    const book = await cashBook(snapshot, {
      person: everyone,
      query: { ...query, account_id: String(id), per_page: '10' },
    });
    const held = rows.find((row) => row.account === book.account);
    expect(book.closing.base).toBe(net(held));
    const foreign = held?.foreign.find((value) => value.currency_fk === USD)?.amount ?? '0';
    expect(book.closing.amount).toBe(book.currency_fk === USD ? foreign : book.closing.base);
    const last = Number(book.last_page);
    const end = await cashBook(snapshot, {
      person: everyone,
      query: { ...query, account_id: String(id), per_page: '10', page: String(last) },
    });
    const after = end.data.at(-1);
    if (after) expect({ amount: after.balance, base: after.balance_base }).toEqual(book.closing);
  }
}

async function goodsAgree(snapshot: Snapshot, query: Query, until: Query, rows: readonly TrialRow[]): Promise<void> {
  const stock = await stockValuation(snapshot, everyone, until);
  expect(stock.totals.difference).toBe('0');
  expect(stock.inventories.filter((inventory) => inventory.difference !== '0')).toEqual([]);
  expect(stock.totals.value).toBe(netOf(rows, 'inventory'));
  expect(sum(stock.data.map(({ value }) => value ?? '0'))).toBe(stock.totals.value);

  const income = await incomeStatement(snapshot, everyone, query);
  const earned = (...keys: string[]) =>
    sum(income.rows.filter(({ name }) => keys.includes(name)).flatMap(({ amounts }) => amounts.slice(-1)));
  const revenue = earned('sales', 'sales-returns', 'sales-discounts');
  const cost = earned('cost-of-goods-sold', 'promotion-cost');
  const profit = await itemsProfit(snapshot, everyone, { ...query, per_page: '200' });
  expect(profit.totals).toMatchObject({ revenue, cost, profit: sum([revenue, negated(cost)]) });
  expect(sum(profit.data.map((row) => row.profit))).toBe(profit.totals.profit);
  const active = await activeItems(snapshot, everyone, { ...query, per_page: '200' });
  expect(active.totals).toEqual({ quantity: profit.totals.quantity, revenue });
  expect(sum(active.data.map((row) => row.revenue))).toBe(revenue);
  for (const group of SALES_GROUPS) {
    const sales = await salesReport(snapshot, everyone, { ...query, group, details: '1', per_page: '200' });
    expect(sales.totals, group).toMatchObject({ revenue, cost });
    expect(sum(sales.data.map((row) => row.revenue))).toBe(revenue);
    for (const row of group === 'invoice' ? sales.data : []) {
      expect(sum(row.items.map((item) => item.revenue))).toBe(row.revenue);
    }
  }
}

async function ledgersAgree(snapshot: Snapshot, query: Query, rows: readonly TrialRow[]): Promise<void> {
  const balances = new Map(leaves(rows).map((row) => [row.account, row]));
  const seen = new Map<number, { closing: string; debit: string; credit: string; last: string }>();
  let turnover = { debit: '', credit: '' };
  for (let page = 1, last = 1, at = 0; page <= last; page++) {
    const ledger = await generalLedger(snapshot, everyone, { ...query, per_page: '50', page: String(page) });
    last = ledger.last_page;
    turnover = ledger.totals;
    for (const row of ledger.data) {
      if ('closing' in row) {
        at = row.account;
        seen.set(at, { closing: row.closing, debit: '0', credit: '0', last: row.opening });
      } else {
        const own = seen.get(at);
        expect(own && row.account === at).toBe(true);
        if (!own) continue;
        own.debit = sum([own.debit, row.debit]);
        own.credit = sum([own.credit, row.credit]);
        own.last = row.balance;
      }
    }
  }
  for (const [account, { closing, debit, credit, last }] of seen) {
    expect(last, String(account)).toBe(closing);
    expect(closing, String(account)).toBe(net(balances.get(account)));
    const row = balances.get(account);
    if (query['from'] !== undefined && row) expect({ debit, credit }).toEqual(moved(row));
  }
  for (const [account, row] of balances) if (net(row) !== '0') expect(seen.has(account)).toBe(true);

  const entries = new Map<string, string>();
  const totals = { debit: '0', credit: '0' };
  for (let page = 1, last = 1; page <= last; page++) {
    const book = await journal(snapshot, everyone, { ...query, per_page: '200', page: String(page) });
    last = book.last_page;
    expect(book.totals).toEqual(turnover);
    for (const line of book.data) {
      const entry = `${line.position} ${line.entry_no}`;
      entries.set(entry, sum([entries.get(entry) ?? '0', line.debit, negated(line.credit)]));
      totals.debit = sum([totals.debit, line.debit]);
      totals.credit = sum([totals.credit, line.credit]);
    }
  }
  expect(totals).toEqual(turnover);
  expect([...entries].filter(([, amount]) => amount !== '0')).toEqual([]);
}

/**
 * Compares every pair for the same days, as known at the same moment. For a closed year the statements are not compared
 * with the trial balance, which contains the close.
 */
export async function reportsAgree(
  snapshot: Snapshot,
  premises: Premises,
  { from, ...until }: Query,
  isClosed = false,
): Promise<void> {
  const query = from === undefined ? until : { ...until, from };
  const balance = await trialBalance(snapshot, everyone, query);
  await partiesAgree(snapshot, premises, until, balance.rows);
  await cashAgrees(snapshot, premises, query, balance.rows);
  await ledgersAgree(snapshot, query, balance.rows);
  await goodsAgree(snapshot, query, until, balance.rows);
  if (!isClosed) await statementsAgree(snapshot, query, until, balance);
}
