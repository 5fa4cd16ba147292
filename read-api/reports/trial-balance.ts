/**
 * `GET financial_reports/trial_balance`: the balance of every account as at a day and as known at a moment, in the tree
 * of the chart, with the sums of each heading; for a period also the opening balance and the movements, optionally for
 * each outlet. A figure of an account is the closing balance of its ledger (`account_ledger`, with the same
 * parameters); total debits equal total credits.
 */

import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { keyedBy } from '../../domain/values/members.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { type AccountBalance, accountBalances } from '../books/account-balances.ts';
import { type Chart, type ChartAccount, costAccounts, readChart } from '../books/chart.ts';
import { readKnownAt, shownPosition, systemCurrency } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { checkOutlet, rowScope, seesCost } from '../http/scope.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';
import { betweenInTrialBalance, INTER_OUTLET, isBetweenOutlets, withoutBetweenOutlets } from './between-outlets.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

const OfOutlet = Type.Object({ outlet_fk: Type.Integer(), debit: Type.String(), credit: Type.String() });
const TrialBalanceRow = Type.Object({
  account: Type.Integer(),
  code: Type.String(),
  /** The name is the message `account.<key>`, unless the account has its own. */
  key: Type.String(),
  name: Text(),
  parent: Type.Union([Type.Integer(), Type.Null()]),
  level: Type.Integer(),
  is_heading: Type.Boolean(),
  side: Type.String(),
  statement: Type.String(),
  debit: Type.String(),
  credit: Type.String(),
  /** For a period: opening balance and movements; without `from` zero. */
  opening_debit: Type.String(),
  opening_credit: Type.String(),
  movement_debit: Type.String(),
  movement_credit: Type.String(),
  /** The part in currencies other than the system currency. */
  foreign: Type.Array(Type.Object({ currency_fk: Type.Integer(), amount: Type.String() })),
  /** The part of each outlet, if requested. */
  outlets: Type.Array(OfOutlet),
});
const SIDES = ['debit', 'credit', 'opening_debit', 'opening_credit', 'movement_debit', 'movement_credit'] as const;
type Side = (typeof SIDES)[number];
const Totals = Type.Object(keyedBy(SIDES, () => Type.String()));
const TrialBalance = Type.Object({
  from: Text(),
  as_at: Text(),
  known_at: Text(),
  position: Type.String(),
  rows: Type.Array(TrialBalanceRow),
  totals: Totals,
  /** The outlets of the rows' `outlets` columns. */
  outlets: Type.Array(Type.Object({ ...OfOutlet.properties, outlet_name: Text() })),
  currencies: Type.Array(Type.Object({ currency_fk: Type.Integer(), currency_name: Text() })),
});
export type TrialBalanceRow = Static<typeof TrialBalanceRow>;

export const trialBalanceRoute = declareRead({
  url: '/financial_reports/trial_balance',
  permission: 'financial_reports/trial_balance',
  reads: ['books', 'events', 'records'],
  query: Query({
    from: Type.Optional(DayText()),
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    by: Type.Optional(Type.Enum(['outlet'])),
  }),
  answer: TrialBalance,
  operationId: 'trialBalance',
  tag: 'reports',
  summary: 'Balances of all accounts as at a day, as known at a moment',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => trialBalance(snapshot, person, query)),
});

export interface TrialBalanceQuery {
  /** First day of the period; default from the beginning. */
  readonly from?: string;
  readonly as_at?: string;
  readonly known_at?: string;
  readonly outlet_fk?: string;
  readonly by?: string;
}

