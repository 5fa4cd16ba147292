/**
 * `GET financial_reports/account_ledger`: the lines of an account, or of everything below a heading, in order of
 * effect, with the running balance. Its closing is the figure of the trial balance with the same parameters.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { type Money, money, printMoney } from '../../domain/kernel/money.ts';
import { forbidden } from '../../identity/guard.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import type { Asked, ReadRoute } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { type Condition, whereAll } from '../lists/list.ts';
import { fetchNames } from '../lists/names.ts';
import { accountBalances, shift } from './account-balances.ts';
import { costAccounts, readChart } from './chart.ts';
import { booksPosition, type Known, readKnownAt } from './known-at.ts';
import { inTimes, paged, RunningSchema, readPaging } from './running.ts';
import { outletConditions } from './trial-balance.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

const LedgerRow = Type.Object({
  position: Type.String(),
  line_no: Type.Integer(),
  effective_date: Type.String(),
  recorded_at: Type.String(),
  account: Type.Integer(),
  account_key: Type.String(),
  account_name: Text(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  party: Text(),
  party_name: Text(),
  /** Reference or note of the document. */
  text: Text(),
  debit: Type.String(),
  credit: Type.String(),
  balance: Type.String(),
  currency_fk: Type.Integer(),
  foreign_amount: Type.String(),
  kind: Type.String(),
  cause_position: Type.String(),
});
type LedgerRow = Static<typeof LedgerRow>;
const AccountLedger = RunningSchema(LedgerRow, {
  account: Type.Integer(),
  account_key: Type.String(),
  account_name: Text(),
  opening: Type.String(),
  debit: Type.String(),
  credit: Type.String(),
  closing: Type.String(),
});

export const accountLedgerRoute: ReadRoute = {
  url: '/financial_reports/account_ledger',
  permission: 'financial_reports/account_ledger##financial_reports/trial_balance',
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    account: IdText(),
    from: Type.Optional(DayText()),
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    ...Paging,
  }),
  answer: AccountLedger,
  summary: 'Lines of an account with its running balance',
  handle: (asked) => inSnapshot(asked.reader, (snapshot) => accountLedger(snapshot, asked)),
};

async function accountLedger(snapshot: Snapshot, { person, query }: Pick<Asked, 'person' | 'query'>) {
  const { from, as_at: asAt } = query;
  const account = Number(query['account']);
  const chart = await readChart(snapshot);
  const accounts = chart.subtree(account);
  const hidden = new Set(costAccounts(chart));
  if (!seesCost(person) && accounts.some((each) => hidden.has(each))) throw forbidden('items/show_cost');

  const known = await readKnownAt(snapshot, query['known_at']);
  const where: Condition[] = [
    sql`account = any(${[...accounts]}::int[])`,
    ...outletConditions(person, query['outlet_fk']),
  ];
  const opening = from === undefined ? 0n : await balance(snapshot, shift(from, -1), known, where);
  const lines = [...inTimes(from, asAt, known), ...where];
  const { count, debit, credit } = await turnover(snapshot, lines);
  const page = readPaging(query);
  const earlier = await sumBefore(snapshot, lines, page.offset);
  const rows = await pageOf(snapshot, lines, page);
  return {
    ...paged(page, count),
    data: await present(snapshot, rows, opening + earlier),
    params: query,
    position: String(known?.position ?? (await booksPosition(snapshot))),
    account,
    account_key: chart.get(account)?.key ?? '',
    account_name: chart.get(account)?.name ?? null,
    opening: printMoney(opening as Money),
    debit: printMoney(debit as Money),
    credit: printMoney(credit as Money),
    closing: printMoney((opening + debit - credit) as Money),
  };
}

async function balance(
  snapshot: Snapshot,
  asAt: string,
  known: Known | undefined,
  where: readonly Condition[],
): Promise<bigint> {
  const found = await accountBalances(snapshot, { asAt, known, where });
  return found.reduce((sum, each) => sum + money(each.base), 0n);
}

async function turnover(snapshot: Snapshot, lines: readonly Condition[]) {
  const { rows } = await sql<{ count: number; debit: string; credit: string }>`
    select count(*)::int as count, coalesce(sum(j.base) filter (where j.base > 0), 0) as debit,
      coalesce(-sum(j.base) filter (where j.base < 0), 0) as credit
    from read.journal_line j ${whereAll(lines)}`.execute(snapshot);
  const { count = 0, debit = '0', credit = '0' } = rows[0] ?? {};
  return { count, debit: money(debit), credit: money(credit) };
}

async function sumBefore(snapshot: Snapshot, lines: readonly Condition[], offset: number): Promise<bigint> {
  if (offset === 0) return 0n;
  const { rows } = await sql<{ sum: string }>`select coalesce(sum(earlier.base), 0) as sum from (
    select j.base from read.journal_line j ${whereAll(lines)}
    order by j.effective_at, j.position, j.line_no limit ${offset}) earlier`.execute(snapshot);
  return money(rows[0]?.sum ?? '0');
}

type Line = Omit<LedgerRow, 'debit' | 'credit' | 'balance' | 'party_name'> & { readonly base: string };

async function pageOf(snapshot: Snapshot, lines: readonly Condition[], page: { perPage: number; offset: number }) {
  const { rows } = await sql<Line>`
    select l.*, a.key as account_key, a.name as account_name, d.number, coalesce(d.reference_number, d.note) as text
    from (
      select j.position, j.line_no, j.effective_date, j.effective_at, j.recorded_at, j.account, j.document,
        j.document_kind, j.document_id, j.party, j.base, j.currency_fk, j.foreign_amount, j.kind, j.cause_position
      from read.journal_line j ${whereAll(lines)}
      order by j.effective_at, j.position, j.line_no limit ${page.perPage} offset ${page.offset}
    ) l
    left join read.account a on a.account = l.account
    left join read.document d on d.kind = l.document_kind and d.id = l.document_id
    order by l.effective_at, l.position, l.line_no`.execute(snapshot);
  return rows;
}

async function present(snapshot: Snapshot, lines: readonly Line[], before: bigint): Promise<LedgerRow[]> {
  const nameOf = await fetchNames(
    snapshot,
    lines.flatMap(({ party }) => (party === null ? [] : [party])),
  );
  let running = before;
  return lines.map(({ base, ...line }) => {
    const amount = money(base);
    running += amount;
    return {
      ...line,
      party_name: line.party === null ? null : nameOf(undefined, line.party),
      debit: printMoney((amount > 0n ? amount : 0n) as Money),
      credit: printMoney((amount < 0n ? -amount : 0n) as Money),
      balance: printMoney(running as Money),
    };
  });
}
