/**
 * `GET what_changed`: the difference of the trial balance, of an account or of a party between two known-at moments,
 * line by line. Lines are only ever added, so the difference is the lines that became known between the moments; each
 * names its event, person and reason.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { forbidden } from '../../identity/guard.ts';
import type { Person } from '../../identity/person.ts';
import { type Chart, costAccounts, readChart } from '../books/chart.ts';
import { booksPosition, readKnownAt } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, KnownAtText, Paging, Query } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { BadQuery } from '../http/validation.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';
import { userId } from '../lists/record-list.ts';
import { inTimes, paged, RunningSchema, readPaging } from '../reports/running.ts';
import { outletConditions } from '../reports/trial-balance.ts';
import { eventsOfLines } from './events-of-lines.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

const ChangedAccount = Type.Object({
  account: Type.Integer(),
  account_key: Type.String(),
  account_name: Text(),
  before: Type.String(),
  after: Type.String(),
  difference: Type.String(),
  /** The lines of the difference. */
  lines: Type.Integer(),
});
const ChangedLine = Type.Object({
  position: Type.String(),
  line_no: Type.Integer(),
  account: Type.Integer(),
  account_key: Type.String(),
  account_name: Text(),
  effective_date: Type.String(),
  /** System currency, debit positive. */
  base: Type.String(),
  currency_fk: Type.Integer(),
  foreign_amount: Type.String(),
  kind: Type.String(),
  party: Text(),
  party_name: Text(),
  /** The line's document; for a cost difference, the document whose cost changed. */
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  cause_position: Type.String(),
  /** The event that recorded the line, and its document or record. */
  event_type: Type.String(),
  event_kind: Type.String(),
  event_id: Type.Union([Type.Integer(), Type.Null()]),
  event_number: Text(),
  recorded_at: Type.String(),
  actor_name: Text(),
  device: Text(),
  reason: Text(),
});
type ChangedLine = Static<typeof ChangedLine>;
const WhatChanged = RunningSchema(ChangedLine, {
  from_position: Type.String(),
  /** Sums over all lines of the query, before and after. */
  before: Type.String(),
  after: Type.String(),
  difference: Type.String(),
  accounts: Type.Array(ChangedAccount),
});

export const whatChangedRoute = declareRead({
  url: '/what_changed',
  permission: 'financial_reports/trial_balance',
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    from_known_at: KnownAtText(),
    known_at: Type.Optional(KnownAtText()),
    as_at: Type.Optional(DayText()),
    account: Type.Optional(IdText()),
    party: Type.Optional(Type.String({ pattern: '^(customer|supplier)-[1-9]\\d{0,9}$' })),
    outlet_fk: Type.Optional(IdText()),
    ...Paging,
  }),
  answer: WhatChanged,
  operationId: 'whatChanged',
  tag: 'audit',
  summary: 'What changed between two moments of knowledge, and who changed it',
  isHeavy: () => true,
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => whatChanged(snapshot, person, query)),
});

export async function whatChanged(
  snapshot: Snapshot,
  person: Person,
  requested: QueryValues,
): Promise<Static<typeof WhatChanged>> {
  const chart = await readChart(snapshot);
  const accounts = requested['account'] === undefined ? undefined : chart.subtree(Number(requested['account']));
  const hidden = new Set(costAccounts(chart));
  const tellsCost = accounts ? accounts.some((account) => hidden.has(account)) : requested['party'] === undefined;
  if (tellsCost && !seesCost(person)) throw forbidden('items/show_cost');

  const from = (await readKnownAt(snapshot, requested['from_known_at']))?.position ?? 0n;
  const known = await readKnownAt(snapshot, requested['known_at']);
  const to = known?.position ?? (await booksPosition(snapshot));
  if (BigInt(to) < BigInt(from)) throw new BadQuery([{ field: 'known_at', message: 'end_date_after_start_date' }]);
  const where: Condition[] = [
    ...inTimes(undefined, requested['as_at'], undefined),
    ...(accounts ? [sql<boolean>`j.account = any(${[...accounts]}::int[])`] : []),
    ...(requested['party'] ? [sql<boolean>`j.party = ${requested['party']}`] : []),
    ...outletConditions(person, requested['outlet_fk']),
  ];
  const changed: Condition[] = [...where, sql`j.position > ${from} and j.position <= ${to}`];
  const page = readPaging(requested);
  const sums = await accountsChanged(snapshot, chart, { where, changed, from: BigInt(from) });
  const total = sums.reduce((count, { lines }) => count + lines, 0);
  const add = (field: 'before' | 'after' | 'difference') =>
    printMoney(toMoney(sums.reduce((sum, value) => sum + money(value[field]), 0n)));
  return {
    ...paged(page, total),
    data: await linesChanged(snapshot, chart, changed, page),
    params: requested,
    position: String(to),
    from_position: String(from),
    before: add('before'),
    after: add('after'),
    difference: add('difference'),
    accounts: sums,
  };
}

interface Between {
  readonly where: readonly Condition[];
  readonly changed: readonly Condition[];
  readonly from: bigint;
}

/** Accounts with lines between the moments, also when their sum is zero. */
async function accountsChanged(snapshot: Snapshot, chart: Chart, { where, changed, from }: Between) {
  const { rows } = await sql<{ account: number; lines: number; difference: string; before: string }>`
    with c as (select j.account, count(*)::int as lines, sum(j.base) as difference from read.journal_line j ${whereAll(changed)} group by 1)
    select c.account, c.lines, c.difference, coalesce((
      select sum(j.base) from read.journal_line j ${whereAll([...where, sql`j.position <= ${from} and j.account = c.account`])}
    ), 0) as before
    from c order by c.account`.execute(snapshot);
  return rows.map((row) => ({
    ...row,
    account_key: chart.get(row.account)?.key ?? '',
    account_name: chart.get(row.account)?.name ?? null,
    after: printMoney(toMoney(money(row.before) + money(row.difference))),
  }));
}

type Stored = Omit<ChangedLine, 'account_key' | 'account_name' | 'party_name' | 'actor_name'> & {
  readonly actor: string;
};

/** In the order of recording. */
async function linesChanged(
  snapshot: Snapshot,
  chart: Chart,
  changed: readonly Condition[],
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<ChangedLine[]> {
  const { rows } = await sql<Stored>`
    with j as materialized (
      select j.position, j.line_no, j.account, j.effective_date, j.base, j.currency_fk, j.foreign_amount, j.kind, j.party,
        j.document_kind, j.document_id, j.cause_position, j.recorded_at
      from read.journal_line j ${whereAll(changed)} order by j.position, j.line_no limit ${perPage} offset ${offset}
    ), e as materialized (${eventsOfLines(sql`j`)})
    select j.*, d.number, e.type as event_type, e.kind as event_kind, e.entity_id as event_id, o.number as event_number,
      e.actor, e.device, e.reason
    from j join e on e.position = j.position
    left join read.document d on d.kind = j.document_kind and d.id = j.document_id
    left join read.document o on o.kind = e.kind and o.id = e.entity_id
    order by j.position, j.line_no`.execute(snapshot);
  const nameOf = await fetchNames(
    snapshot,
    rows.flatMap(({ actor, party }) => [`user-${userId(actor) ?? 0}`, ...(party === null ? [] : [party])]),
  );
  return rows.map(({ actor, ...line }) => ({
    ...line,
    account_key: chart.get(line.account)?.key ?? '',
    account_name: chart.get(line.account)?.name ?? null,
    party_name: line.party === null ? null : nameOf(undefined, line.party),
    actor_name: nameOf('user', actor) ?? actor,
  }));
}
