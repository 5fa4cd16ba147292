/**
 * `GET reports/customers_ageing` and `suppliers_ageing`: the open items of each party by days overdue. A document is
 * due on the day that it stores, one of an earlier version after the days that its customer may be overdue. What is paid
 * pays the parts of a document that are due first. Unallocated credits have their own column, so that a row is the party's balance in that currency. For an outlet: the open items in its books, which
 * equal its ledger (decisions/0072).
 */

import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { defined } from '../../domain/values/defined.ts';
import { keyedBy } from '../../domain/values/members.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { type Known, readKnownAt, shownPosition } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { rowScope } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';
import { inTimes, paged, RunningSchema, readPaging } from './running.ts';
import { outletConditions } from './trial-balance.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
export const BUCKETS = ['not_due', 'days_0_30', 'days_31_60', 'days_61_90', 'over_90', 'credit'] as const;
export type Bucket = (typeof BUCKETS)[number];
const Amounts = keyedBy(BUCKETS, () => Type.String());

/** Amounts owed, in the currency: by a customer to us, by us to a supplier. */
export const AgeingRow = Type.Object({
  consumer_id: Type.Integer(),
  consumer_name: Text(),
  currency_fk: Type.Integer(),
  currency_name: Text(),
  ...Amounts,
  balance: Type.String(),
  /** The balance in the books, in the system currency. */
  base: Type.String(),
  /** Date of the customer's last payment reminder. */
  reminded_on: Text(),
});
export const OpenDocument = Type.Object({
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  currency_fk: Type.Integer(),
  currency_name: Text(),
  date: Type.String(),
  due_date: Type.String(),
  /** Days overdue; negative before the due date. */
  days: Type.Integer(),
  bucket: Type.Enum([...BUCKETS]),
  amount: Type.String(),
});
export type AgeingRow = Static<typeof AgeingRow>;
type OpenDocument = Static<typeof OpenDocument>;
const Ageing = RunningSchema(AgeingRow, {
  /** The day to which overdue days are counted. */
  day: Type.String(),
  totals: Type.Object({ base: Type.String() }),
  /** Sums over all parties, in each currency. */
  currencies: Type.Array(
    Type.Object({ currency_fk: Type.Integer(), currency_name: Text(), ...Amounts, balance: Type.String() }),
  ),
});

export const ageingRoutes = (['customer', 'supplier'] as const).map((kind) =>
  declareRead({
    url: `/reports/${kind}s_ageing`,
    permission: `reports/${kind}s_statement`,
    reads: ['books', 'events', 'documents', 'records'],
    query: Query({
      consumer_id: Type.Optional(IdText()),
      ...TwoTimes,
      outlet_fk: Type.Optional(IdText()),
      ...Paging,
    }),
    answer: Ageing,
    operationId: `${kind}sAgeing`,
    tag: 'reports',
    summary: `What is unpaid with each ${kind}, by how long it is due`,
    handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => ageing(snapshot, kind, person, query)),
  }),
);

export type PartyKind = 'customer' | 'supplier';

export async function ageing(
  snapshot: Snapshot,
  kind: PartyKind,
  person: Person,
  query: Readonly<Record<string, string>>,
) {
  const known = await readKnownAt(snapshot, query['known_at']);
  const party = query['consumer_id'] === undefined ? undefined : `${kind}-${query['consumer_id']}`;
  const requested = { kind, person, outlet: query['outlet_fk'], asAt: query['as_at'], known, party };
  const rows = await ageingRows(snapshot, requested);
  const page = readPaging(query);
  return {
    ...paged(page, rows.length),
    data: rows.slice(page.offset, page.offset + page.perPage),
    params: query,
    position: await shownPosition(snapshot, known),
    day: query['as_at'] ?? (await shopToday(snapshot)),
    totals: { base: sumOf(rows, 'base') },
    currencies: byCurrency(rows),
  };
}

const sumOf = <Name extends string>(rows: readonly Readonly<Record<Name, string>>[], name: Name): string =>
  printMoney(toMoney(rows.reduce((sum, row) => sum + money(row[name]), 0n)));

