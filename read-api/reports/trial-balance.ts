/**
 * `GET financial_reports/trial_balance`: the balance of every account as at a day as known at a moment, in the
 * tree of the chart, with the sums of each heading. A figure of an account is the closing balance of its ledger
 * (`account_ledger`, with the same parameters); debits and credits are equal in all.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { type Money, money, printMoney } from '../../domain/kernel/money.ts';
import type { Person } from '../../identity/person.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Query, TwoTimes } from '../http/query.schema.ts';
import type { ReadRoute } from '../http/route.ts';
import { checkOutlet, rowScope } from '../http/scope.ts';
import type { Condition } from '../lists/list.ts';
import { type AccountBalance, accountBalances } from './account-balances.ts';
import { type Chart, type ChartAccount, readChart } from './chart.ts';
import { booksPosition, readKnownAt, systemCurrency } from './known-at.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

const TrialBalanceRow = Type.Object({
  account: Type.Integer(),
  code: Type.String(),
  /** `account.<key>` is its name in the language tables, where it has none of its own. */
  key: Type.String(),
  name: Text(),
  parent: Type.Union([Type.Integer(), Type.Null()]),
  level: Type.Integer(),
  is_heading: Type.Boolean(),
  side: Type.String(),
  statement: Type.String(),
  debit: Type.String(),
  credit: Type.String(),
  /** What of it is in other currencies than the system's. */
  foreign: Type.Array(Type.Object({ currency_fk: Type.Integer(), amount: Type.String() })),
});
const TrialBalance = Type.Object({
  as_at: Text(),
  known_at: Text(),
  position: Type.String(),
  rows: Type.Array(TrialBalanceRow),
  totals: Type.Object({ debit: Type.String(), credit: Type.String() }),
});
type TrialBalanceRow = Static<typeof TrialBalanceRow>;

export const trialBalanceRoute: ReadRoute = {
  url: '/financial_reports/trial_balance',
  permission: 'financial_reports/trial_balance',
  reads: ['books', 'events', 'records'],
  query: Query({ ...TwoTimes, outlet_fk: Type.Optional(IdText()) }),
  answer: TrialBalance,
  summary: 'Balances of all accounts as at a day, as known at a moment',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => trialBalance(snapshot, person, query)),
};

export interface TrialBalanceAsked {
  readonly as_at?: string;
  readonly known_at?: string;
  readonly outlet_fk?: string;
}

export async function trialBalance(
  snapshot: Snapshot,
  person: Person,
  asked: TrialBalanceAsked,
): Promise<Static<typeof TrialBalance>> {
  const known = await readKnownAt(snapshot, asked.known_at);
  const where = outletConditions(person, asked.outlet_fk);
  const balances = await accountBalances(snapshot, { asAt: asked.as_at, known, where });
  const system = await systemCurrency(snapshot);
  const rows = treeRows(await readChart(snapshot), balances, system);
  const top = rows.filter((row) => row.level === 0);
  return {
    as_at: asked.as_at ?? null,
    known_at: asked.known_at ?? null,
    position: String(known?.position ?? (await booksPosition(snapshot))),
    rows,
    totals: { debit: total(top, 'debit'), credit: total(top, 'credit') },
  };
}

/** The outlet that was asked for, or those of the person. */
export function outletConditions(person: Person, outlet: string | undefined): Condition[] {
  if (outlet === undefined) return rowScope(person, { outlet: sql`outlet_fk` });
  checkOutlet(person, Number(outlet));
  return [sql`outlet_fk = ${Number(outlet)}`];
}

interface Sums {
  debit: bigint;
  credit: bigint;
  readonly foreign: Map<number, bigint>;
}

/** Rows of accounts with a balance, and of every account above one. */
function treeRows(chart: Chart, balances: readonly AccountBalance[], system: number): TrialBalanceRow[] {
  const sums = new Map<number, Sums>();
  for (const [account, own] of Map.groupBy(balances, (balance) => balance.account))
    addUpwards(chart, sums, account, own, system);
  return chart.inOrder.flatMap((account) => {
    const found = sums.get(account.account);
    return found && (found.debit !== 0n || found.credit !== 0n || found.foreign.size > 0)
      ? [rowOf(account, found)]
      : [];
  });
}

/** A balance stands on one side of its account; a heading has the sums of both sides below it. */
function addUpwards(
  chart: Chart,
  sums: Map<number, Sums>,
  account: number,
  balances: readonly AccountBalance[],
  system: number,
): void {
  const base = balances.reduce((sum, each) => sum + money(each.base), 0n);
  for (let at = chart.get(account); at; at = at.parent === null ? undefined : chart.get(at.parent)) {
    const into = sums.get(at.account) ?? { debit: 0n, credit: 0n, foreign: new Map<number, bigint>() };
    sums.set(at.account, into);
    if (base > 0n) into.debit += base;
    else into.credit -= base;
    for (const { currency_fk, foreign_amount } of balances) {
      if (currency_fk === system) continue;
      const amount = (into.foreign.get(currency_fk) ?? 0n) + money(foreign_amount);
      if (amount === 0n) into.foreign.delete(currency_fk);
      else into.foreign.set(currency_fk, amount);
    }
  }
}

function rowOf(account: ChartAccount, { debit, credit, foreign }: Sums): TrialBalanceRow {
  const { key, name, parent, level, is_heading, side, statement } = account;
  return {
    account: account.account,
    code: String(account.account),
    key,
    name,
    parent,
    level,
    is_heading,
    side,
    statement,
    debit: printMoney(debit as Money),
    credit: printMoney(credit as Money),
    foreign: [...foreign]
      .sort(([a], [b]) => a - b)
      .map(([currency_fk, amount]) => ({ currency_fk, amount: printMoney(amount as Money) })),
  };
}

const total = (rows: readonly TrialBalanceRow[], side: 'debit' | 'credit'): string =>
  printMoney(rows.reduce((sum, row) => sum + money(row[side]), 0n) as Money);