export async function trialBalance(
  snapshot: Snapshot,
  person: Person,
  requested: TrialBalanceQuery,
): Promise<Static<typeof TrialBalance>> {
  const known = await readKnownAt(snapshot, requested.known_at);
  const chart = await readChart(snapshot);
  const hidden = seesCost(person) ? [] : costAccounts(chart);
  const between = await betweenInTrialBalance(snapshot, person, requested);
  const where = [
    sql<boolean>`account <> all(${[...hidden]}::int[])`,
    ...outletConditions(person, requested.outlet_fk),
    ...(between === 'none' ? [withoutBetweenOutlets()] : []),
  ];
  const by = requested.by === 'outlet' ? 'outlet' : undefined;
  const times = { asAt: requested.as_at, known, where };
  const balances = await accountBalances(snapshot, { ...times, by });
  const period =
    requested.from === undefined ? undefined : await accountBalances(snapshot, { ...times, from: requested.from });
  const system = await systemCurrency(snapshot);
  const { rows, totals } = treeRows(chart, { balances, period, system, oneRow: between === 'one_row' });
  return {
    from: requested.from ?? null,
    as_at: requested.as_at ?? null,
    known_at: requested.known_at ?? null,
    position: await shownPosition(snapshot, known),
    rows,
    ...(await namesOf(snapshot, rows, totals)),
    totals: printedSides(totals),
  };
}

/** The requested outlet, or those of the person. */
export function outletConditions(
  person: Person,
  outlet: string | undefined,
  column: RawBuilder<unknown> = sql`outlet_fk`,
): Condition[] {
  if (outlet === undefined) return rowScope(person, { outlet: column });
  checkOutlet(person, Number(outlet));
  return [sql`${column} = ${Number(outlet)}`];
}

type Sums = Record<Side, bigint> & {
  readonly foreign: Map<number, bigint>;
  readonly outlets: Map<number, { debit: bigint; credit: bigint }>;
};

const noSums = (): Sums => ({
  ...keyedBy(SIDES, () => 0n),
  foreign: new Map(),
  outlets: new Map(),
});

interface Found {
  readonly balances: readonly AccountBalance[];
  /** Undefined without a period. */
  readonly period: readonly AccountBalance[] | undefined;
  readonly system: number;
  /** Whether the balance between outlets is a separate row below the tree. */
  readonly oneRow: boolean;
}

/** Rows of accounts with a balance or a movement, and of all accounts above them. */
function treeRows(chart: Chart, { balances, period, system, oneRow }: Found) {
  const sums = new Map<number, Sums>();
  const totals = noSums();
  const rowOfAccount = ({ account }: AccountBalance) => (oneRow && isBetweenOutlets(account) ? BETWEEN_ROW : account);
  const moved = period && Map.groupBy(period, rowOfAccount);
  for (const [account, own] of Map.groupBy(balances, rowOfAccount)) {
    const figures = sumsOf(own, moved && (moved.get(account) ?? []), system);
    add(totals, figures);
    if (account === BETWEEN_ROW) sums.set(account, figures);
    for (let at = chart.get(account); at; at = at.parent === null ? undefined : chart.get(at.parent)) {
      const into = sums.get(at.account) ?? noSums();
      sums.set(at.account, into);
      add(into, figures);
    }
  }
  const rows = chart.inOrder.flatMap((account) => {
    const found = sums.get(account.account);
    return found && isShown(found) ? [rowOf(account, found)] : [];
  });
  const between = sums.get(BETWEEN_ROW);
  if (between && isShown(between)) rows.push(rowOf(BETWEEN, between));
  return { rows, totals };
}

/** A number that no account of the chart has, used while summing. */
const BETWEEN_ROW = 0;
/** Its ledger is that of both accounts, requested by the number of one. */
const BETWEEN: RowAccount = {
  account: INTER_OUTLET,
  code: '',
  key: 'inter-outlet',
  name: null,
  parent: null,
  level: 0,
  is_heading: false,
  side: 'debit',
  statement: 'balance_sheet',
};

/** A total of zero may still have non-zero parts in outlets. */
function isShown(sums: Sums): boolean {
  return (
    SIDES.some((side) => sums[side] !== 0n) ||
    sums.foreign.size > 0 ||
    [...sums.outlets.values()].some(({ debit, credit }) => debit !== credit)
  );
}