function byCurrency(rows: readonly AgeingRow[]) {
  return [...Map.groupBy(rows, ({ currency_fk }) => currency_fk)]
    .sort(([a], [b]) => a - b)
    .map(([currency_fk, own]) => ({
      currency_fk,
      currency_name: own[0]?.currency_name ?? null,
      ...keyedBy(BUCKETS, (bucket) => sumOf(own, bucket)),
      balance: sumOf(own, 'balance'),
    }));
}

export interface AgeingQuery {
  readonly kind: PartyKind;
  readonly person: Person;
  /** Undefined means all outlets that the person sees. */
  readonly outlet: string | undefined;
  readonly asAt: string | undefined;
  readonly known: Known | undefined;
  /** Undefined means all parties. */
  readonly party: string | undefined;
}

/** One row for each party and currency with an open item, or a balance in the books. */
export async function ageingRows(snapshot: Snapshot, requested: AgeingQuery): Promise<AgeingRow[]> {
  const open = await openItems(snapshot, requested);
  const held = await ledgerBalances(snapshot, requested);
  const keys = new Set([...open, ...held].map(({ party, currency_fk }) => `${party} ${currency_fk}`));
  const openOf = Map.groupBy(open, ({ party, currency_fk }) => `${party} ${currency_fk}`);
  const heldOf = new Map(held.map((value) => [`${value.party} ${value.currency_fk}`, value.base]));
  const reminders = await remindedOn(snapshot, requested);
  const nameOf = await fetchNames(
    snapshot,
    [...keys].flatMap((key) => [defined(key.split(' ')[0]), `currency-${key.split(' ')[1]}`]),
  );
  return [...keys]
    .map((key): AgeingRow => {
      const [party = '', currency = ''] = key.split(' ');
      return {
        consumer_id: Number(party.slice(party.lastIndexOf('-') + 1)),
        consumer_name: nameOf(undefined, party),
        currency_fk: Number(currency),
        currency_name: nameOf('currency', Number(currency)),
        ...amountsOf(openOf.get(key) ?? []),
        base: heldOf.get(key) ?? '0',
        reminded_on: reminders.get(party) ?? null,
      };
    })
    .filter((row) => row.balance !== '0' || row.base !== '0' || BUCKETS.some((bucket) => row[bucket] !== '0'))
    .sort((a, b) => a.consumer_id - b.consumer_id || a.currency_fk - b.currency_fk);
}

/** Whether the reminder `d` was entered and not reversed, as known at a moment. */
function isGiven(known: Known | undefined): Condition[] {
  if (known === undefined) return [sql`d.status = 'complete'`];
  const happened = (type: string) => sql<boolean>`exists (select from read.event e where e.kind = d.kind
    and e.entity_id = d.id and e.type = ${type} and e.position <= ${known.position})`;
  return [happened('payment_reminder.completed'), sql`not ${happened('payment_reminder.reversed')}`];
}

/** The date of each customer's last reminder, by party. */
async function remindedOn(
  snapshot: Snapshot,
  { kind, person, asAt, known, party }: AgeingQuery,
): Promise<ReadonlyMap<string, string>> {
  if (kind !== 'customer') return new Map();
  const { rows } = await sql<{ party: string; date: string }>`
    select d.party, max(d.date) as date from read.document d ${whereAll([
      sql`d.kind = 'payment_reminder'`,
      ...isGiven(known),
      ...(party === undefined ? [] : [sql<boolean>`d.party = ${party}`]),
      ...(asAt === undefined ? [] : [sql<boolean>`d.date <= ${asAt}::date`]),
      ...rowScope(person, { outlet: sql`d.outlet_fk` }),
    ])} group by d.party`.execute(snapshot);
  return new Map(rows.map((row) => [row.party, row.date]));
}

function amountsOf(open: readonly OpenItem[]): Record<Bucket | 'balance', string> {
  const buckets = keyedBy(BUCKETS, (bucket) =>
    sumOf(
      open.filter((openItem) => bucketOf(openItem) === bucket),
      'amount',
    ),
  );
  return { ...buckets, balance: sumOf(open, 'amount') };
}

function bucketOf({ amount, days }: Pick<OpenItem, 'amount' | 'days'>): Bucket {
  if (amount.startsWith('-')) return 'credit';
  if (days < 0) return 'not_due';
  if (days <= 30) return 'days_0_30';
  if (days <= 60) return 'days_31_60';
  return days <= 90 ? 'days_61_90' : 'over_90';
}

