/**
 * `GET financial_reports/account_ledger`: the lines of an account, or of all accounts below a heading, in effective
 * order, with the running balance. Its closing balance is the figure of the trial balance with the same parameters.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { forbidden } from '../../identity/guard.ts';
import { accountBalances, shift } from '../books/account-balances.ts';
import { costAccounts, readChart } from '../books/chart.ts';
import { readKnownAt, shownPosition } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, Flag, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { type Asked, declareRead } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import type { Condition } from '../lists/list-source.ts';
import { accountsOfBalance } from './between-outlets.ts';
import { ledgerLines, printedSides, RunningLine, running, sumBefore, turnoverOf } from './ledger-lines.ts';
import { inTimes, NOT_CLOSING, paged, RunningSchema, readPaging } from './running.ts';
import { outletConditions } from './trial-balance.ts';

const AccountLedger = RunningSchema(RunningLine, {
  account: Type.Integer(),
  account_key: Type.String(),
  account_name: Type.Union([Type.String(), Type.Null()]),
  opening: Type.String(),
  debit: Type.String(),
  credit: Type.String(),
  closing: Type.String(),
});

export const accountLedgerRoute = declareRead({
  url: '/financial_reports/account_ledger',
  permission: 'financial_reports/account_ledger##financial_reports/trial_balance',
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    account: IdText(),
    from: Type.Optional(DayText()),
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    /** Excludes closing entries, as the income statement does. */
    without_closing: Type.Optional(Flag()),
    ...Paging,
  }),
  answer: AccountLedger,
  operationId: 'accountLedger',
  tag: 'reports',
  summary: 'Lines of an account with its running balance',
  handle: (requested) => inSnapshot(requested.reader, (snapshot) => accountLedger(snapshot, requested)),
});

export async function accountLedger(snapshot: Snapshot, { person, query }: Pick<Asked, 'person' | 'query'>) {
  const { from, as_at: asAt } = query;
  const account = Number(query['account']);
  const chart = await readChart(snapshot);
  const below = chart.subtree(account);
  const accounts = await accountsOfBalance({ snapshot, person, below }, query);
  const hidden = new Set(costAccounts(chart));
  if (!seesCost(person) && accounts.some((account) => hidden.has(account))) throw forbidden('items/show_cost');

  const known = await readKnownAt(snapshot, query['known_at']);
  const earned = query['without_closing'] === '1';
  const where: Condition[] = [
    sql`account = any(${[...accounts]}::int[])`,
    ...outletConditions(person, query['outlet_fk']),
  ];
  const until = { known, where, withoutClosing: earned };
  const before = from === undefined ? [] : await accountBalances(snapshot, { asAt: shift(from, -1), ...until });
  const opening = before.reduce((sum, accountBalance) => sum + money(accountBalance.base), 0n);
  const lines = [...inTimes(from, asAt, known), ...where, ...(earned ? [NOT_CLOSING] : [])];
  const { count, debit, credit } = await turnoverOf(snapshot, lines);
  const page = readPaging(query);
  const earlier = await sumBefore(snapshot, lines, page.offset);
  return {
    ...paged(page, count),
    data: running(await ledgerLines(snapshot, lines, page), opening + earlier.base),
    params: query,
    position: await shownPosition(snapshot, known),
    account,
    account_key: chart.get(account)?.key ?? '',
    account_name: chart.get(account)?.name ?? null,
    opening: printMoney(toMoney(opening)),
    ...printedSides({ debit, credit }),
    closing: printMoney(toMoney(opening + debit - credit)),
  };
}
