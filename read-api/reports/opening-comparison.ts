/**
 * `GET opening_comparison`: what is opened, beside the trial balance of the program before, account by account. A row of
 * that trial balance names the account here that takes it; a control account stands for all of its own accounts, and for
 * the advances beside it where these have no row of their own. Nothing is different when every difference is zero.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { accountOf, SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import { FIRST_YEAR } from '../../domain/organisation/first-year.ts';
import { type Money, money, printMoney, subtract, sum, toMoney, ZERO } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { costAccounts, readChart } from '../books/chart.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { allOf, rowScope, seesCost } from '../http/scope.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const ComparedAccount = Type.Object({
  account: Type.Integer(),
  code: Type.String(),
  /** The name is the message `account.<key>`, unless the account has its own. */
  key: Type.String(),
  name: Text(),
  /** The currency of money; null for all other accounts. */
  currency_fk: Type.Union([Type.Integer(), Type.Null()]),
  /** Debits are positive, in the system currency. */
  before: Type.String(),
  opened: Type.String(),
  difference: Type.String(),
});
const OpenedElsewhere = Type.Object({
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  day: Text(),
});
const OpeningComparison = Type.Object({
  /** The first open day of the business. */
  first_day: Text(),
  /** The first day of the year of that day. */
  year_from: Text(),
  rows: Type.Array(ComparedAccount),
  totals: Type.Object({ before: Type.String(), opened: Type.String(), difference: Type.String() }),
  /** What is left on opening equity. */
  opening_equity: Type.String(),
  /** Rows of the trial balance before that no account here takes yet. */
  unmapped: Type.Array(
    Type.Object({
      old_account_id: Type.Integer(),
      revision: Type.Integer(),
      code: Type.String(),
      name: Type.String(),
      before: Type.String(),
    }),
  ),
  /** Openings that are posted on another day than the one before the first open day. */
  elsewhere: Type.Array(OpenedElsewhere),
});
type ComparedAccount = Static<typeof ComparedAccount>;

export const openingComparisonRoute = declareRead({
  url: '/opening_comparison',
  permission: 'opening_balances/index',
  reads: ['books', 'documents', 'records'],
  query: Query({}),
  answer: OpeningComparison,
  operationId: 'openingComparison',
  tag: 'reports',
  summary: 'What is opened beside the trial balance of the program before',
  handle: ({ reader, person }) => inSnapshot(reader, (snapshot) => openingComparison(snapshot, person)),
});

/** Documents that open, in the lines `l` of the journal. */
const IS_OPENED = sql<boolean>`(l.document_kind in ('opening_balance', 'opening_item') or (l.document_kind = 'asset_purchase'
  and exists (select from read.document d where d.kind = 'asset_purchase' and d.id = l.document_id
    and d.payment_type = 'opening')))`;

/** An account that is compared with another one where the trial balance before has no row for it. */
const WITH: Readonly<Record<number, number>> = {
  [SYSTEM_ACCOUNTS['customer-advances'].code]: SYSTEM_ACCOUNTS.receivable.code,
  [SYSTEM_ACCOUNTS['supplier-advances'].code]: SYSTEM_ACCOUNTS.payable.code,
  [SYSTEM_ACCOUNTS['accumulated-depreciation'].code]: SYSTEM_ACCOUNTS['fixed-assets'].code,
};
const EQUITY = SYSTEM_ACCOUNTS['opening-equity'].code;

async function openingComparison(snapshot: Snapshot, person: Person): Promise<Static<typeof OpeningComparison>> {
  const chart = await readChart(snapshot);
  const hidden = new Set(seesCost(person) ? [] : costAccounts(chart));
  const old = await oldAccounts(snapshot);
  const lines = await openedAccounts(snapshot, person);
  const targets = new Set(old.flatMap(({ account }) => account ?? []));
  const before = sumsBy(old.filter(({ account }) => account !== null));
  const opened = sumsBy(
    lines
      .filter(({ account }) => account !== EQUITY)
      .map(({ account, amount }) => ({ account: comparedAs(account, targets), amount })),
  );
  const currencies = await currenciesOfMoney(snapshot);
  const rows = [...new Set([...before.keys(), ...opened.keys()])]
    .filter((account) => !hidden.has(account))
    .toSorted((a, b) => String(a).localeCompare(String(b)))
    .map((account): ComparedAccount => {
      const [was, is] = [before.get(account) ?? ZERO, opened.get(account) ?? ZERO];
      const { code, key, name } = chart.get(account) ?? { code: String(account), key: '', name: null };
      return {
        account,
        code,
        key,
        name,
        currency_fk: currencies.get(account) ?? null,
        before: printMoney(was),
        opened: printMoney(is),
        difference: printMoney(subtract(was, is)),
      };
    });
  const total = (field: 'before' | 'opened' | 'difference') => printMoney(sum(rows.map((row) => money(row[field]))));
  return {
    ...(await firstDay(snapshot)),
    rows,
    totals: { before: total('before'), opened: total('opened'), difference: total('difference') },
    opening_equity: printMoney(
      sum(lines.filter(({ account }) => account === EQUITY).map(({ amount }) => money(amount))),
    ),
    unmapped: old
      .filter(({ account }) => account === null)
      .map(({ account: _, amount, ...row }) => ({ ...row, before: amount })),
    elsewhere: await openedElsewhere(snapshot, person),
  };
}