/** The open documents of a party's balance, oldest first. */
export async function openDocuments(snapshot: Snapshot, requested: AgeingQuery): Promise<OpenDocument[]> {
  const open = await openItems(snapshot, requested);
  const nameOf = await fetchNames(
    snapshot,
    open.map(({ currency_fk }) => `currency-${currency_fk}`),
  );
  return open.map(({ party: _party, ...each }) => ({
    ...each,
    currency_name: nameOf('currency', each.currency_fk),
    bucket: bucketOf(each),
  }));
}

export interface OpenItem {
  readonly party: string;
  readonly currency_fk: number;
  readonly document: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly date: string;
  readonly due_date: string;
  readonly days: number;
  readonly amount: string;
}

export async function openItems(
  snapshot: Snapshot,
  { kind, person, outlet, asAt, known, party }: AgeingQuery,
): Promise<OpenItem[]> {
  const changes: Condition[] = [
    party === undefined ? sql`o.party like ${`${kind}-%`}` : sql`o.party = ${party}`,
    ...(asAt === undefined ? [] : [sql<boolean>`o.effective_date <= ${asAt}::date`]),
    ...(known === undefined ? [] : [sql<boolean>`o.position <= ${known.position}`]),
    ...outletConditions(person, outlet, sql`o.outlet_fk`),
  ];
  const day = asAt ?? (await shopToday(snapshot));
  const { rows } = await sql<OpenItem>`
    with part as (
      select o.party, o.currency_fk, o.document, o.date, o.due_date, sum(o.amount) as amount,
        min(o.true_date) as true_date
      from read.open_item_change o ${whereAll(changes)}
      group by o.party, o.currency_fk, o.document, o.date, o.due_date
    ),
    open as (
      select p.*, sum(p.amount) over item as whole, min(p.true_date) over item as since,
        coalesce(sum(p.amount) filter (where p.due_date is not null and p.amount > 0) over (
          item order by p.due_date desc nulls last rows between unbounded preceding and 1 preceding), 0) as later
      from part p
      window item as (partition by p.party, p.currency_fk, p.document, p.date)
    ),
    -- What is paid leaves the parts that are due last; the rest has no stored due day.
    s as (
      select party, currency_fk, document, date, due_date, since, least(amount, whole - later) as amount from open
      where due_date is not null and amount > 0 and whole > later
      union all
      select party, currency_fk, document, date, null, min(since),
        case when min(whole) < 0 then min(whole)
          else min(whole) - coalesce(sum(amount) filter (where due_date is not null and amount > 0), 0) end
      from open group by party, currency_fk, document, date
      having min(whole) < 0
        or min(whole) > coalesce(sum(amount) filter (where due_date is not null and amount > 0), 0)
    )
    select s.party, s.currency_fk, s.document, k.document_kind, k.document_id, d.number, s.date, u.due_date,
      ${day}::date - u.due_date as days, s.amount
    from s
    cross join lateral (select substring(s.document from '^(.*)-[0-9]+$') as document_kind,
      substring(s.document from '[0-9]+$')::int as document_id) k
    left join read.record r on r.kind = ${kind} and r.id = substring(s.party from '[0-9]+$')::int
    cross join lateral (select coalesce(s.due_date,
      coalesce(s.since, s.date) + coalesce((r.data ->> 'overdue_days')::int, 0)) as due_date) u
    left join read.document d on d.kind = k.document_kind and d.id = k.document_id
    order by u.due_date, s.document, s.currency_fk`.execute(snapshot);
  return rows;
}

/** The amount owed: a customer's is debit positive, a supplier's credit positive. */
async function ledgerBalances(snapshot: Snapshot, { kind, person, outlet, asAt, known, party }: AgeingQuery) {
  const conditions: Condition[] = [
    party === undefined ? sql`j.party like ${`${kind}-%`}` : sql`j.party = ${party}`,
    ...inTimes(undefined, asAt, known),
    ...outletConditions(person, outlet, sql`j.outlet_fk`),
  ];
  const sign = sql.lit(kind === 'supplier' ? -1 : 1);
  const { rows } = await sql<{ party: string; currency_fk: number; base: string }>`
    select j.party, j.currency_fk, ${sign} * sum(j.base) as base
    from read.journal_line j ${whereAll(conditions)} group by 1, 2`.execute(snapshot);
  return rows;
}
