/**
 * `GET financial_reports/general_ledger`: every account with its lines in a period, in the order of the chart. An
 * account has a row with its opening balance, turnover and closing balance, then a row for each line with the balance
 * after it. A page may start within an account: the running balance continues.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { accountBalances, shift } from '../books/account-balances.ts';
import { type ChartAccount, costAccounts, readChart } from '../books/chart.ts';
import { type Known, readKnownAt, shownPosition } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { Figures } from './figures.ts';
import { ledgerLines, RunningLine, running, sumBefore } from './ledger-lines.ts';
import { inTimes, type Page, paged, RunningSchema, readPaging } from './running.ts';
import { outletConditions } from './trial-balance.ts';

const AccountRow = Type.Object({
  kind: Type.Literal('account'),
  account: Type.Integer(),
  account_key: Type.String(),
  account_name: Type.Union([Type.String(), Type.Null()]),
  opening: Type.String(),
  debit: Type.String(),
  credit: Type.String(),
  closing: Type.String(),
});
const GeneralLedger = RunningSchema(Type.Union([AccountRow, RunningLine]), {
  totals: Type.Object({ debit: Type.String(), credit: Type.String() }),
});

export const generalLedgerRoute = declareRead({
  url: '/financial_reports/general_ledger',
  permission: 'financial_reports/general_ledger',
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    from: Type.Optional(DayText()),
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    /** This account, or all accounts below this heading. */
    account: Type.Optional(IdText()),
    ...Paging,
  }),
  answer: GeneralLedger,
  operationId: 'generalLedger',
  tag: 'reports',
  summary: 'Every account with its lines',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => generalLedger(snapshot, person, query)),
});

interface LedgerAccount {
  readonly of: ChartAccount;
  readonly opening: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
  /** Number of lines. */
  readonly count: number;
}

export async function generalLedger(snapshot: Snapshot, person: Person, query: Readonly<Record<string, string>>) {
  const { from, as_at: asAt } = query;
  const known = await readKnownAt(snapshot, query['known_at']);
  const chart = await readChart(snapshot);
  const hidden = new Set(seesCost(person) ? [] : costAccounts(chart));
  const requested = query['account'] === undefined ? undefined : new Set(chart.subtree(Number(query['account'])));
  const shown = chart.inOrder.filter(({ account }) => !hidden.has(account) && (requested?.has(account) ?? true));
  const where = outletConditions(person, query['outlet_fk']);
  const lines = [...inTimes(from, asAt, known), ...where];
  const accounts = await accountsOf(snapshot, shown, { from, known, where, lines });
  const page = readPaging(query);
  const total = accounts.reduce((sum, { count }) => sum + 1 + count, 0);
  const turnover = (side: 'debit' | 'credit') => accounts.reduce((sum, account) => sum + account[side], 0n);
  return {
    ...paged(page, total),
    data: await rowsOf(snapshot, accounts, lines, page),
    params: query,
    position: await shownPosition(snapshot, known),
    totals: { debit: printMoney(toMoney(turnover('debit'))), credit: printMoney(toMoney(turnover('credit'))) },
  };
}

interface Counted {
  readonly account: number;
  readonly count: number;
  readonly debit: string;
  readonly credit: string;
}

/** Accounts with an opening balance or a line. */
async function accountsOf(
  snapshot: Snapshot,
  shown: readonly ChartAccount[],
  requested: {
    readonly from: string | undefined;
    readonly known: Known | undefined;
    readonly where: readonly Condition[];
    readonly lines: readonly Condition[];
  },
): Promise<LedgerAccount[]> {
  const { from, known, where, lines } = requested;
  const before = from === undefined ? [] : await accountBalances(snapshot, { asAt: shift(from, -1), known, where });
  const opening = new Figures(before);
  const { rows } = await sql<Counted>`
    select j.account, count(*)::int as count, sum(greatest(j.base, 0)) as debit, sum(greatest(-j.base, 0)) as credit
    from read.journal_line j ${whereAll(lines)} group by j.account`.execute(snapshot);
  const counted = new Map(rows.map((row) => [row.account, row]));
  return shown
    .map((of) => {
      const { count = 0, debit = '0', credit = '0' } = counted.get(of.account) ?? {};
      return { of, opening: opening.of([of.account]), debit: money(debit), credit: money(credit), count };
    })
    .filter((value) => value.count > 0 || value.opening !== 0n);
}

async function rowsOf(
  snapshot: Snapshot,
  accounts: readonly LedgerAccount[],
  lines: readonly Condition[],
  { offset, perPage }: Page,
) {
  const rows: (ReturnType<typeof accountRow> | RunningLine)[] = [];
  let first = 0;
  for (const account of accounts) {
    const end = first + 1 + account.count;
    if (first >= offset + perPage) break;
    if (first >= offset) rows.push(accountRow(account));
    // The account's own lines: the number on earlier pages, and the number that this page can still hold.
    const skipped = Math.max(0, offset - first - 1);
    const room = offset + perPage - Math.max(offset, first + 1);
    if (end > offset && skipped < account.count && room > 0) {
      const own = [sql<boolean>`j.account = ${account.of.account}`, ...lines];
      const earlier = await sumBefore(snapshot, own, skipped);
      const found = await ledgerLines(snapshot, own, { perPage: room, offset: skipped });
      rows.push(...running(found, account.opening + earlier.base));
    }
    first = end;
  }
  return rows;
}

const accountRow = ({ of, opening, debit, credit }: LedgerAccount) => ({
  kind: 'account' as const,
  account: of.account,
  account_key: of.key,
  account_name: of.name,
  opening: printMoney(toMoney(opening)),
  debit: printMoney(toMoney(debit)),
  credit: printMoney(toMoney(credit)),
  closing: printMoney(toMoney(opening + debit - credit)),
});