/** An account's balance is on one side; a heading has the sums of both sides below it. */
function sumsOf(own: readonly AccountBalance[], moved: readonly AccountBalance[] | undefined, system: number): Sums {
  const sums = noSums();
  const base = total(own, 'base');
  [sums.debit, sums.credit] = onItsSide(base);
  if (moved) {
    [sums.movement_debit, sums.movement_credit] = [total(moved, 'debit'), total(moved, 'credit')];
    [sums.opening_debit, sums.opening_credit] = onItsSide(base - total(moved, 'base'));
  }
  for (const [outlet, of] of Map.groupBy(own, ({ part }) => part)) {
    const [debit, credit] = onItsSide(total(of, 'base'));
    if (outlet !== '') sums.outlets.set(Number(outlet), { debit, credit });
  }
  for (const { currency_fk, foreign_amount } of own) {
    if (currency_fk !== system) addForeign(sums, currency_fk, money(foreign_amount));
  }
  return sums;
}

const onItsSide = (base: bigint): [bigint, bigint] => (base > 0n ? [base, 0n] : [0n, -base]);
const total = (balances: readonly AccountBalance[], of: 'base' | 'debit' | 'credit'): bigint =>
  balances.reduce((sum, balance) => sum + money(balance[of]), 0n);

function add(into: Sums, from: Sums): void {
  for (const side of SIDES) into[side] += from[side];
  for (const [outlet, { debit, credit }] of from.outlets) {
    const before = into.outlets.get(outlet) ?? { debit: 0n, credit: 0n };
    into.outlets.set(outlet, { debit: before.debit + debit, credit: before.credit + credit });
  }
  for (const [currency, amount] of from.foreign) addForeign(into, currency, amount);
}

/** A currency in which nothing is left is not shown. */
function addForeign({ foreign }: Sums, currency: number, amount: bigint): void {
  const sum = (foreign.get(currency) ?? 0n) + amount;
  if (sum === 0n) foreign.delete(currency);
  else foreign.set(currency, sum);
}

type RowAccount = Pick<
  ChartAccount,
  'account' | 'code' | 'key' | 'name' | 'parent' | 'level' | 'is_heading' | 'side' | 'statement'
>;

function rowOf(account: RowAccount, sums: Sums): TrialBalanceRow {
  const { key, name, parent, level, is_heading, side, statement } = account;
  return {
    account: account.account,
    code: account.code,
    key,
    name,
    parent,
    level,
    is_heading,
    side,
    statement,
    ...printedSides(sums),
    foreign: [...sums.foreign]
      .sort(([a], [b]) => a - b)
      .map(([currency_fk, amount]) => ({ currency_fk, amount: printMoney(toMoney(amount)) })),
    outlets: printedOutlets(sums),
  };
}

const printedSides = (sums: Sums): Record<Side, string> => keyedBy(SIDES, (side) => printMoney(toMoney(sums[side])));

const printedOutlets = ({ outlets }: Sums) =>
  [...outlets]
    .sort(([a], [b]) => a - b)
    .map(([outlet_fk, { debit, credit }]) => ({
      outlet_fk,
      debit: printMoney(toMoney(debit)),
      credit: printMoney(toMoney(credit)),
    }));

async function namesOf(snapshot: Snapshot, rows: readonly TrialBalanceRow[], totals: Sums) {
  const outlets = printedOutlets(totals);
  const ids = new Set(rows.flatMap(({ foreign }) => foreign.map((value) => value.currency_fk)));
  const currencies = [...ids].sort((a, b) => a - b);
  const nameOf = await fetchNames(snapshot, [
    ...outlets.map((outlet) => `outlet-${outlet.outlet_fk}`),
    ...currencies.map((currency) => `currency-${currency}`),
  ]);
  return {
    outlets: outlets.map((outlet) => ({ ...outlet, outlet_name: nameOf('outlet', outlet.outlet_fk) })),
    currencies: currencies.map((currency_fk) => ({ currency_fk, currency_name: nameOf('currency', currency_fk) })),
  };
}