/** The mapped account that takes an opened one: itself, its control account, or the one that it stands beside. */
function comparedAs(account: number, targets: ReadonlySet<number>): number {
  if (targets.has(account)) return account;
  const named = accountOf(account);
  const control = named ? SYSTEM_ACCOUNTS[named.key].code : account;
  const beside = WITH[control];
  if (targets.has(control)) return control;
  return beside !== undefined && targets.has(beside) ? beside : account;
}

function sumsBy(
  amounts: readonly { readonly account: number | null; readonly amount: string }[],
): ReadonlyMap<number, Money> {
  const sums = new Map<number, Money>();
  for (const { account, amount } of amounts) {
    if (account !== null) sums.set(account, toMoney((sums.get(account) ?? ZERO) + money(amount)));
  }
  return sums;
}

async function oldAccounts(snapshot: Snapshot) {
  const { rows } = await sql<{
    old_account_id: number;
    revision: number;
    code: string;
    name: string;
    account: number | null;
    amount: string;
  }>`
    select r.id as old_account_id, r.revision, r.data ->> 'old_account_code' as code, r.data ->> 'old_account_name' as name,
      (r.data ->> 'account')::int as account,
      trim_scale(coalesce((r.data ->> 'debit')::numeric, 0) - coalesce((r.data ->> 'credit')::numeric, 0))::text as amount
    from read.record r where r.kind = 'old_account' and r.active order by 3, 1`.execute(snapshot);
  return rows;
}

async function openedAccounts(snapshot: Snapshot, person: Person) {
  const { rows } = await sql<{ account: number; amount: string }>`
    select l.account, trim_scale(sum(l.base))::text as amount from read.journal_line l
    where ${IS_OPENED} and ${allOf(rowScope(person, { outlet: sql`l.outlet_fk` }))}
    group by l.account having sum(l.base) <> 0`.execute(snapshot);
  return rows;
}

async function currenciesOfMoney(snapshot: Snapshot): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ account: number; currency_fk: number }>`
    select a.account, (r.data ->> 'currency_fk')::int as currency_fk from read.account a
    join read.record r on r.kind = a.record_kind and r.id = a.record_id
    where a.record_kind = 'cash'`.execute(snapshot);
  return new Map(rows.map(({ account, currency_fk }) => [account, currency_fk]));
}

async function firstDay(snapshot: Snapshot) {
  const { rows } = await sql<{ first_day: string | null; year_from: string | null }>`
    select coalesce(data ->> 'first_day', data ->> 'start_date') as first_day, data ->> 'start_date' as year_from
    from read.record where kind = 'financial_year' and id = ${FIRST_YEAR}`.execute(snapshot);
  return rows[0] ?? { first_day: null, year_from: null };
}

const OPENINGS_SHOWN_MAX = 5_000;

async function openedElsewhere(snapshot: Snapshot, person: Person) {
  const { rows } = await sql<Static<typeof OpenedElsewhere>>`
    select d.kind as document_kind, d.id as document_id, d.number,
      coalesce(d.data ->> 'opened_on', d.data ->> 'date') as day
    from read.document d, read.record y
    where y.kind = 'financial_year' and y.id = ${FIRST_YEAR}
      and (d.kind in ('opening_balance', 'opening_item') or (d.kind = 'asset_purchase' and d.payment_type = 'opening'))
      and d.status in ('finished', 'complete')
      and d.data ->> 'first_day' is distinct from coalesce(y.data ->> 'first_day', y.data ->> 'start_date')
      and ${allOf(rowScope(person, { outlet: sql`d.outlet_fk` }))}
    order by d.kind, d.id limit ${OPENINGS_SHOWN_MAX}`.execute(snapshot);
  return rows;
}
