/** `GET accounts/list`: the chart of accounts; `GET cash_balance_show`: the balance of each cash and bank account. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { accountBalances } from '../books/account-balances.ts';
import { readChart } from '../books/chart.ts';
import { readKnownAt } from '../books/known-at.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Query, TwoTimes } from '../http/query.schema.ts';
import { type Asked, declareRead } from '../http/route.ts';
import { allOf, rowScope } from '../http/scope.ts';
import { outletConditions } from './trial-balance.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

export const accountsRoute = declareRead({
  url: '/accounts/list',
  permission:
    'financial_reports/trial_balance##financial_reports/account_ledger##opening_balances/index##opening_balances/show##opening_balances/store##opening_balances/update##general_journals/index##general_journals/show##general_journals/store##general_journals/update##ledger_accounts/index',
  reads: ['books', 'records'],
  answer: Type.Array(
    Type.Object({
      account: Type.Integer(),
      code: Type.String(),
      key: Type.String(),
      name: Text(),
      parent: Type.Union([Type.Integer(), Type.Null()]),
      level: Type.Integer(),
      side: Type.Enum(['debit', 'credit']),
      statement: Type.String(),
      is_heading: Type.Boolean(),
      /** The record of the account; null for system accounts. */
      record_kind: Text(),
      record_id: Type.Union([Type.Integer(), Type.Null()]),
      is_retired: Type.Boolean(),
      /** For a cash or bank account. */
      currency_fk: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
  operationId: 'listAccounts',
  tag: 'reports',
  summary: 'The chart of accounts, parents before their children',
  handle: async ({ reader, person }) => {
    const { rows } = await sql<OfRecord>`
      select a.account, not r.active as is_retired, (r.data ->> 'currency_fk')::int as currency_fk,
        ${allOf(rowScope(person, { outlet: sql`r.outlet_fk` }))} as is_given
      from read.account a join read.record r on r.kind = a.record_kind and r.id = a.record_id`.execute(reader);
    const ofRecords = new Map(rows.map((row) => [row.account, row]));
    const none = { is_retired: false, currency_fk: null, is_given: true };
    return (await readChart(reader)).inOrder
      .map((row) => ({ ...row, ...(ofRecords.get(row.account) ?? none) }))
      .filter(({ is_given }) => is_given)
      .map(({ is_given: _given, bound_name: _bound, ...shown }) => shown);
  },
});

interface OfRecord {
  readonly account: number;
  readonly is_retired: boolean;
  readonly currency_fk: number | null;
  /** True for an account without an outlet, or of an outlet that was given to the person. */
  readonly is_given: boolean;
}

interface CashRow {
  readonly account_id: number;
  readonly account_name: string;
  readonly currency_fk: number;
  readonly currency_name: string | null;
  readonly account: number;
}

export const cashBalanceRoute = declareRead({
  url: '/cash_balance_show',
  permission: 'cashes/balance_view',
  reads: ['books', 'records', 'events'],
  query: Query(TwoTimes),
  answer: Type.Array(
    Type.Object({
      account_id: Type.Integer(),
      account_name: Type.String(),
      account: Type.Integer(),
      currency_fk: Type.Integer(),
      currency_name: Text(),
      /** In the account's own currency. */
      balance: Type.String(),
      base: Type.String(),
    }),
  ),
  operationId: 'showCashBalances',
  tag: 'reports',
  summary: 'Balances of cash boxes and bank accounts',
  handle: (requested) => inSnapshot(requested.reader, (snapshot) => cashBalances(snapshot, requested)),
});

/** The cash and bank accounts that the person may see, with what the outlet has on them when one is named. */
async function cashBalances(snapshot: Snapshot, { person, query }: Pick<Asked, 'person' | 'query'>) {
  const { rows } = await sql<CashRow>`
        select r.id as account_id, ${shownName('r')} as account_name, (r.data ->> 'currency_fk')::int as currency_fk,
          ${shownName('c')} as currency_name, a.account
        from read.account a join read.record r on r.kind = a.record_kind and r.id = a.record_id
        left join read.record c on c.kind = 'currency' and c.id = (r.data ->> 'currency_fk')::int
        where a.record_kind = 'cash' and r.active and ${allOf(rowScope(person, { outlet: sql`r.outlet_fk` }))}
        order by a.account`.execute(snapshot);
  const balances = await accountBalances(snapshot, {
    asAt: query['as_at'],
    known: await readKnownAt(snapshot, query['known_at']),
    where: [
      sql`account = any(${rows.map((row) => row.account)}::int[])`,
      ...outletConditions(person, query['outlet_fk']),
    ],
  });
  return rows.map((row) => {
    const own = balances.filter((balance) => balance.account === row.account);
    const inCurrency = own.filter((accountBalance) => accountBalance.currency_fk === row.currency_fk);
    return {
      ...row,
      balance: sum(inCurrency.map((accountBalance) => accountBalance.foreign_amount)),
      base: sum(own.map((accountBalance) => accountBalance.base)),
    };
  });
}

export const totalCashBalanceRoute = declareRead({
  url: '/show_total_cash_balance',
  permission: 'cashes/balance_view',
  reads: ['books', 'records', 'events'],
  query: Query({ ...TwoTimes, outlet_fk: Type.Optional(IdText()) }),
  answer: Type.Object({
    /** In the system currency. */
    total: Type.String(),
    currencies: Type.Array(
      Type.Object({
        currency_fk: Type.Integer(),
        currency_name: Text(),
        balance: Type.String(),
        base: Type.String(),
      }),
    ),
  }),
  operationId: 'showTotalCashBalance',
  tag: 'reports',
  summary: 'What is in all cash boxes and bank accounts, or of one outlet in them, by currency and in all',
  handle: (requested) =>
    inSnapshot(requested.reader, async (snapshot) => {
      const balances = await cashBalances(snapshot, requested);
      const byCurrency = [...Map.groupBy(balances, (value) => value.currency_fk)].sort(([a], [b]) => a - b);
      return {
        total: sum(balances.map(({ base }) => base)),
        currencies: byCurrency.map(([currency_fk, those]) => ({
          currency_fk,
          currency_name: those[0]?.currency_name ?? null,
          balance: sum(those.map(({ balance }) => balance)),
          base: sum(those.map(({ base }) => base)),
        })),
      };
    }),
});

const sum = (amounts: readonly string[]): string =>
  printMoney(toMoney(amounts.reduce((total, amount) => total + money(amount), 0n)));
