/**
 * `GET financial_reports/cash_flow`: the change of cash accounts, banks and remittances in a period, as known at a
 * moment, in two forms. Direct: the other accounts of the entries that moved cash, by purpose. Indirect: the net
 * result, and the changes of every other balance of the balance sheet. Both start and end at the same cash balance,
 * which is that of the trial balance.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { accountBalances, shift } from '../books/account-balances.ts';
import { type Chart, type ChartAccount, readChart } from '../books/chart.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { allOf, mustSeeCost, rowScope } from '../http/scope.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { ALL, FigureRow, Figures, StatementRows } from './figures.ts';
import { inTimes } from './running.ts';
import { type CashSection, type ChangeSection, cashSection, changeSection, isCash, isGoods } from './sections.ts';
import { outletConditions } from './trial-balance.ts';

const CashFlow = Type.Object({
  position: Type.String(),
  direct: Type.Array(FigureRow),
  indirect: Type.Array(FigureRow),
  totals: Type.Object({
    opening: Type.String(),
    /** The total of the direct rows, and of the indirect rows. */
    direct: Type.String(),
    indirect: Type.String(),
    closing: Type.String(),
  }),
});

export const cashFlowRoute = declareRead({
  url: '/financial_reports/cash_flow',
  permission: 'financial_reports/cash_flow',
  reads: ['books', 'events', 'records'],
  query: Query({ from: Type.Optional(DayText()), ...TwoTimes, outlet_fk: Type.Optional(IdText()) }),
  answer: CashFlow,
  operationId: 'cashFlow',
  tag: 'reports',
  summary: 'How cash changed in a period, directly and indirectly',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => cashFlow(snapshot, person, query)),
});

export async function cashFlow(
  snapshot: Snapshot,
  person: Person,
  query: Readonly<Record<string, string | undefined>>,
) {
  mustSeeCost(person);
  const { from, as_at: asAt } = query;
  const known = await readKnownAt(snapshot, query['known_at']);
  const where = outletConditions(person, query['outlet_fk']);
  const chart = await readChart(snapshot);
  const accounts = chart.inOrder.filter((account) => !account.is_heading);
  const cash = accounts.filter(isCash).map(({ account }) => account);
  const before = from === undefined ? [] : await accountBalances(snapshot, { asAt: shift(from, -1), known, where });
  const opening = new Figures(before).of(cash);
  const closing = new Figures(await accountBalances(snapshot, { asAt, known, where })).of(cash);

  const counters = await counterAccounts(snapshot, { person, cash, where, times: inTimes(from, asAt, known) });
  const direct = new StatementRows(chart, [WHOLE]);
  const directChange = directRows(direct, chart, accounts, counters);
  const indirect = new StatementRows(chart, [WHOLE]);
  const changes = new Figures(await accountBalances(snapshot, { from, asAt, known, where, withoutClosing: true }));
  const indirectChange = indirectRows(indirect, chart, accounts, changes);
  for (const [rows, change] of [
    [direct, directChange],
    [indirect, indirectChange],
  ] as const) {
    rows.total('change_of_cash', [change], CHANGES);
    rows.total('opening_cash', [opening]);
    rows.total('closing_cash', [opening + change], ['opening_cash', 'change_of_cash']);
  }
  return {
    position: await shownPosition(snapshot, known),
    direct: direct.rows,
    indirect: indirect.rows,
    totals: {
      opening: printMoney(toMoney(opening)),
      direct: printMoney(toMoney(directChange)),
      indirect: printMoney(toMoney(indirectChange)),
      closing: printMoney(toMoney(closing)),
    },
  };
}

const WHOLE = { part: ALL, name: null, from: null, as_at: null, outlet_fk: null };

interface Counter {
  readonly account: number;
  readonly is_opening: boolean;
  /** Incoming cash is positive. */
  readonly amount: string;
}

interface CashMoved {
  readonly person: Person;
  /** The accounts of cash, banks and remittances. */
  readonly cash: readonly number[];
  readonly where: readonly Condition[];
  readonly times: readonly Condition[];
}

/**
 * The other lines `j` of every entry that moved cash: their sum is the cash change with the opposite sign. Entries
 * balance within each outlet, so this also holds for a person who sees only some of them.
 */
export function ofCashEntries({ person, cash, where, times }: CashMoved): Condition[] {
  const own: Condition = allOf([sql`account = any(${[...cash]}::int[])`, ...where]);
  return [
    sql`(j.position, j.entry_no) in (select j.position, j.entry_no from read.journal_line j ${whereAll([...times, own])})`,
    sql`not ${own}`,
    ...rowScope(person, { outlet: sql`j.outlet_fk` }),
  ];
}

async function counterAccounts(snapshot: Snapshot, moved: CashMoved): Promise<readonly Counter[]> {
  const { rows } = await sql<Counter>`
    select j.account, j.document_kind = 'opening_balance' as is_opening, -sum(j.base) as amount
    from read.journal_line j ${whereAll(ofCashEntries(moved))} group by 1, 2`.execute(snapshot);
  return rows;
}

export const CASH_SECTIONS: readonly CashSection[] = [
  'customers',
  'suppliers',
  'expenses',
  'other_income',
  'investing',
  'owners',
  'transfers',
  'opening',
  'rest',
  'exchange',
];

function directRows(
  rows: StatementRows,
  chart: Chart,
  accounts: readonly ChartAccount[],
  counters: readonly Counter[],
): bigint {
  const amountOf = (of: readonly Counter[]) => of.reduce((sum, { amount }) => sum + money(amount), 0n);
  const ordinary = counters.filter((counter) => !counter.is_opening);
  const figures = new Figures(ordinary.map(({ account, amount }) => ({ account, part: ALL, base: amount })));
  const sections = Map.groupBy(
    accounts.filter((account) => figures.has(account.account)),
    (account) => cashSection(chart, account),
  );
  const opening = amountOf(counters.filter((counter) => counter.is_opening));
  return CASH_SECTIONS.reduce((sum, name) => {
    const own = sections.get(name) ?? [];
    const goods = own.filter(isGoods).map(({ account }) => account);
    const others = [
      { name: 'goods', amounts: [figures.of(goods)] },
      ...(name === 'opening' ? [{ name: 'opening-equity', amounts: [opening] }] : []),
    ];
    const [amount = 0n] = rows.sectionIfAny(
      `cash_${name}`,
      own.filter((account) => !isGoods(account)),
      figures,
      1n,
      others,
    );
    return sum + amount;
  }, 0n);
}

export const CHANGE_SECTIONS: readonly ChangeSection[] = ['operating', 'investing', 'financing'];

/** The names of the cash change in both forms. */
const CHANGES: readonly string[] = [
  ...CASH_SECTIONS.map((name) => `total_cash_${name}`),
  'net_result',
  ...CHANGE_SECTIONS.map((name) => `total_change_${name}`),
];

function indirectRows(rows: StatementRows, chart: Chart, accounts: readonly ChartAccount[], changes: Figures): bigint {
  const income = accounts.filter(({ statement }) => statement === 'income').map(({ account }) => account);
  const result = -changes.of(income);
  rows.total('net_result', [result]);
  const sheet = accounts.filter((account) => account.statement !== 'income' && !isCash(account));
  const sections = Map.groupBy(sheet, (account) => changeSection(chart, account));
  return CHANGE_SECTIONS.reduce((sum, name) => {
    const [amount = 0n] = rows.sectionIfAny(`change_${name}`, sections.get(name) ?? [], changes, -1n);
    return sum + amount;
  }, result);
}
