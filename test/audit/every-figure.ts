/**
 * All figures of all reports with their names in the auditor's screens. The names are built from the answers of the
 * reports, as the web builds them.
 */

import { SALES_GROUPS } from '../../domain/registry/reports.ts';
import { money, negate, printMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../../read-api/database/reader.ts';
import { accountLedger } from '../../read-api/reports/account-ledger.ts';
import { ageing, BUCKETS } from '../../read-api/reports/ageing.ts';
import { balanceSheet } from '../../read-api/reports/balance-sheet.ts';
import { cashBook } from '../../read-api/reports/cash-book.ts';
import { cashFlow } from '../../read-api/reports/cash-flow.ts';
import type { FigureColumn, FigureRow } from '../../read-api/reports/figures.ts';
import { generalLedger } from '../../read-api/reports/general-ledger.ts';
import { incomeStatement } from '../../read-api/reports/income-statement.ts';
import { activeItems, itemsProfit } from '../../read-api/reports/items-profit.ts';
import { journal } from '../../read-api/reports/journal.ts';
import { salesReport } from '../../read-api/reports/sales.ts';
import { statement } from '../../read-api/reports/statement.ts';
import { TAX_FIGURES, taxReport } from '../../read-api/reports/tax.ts';
import { trialBalance } from '../../read-api/reports/trial-balance.ts';
import { inventory } from '../../read-api/stock/inventory.ts';
import { itemTransactions } from '../../read-api/stock/item-transactions.ts';
import { stockValuation } from '../../read-api/stock/stock-valuation.ts';

export interface NamedFigure {
  readonly name: string;
  readonly amount: string;
}
type Asked = Readonly<Record<string, string>>;
type Given = Readonly<Record<string, unknown>>;

/** The records and documents of the books that figures refer to. */
export interface There {
  readonly cashes: readonly number[];
  readonly customers: readonly number[];
  readonly suppliers: readonly number[];
  readonly items: readonly number[];
}

const ALL_ROWS = { per_page: '10000' };

/** The figures of one report; those that it does not show are omitted. */
class Figures {
  readonly found: NamedFigure[] = [];
  readonly #report: string;
  readonly #asked: Given;

  constructor(report: string, asked: Given) {
    this.#report = report;
    this.#asked = asked;
  }

  add(amount: unknown, ...names: readonly Given[]): void {
    if (typeof amount !== 'string' && typeof amount !== 'number') return;
    const fields = Object.entries(Object.assign({}, this.#asked, ...names) as Given).filter(
      ([, value]) => value !== undefined && value !== null,
    );
    this.found.push({
      name: [this.#report, ...fields.map(([name, value]) => `${name}=${value}`)].join(';'),
      amount: String(amount),
    });
  }

  /** Adds these columns of a row, each with its name. */
  row(row: object, columns: readonly string[], name: Given = {}): void {
    for (const of of columns) this.add((row as Given)[of], name, { of });
  }
}

export async function everyFigure(
  snapshot: Snapshot,
  person: Person,
  asked: Asked,
  there: There,
): Promise<NamedFigure[]> {
  const { from: _from, ...until } = asked;
  return [
    ...(await trialBalanceFigures(snapshot, person, asked)),
    ...(await trialBalanceFigures(snapshot, person, { ...asked, by: 'outlet' })),
    ...(await statementFigures(snapshot, person, asked, until)),
    ...(await ledgerFigures(snapshot, person, asked, there)),
    ...(await partyFigures(snapshot, person, asked, there)),
    ...(await goodsFigures(snapshot, person, asked, there)),
    ...(await salesFigures(snapshot, person, asked)),
    ...(await taxFigures(snapshot, person, asked)),
  ];
}

const SIDES = ['debit', 'credit'] as const;
const PERIOD_SIDES = ['opening_debit', 'opening_credit', 'movement_debit', 'movement_credit'] as const;

async function trialBalanceFigures(snapshot: Snapshot, person: Person, asked: Asked): Promise<NamedFigure[]> {
  const answer = await trialBalance(snapshot, person, asked);
  const figures = new Figures('trial_balance', asked);
  const columns = [...SIDES, ...(asked['from'] === undefined ? [] : PERIOD_SIDES)];
  figures.row(answer.totals, columns);
  for (const outlet of answer.outlets) figures.row(outlet, SIDES, { outlet_fk: outlet.outlet_fk });
  for (const { account, foreign, outlets, ...row } of answer.rows) {
    figures.row(row, columns, { account });
    for (const { currency_fk, amount } of foreign) figures.add(amount, { account, currency_fk, of: 'foreign' });
    for (const outlet of outlets) figures.row(outlet, SIDES, { account, outlet_fk: outlet.outlet_fk });
  }
  return figures.found;
}

async function statementFigures(
  snapshot: Snapshot,
  person: Person,
  asked: Asked,
  until: Asked,
): Promise<NamedFigure[]> {
  const found: NamedFigure[] = [];
  const add = (
    report: string,
    of: Asked,
    { rows, columns }: { rows: readonly FigureRow[]; columns: readonly FigureColumn[] },
  ) => {
    const figures = new Figures(report, of);
    for (const { row, amounts } of rows) {
      for (const [index, { from, as_at, outlet_fk }] of columns.entries()) {
        figures.add(
          amounts[index],
          { row },
          report === 'balance_sheet' ? { as_at, outlet_fk } : { from, as_at, outlet_fk },
        );
      }
    }
    found.push(...figures.found);
  };
  for (const by of [undefined, 'month', 'outlet']) {
    const query = by === undefined ? asked : { ...asked, by };
    add('income_statement', query, await incomeStatement(snapshot, person, query));
  }
  for (const query of [until, { ...until, by: 'outlet' }]) {
    add('balance_sheet', query, await balanceSheet(snapshot, person, query));
  }
  const flow = await cashFlow(snapshot, person, asked);
  for (const method of ['direct', 'indirect'] as const) {
    const figures = new Figures('cash_flow', { ...asked, method });
    for (const { row, amounts } of flow[method]) figures.add(amounts[0], { row });
    found.push(...figures.found);
  }
  return found;
}

const lineOf = ({ position, line_no }: { position: string; line_no: number }) => ({ line: `${position}-${line_no}` });

async function ledgerFigures(
  snapshot: Snapshot,
  person: Person,
  asked: Asked,
  { cashes }: There,
): Promise<NamedFigure[]> {
  const [general, entries] = [new Figures('general_ledger', asked), new Figures('journal', asked)];
  const ledger = await generalLedger(snapshot, person, { ...asked, ...ALL_ROWS });
  general.row(ledger.totals, SIDES);
  for (const row of ledger.data) {
    const own = { account: row.account, own: 1 };
    if ('closing' in row) general.row(row, ['opening', 'debit', 'credit', 'closing'], own);
    else general.add(row.balance, own, lineOf(row), { of: 'balance' });
  }
  entries.row((await journal(snapshot, person, { ...asked, ...ALL_ROWS })).totals, SIDES);
  const found = [...general.found, ...entries.found];
  for (const account of ['1000', '1310', '4100', '5100']) {
    const of = { ...asked, account };
    const figures = new Figures('account_ledger', of);
    const answer = await accountLedger(snapshot, { person, query: { ...of, ...ALL_ROWS } });
    figures.row(answer, ['opening', 'debit', 'credit', 'closing']);
    for (const line of answer.data) figures.add(line.balance, lineOf(line), { of: 'balance' });
    found.push(...figures.found);
  }
  for (const cash of cashes) {
    const { outlet_fk: _outlet, ...times } = asked;
    const of = { ...times, account_id: String(cash) };
    const figures = new Figures('cash_book', of);
    const book = await cashBook(snapshot, { person, query: { ...of, ...ALL_ROWS } });
    figures.row(book.totals, SIDES);
    for (const at of ['opening', 'closing'] as const) {
      figures.add(book[at].amount, { of: at });
      figures.add(book[at].base, { of: `${at}_base` });
    }
    for (const line of book.data) figures.row(line, ['balance', 'balance_base'], lineOf(line));
    found.push(...figures.found);
  }
  return found;
}

/** A supplier's statement shows debts of the business as positive. */
const turned = (amount: string): string => printMoney(negate(money(amount)));

async function partyFigures(
  snapshot: Snapshot,
  person: Person,
  asked: Asked,
  { customers, suppliers }: There,
): Promise<NamedFigure[]> {
  const found: NamedFigure[] = [];
  const { from: _from, outlet_fk: _outlet, ...until } = asked;
  for (const [kind, parties] of [
    ['customer', customers],
    ['supplier', suppliers],
  ] as const) {
    const aged = new Figures(`${kind}s_ageing`, until);
    const answer = await ageing(snapshot, kind, person, { ...until, ...ALL_ROWS });
    aged.row(answer.totals, ['base']);
    for (const { consumer_id, currency_fk, ...row } of answer.data) {
      aged.row(row, [...BUCKETS, 'balance', 'base'], { consumer_id, currency_fk });
    }
    found.push(...aged.found);
    for (const consumer of parties) {
      const of = { ...asked, consumer_id: String(consumer) };
      const figures = new Figures(`${kind}s_statement`, of);
      const told = await statement(snapshot, kind, { person, query: { ...of, ...ALL_ROWS } });
      for (const at of ['opening', 'closing'] as const) {
        for (const { currency_fk, amount, base } of told[at]) {
          figures.add(amount, { currency_fk, of: at });
          figures.add(base, { currency_fk, of: `${at}_base` });
          if (kind === 'supplier') figures.add(turned(amount), { currency_fk, of: at, side: 'owed' });
        }
      }
      for (const line of told.data) {
        const own = { currency_fk: line.currency_fk, ...lineOf(line), of: 'balance' };
        figures.add(line.balance, own);
        if (kind === 'supplier') figures.add(turned(line.balance), own, { side: 'owed' });
      }
      found.push(...figures.found);
    }
  }
  return found;
}

const LEVEL = ['quantity', 'value', 'average_cost'];

async function goodsFigures(
  snapshot: Snapshot,
  person: Person,
  asked: Asked,
  { items }: There,
): Promise<NamedFigure[]> {
  const { from: _from, outlet_fk: _outlet, ...until } = asked;
  const [held, valued] = [new Figures('inventory', until), new Figures('stock_valuation', until)];
  const levels = await inventory(snapshot, person, { ...until, ...ALL_ROWS });
  held.row(levels.footer, ['quantity', 'undelivered', 'value']);
  for (const { item_fk, inventory_fk, ...row } of levels.data)
    held.row(row, ['undelivered', ...LEVEL], { item_fk, inventory_fk });
  const worth = await stockValuation(snapshot, person, { ...until, ...ALL_ROWS });
  const sums = ['quantity', 'value', 'ledger', 'difference'];
  valued.row(worth.totals, sums);
  for (const { inventory_fk, ...row } of worth.inventories) valued.row(row, sums, { inventory_fk });
  for (const { item_fk, inventory_fk, ...row } of worth.data) valued.row(row, LEVEL, { item_fk, inventory_fk });
  const found = [...held.found, ...valued.found];
  const { outlet_fk: _of, ...times } = asked;
  for (const item of items) {
    const of = { ...times, item_fk: String(item) };
    const figures = new Figures('item_transactions', of);
    const told = await itemTransactions(snapshot, { person, query: { ...of, ...ALL_ROWS } });
    for (const at of ['opening', 'closing'] as const) {
      figures.add(told[at].quantity, { of: at });
      figures.add(told[at].value, { of: `${at}_value` });
    }
    for (const line of told.data) {
      const at = { line: `${line.position}-${line.cause_position}-${line.line_no}` };
      figures.add(line.quantity_after, at, { of: 'balance' });
      figures.add(line.value_after, at, { of: 'balance_value' });
    }
    found.push(...figures.found);
  }
  return found;
}

const SOLD = ['gross', 'returns', 'discounts', 'revenue'];
const NONE = 'none';

async function salesFigures(snapshot: Snapshot, person: Person, asked: Asked): Promise<NamedFigure[]> {
  const found: NamedFigure[] = [];
  const columns = [...SOLD, 'delivery', 'tax', 'total', 'cost', 'profit', 'margin'];
  for (const group of SALES_GROUPS) {
    const query = { ...asked, group, details: '1', ...ALL_ROWS };
    const figures = new Figures('sales', { ...asked, group });
    const answer = await salesReport(snapshot, person, query);
    figures.row(answer.totals, columns);
    for (const { key, items, ...row } of answer.data) {
      const own = { key: key || NONE };
      figures.row(row, [...columns, 'documents'], own);
      for (const { item_fk, ...item } of items)
        figures.row(item, ['quantity', ...SOLD], { ...own, item_fk: item_fk ?? NONE });
    }
    found.push(...figures.found);
  }
  const [profits, active] = [new Figures('items_profits', asked), new Figures('most_active_items', asked)];
  const brought = await itemsProfit(snapshot, person, { ...asked, ...ALL_ROWS });
  const ofItem = ['quantity', ...SOLD, 'cost', 'profit', 'margin'];
  profits.row(brought.totals, ofItem);
  for (const { item_fk, ...row } of brought.data) profits.row(row, ofItem, { item_fk: item_fk ?? NONE });
  const most = await activeItems(snapshot, person, { ...asked, ...ALL_ROWS });
  active.row(most.totals, ['quantity', 'revenue']);
  for (const { item_fk, ...row } of most.data)
    active.row(row, ['quantity', ...SOLD, 'documents'], { item_fk: item_fk ?? NONE });
  return [...found, ...profits.found, ...active.found];
}

async function taxFigures(snapshot: Snapshot, person: Person, asked: Asked): Promise<NamedFigure[]> {
  const found: NamedFigure[] = [];
  for (const group of ['tax', 'month', 'outlet', 'document']) {
    const figures = new Figures('tax', { ...asked, group });
    const answer = await taxReport(snapshot, person, { ...asked, group, ...ALL_ROWS });
    figures.row(answer.totals, [...TAX_FIGURES, 'opening', 'closing']);
    for (const { key, ...row } of answer.data) figures.row(row, TAX_FIGURES, { key: key || NONE });
    found.push(...figures.found);
  }
  const of = { ...asked, percentage: '5' };
  const figures = new Figures('tax', of);
  const answer = await taxReport(snapshot, person, { ...of, ...ALL_ROWS });
  figures.row(answer.totals, TAX_FIGURES);
  return [...found, ...figures.found];
}
