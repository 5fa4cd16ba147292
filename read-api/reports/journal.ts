/**
 * `GET financial_reports/journal`: every entry with all its lines, in effective order. An entry is one position and
 * number: a document's own posting, a cost difference that became known later, a reversal.
 */

import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Person } from '../../identity/person.ts';
import { type Chart, costAccounts, readChart } from '../books/chart.ts';
import { withoutCost } from '../books/entry.ts';
import { type Known, readKnownAt, shownPosition } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, Flag, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import type { Condition } from '../lists/list-source.ts';
import { LedgerLine, ledgerLines, printedSides, turnoverOf } from './ledger-lines.ts';
import { inTimes, paged, RunningSchema, readPaging } from './running.ts';
import { isCash } from './sections.ts';
import { outletConditions } from './trial-balance.ts';

const Journal = RunningSchema(LedgerLine, {
  totals: Type.Object({ debit: Type.String(), credit: Type.String() }),
});

export const journalRoute = declareRead({
  url: '/financial_reports/journal',
  permission: 'financial_reports/journal',
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    from: Type.Optional(DayText()),
    ...TwoTimes,
    outlet_fk: Type.Optional(IdText()),
    /** Entries with a line on this account, or on one below this heading. */
    account: Type.Optional(IdText()),
    /** Entries that moved cash. */
    cash: Type.Optional(Flag()),
    document_kind: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}$' })),
    /** Lines of this item. */
    item_fk: Type.Optional(IdText()),
    ...Paging,
  }),
  answer: Journal,
  operationId: 'journal',
  tag: 'reports',
  summary: 'Every entry with its lines',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => journal(snapshot, person, query)),
});

export async function journal(snapshot: Snapshot, person: Person, query: Readonly<Record<string, string>>) {
  const known = await readKnownAt(snapshot, query['known_at']);
  const chart = await readChart(snapshot);
  const conditions = journalConditions({ person, chart, known, query });
  const { count, debit, credit } = await turnoverOf(snapshot, conditions);
  const page = readPaging(query);
  const order = sql`j.effective_at, j.position, j.entry_no, j.line_no`;
  return {
    ...paged(page, count),
    data: await ledgerLines(snapshot, conditions, page, order),
    params: query,
    position: await shownPosition(snapshot, known),
    totals: printedSides({ debit, credit }),
  };
}

interface JournalQuery {
  readonly person: Person;
  readonly chart: Chart;
  readonly known: Known | undefined;
  readonly query: Readonly<Record<string, string>>;
}

/** Conditions on columns of `j`. */
export const journalConditions = ({ person, chart, known, query }: JournalQuery): Condition[] => [
  ...inTimes(query['from'], query['as_at'], known),
  ...outletConditions(person, query['outlet_fk']),
  ...filters(chart, query),
  ...(seesCost(person) ? [] : [withoutCost(costAccounts(chart))]),
];

function filters(chart: Chart, query: Readonly<Record<string, string>>): Condition[] {
  const conditions: Condition[] = [];
  const { account, cash, document_kind: kind, item_fk: item } = query;
  if (account !== undefined) conditions.push(withLineOn(chart.subtree(Number(account))));
  if (cash === '1') {
    const accounts = chart.inOrder.filter(isCash);
    conditions.push(withLineOn(accounts.map((account) => account.account)));
  }
  if (kind !== undefined) conditions.push(sql`j.document_kind = ${kind}`);
  if (item !== undefined) conditions.push(sql`j.item_fk = ${Number(item)}`);
  return conditions;
}

const withLineOn = (accounts: readonly number[]): Condition =>
  sql`(j.position, j.entry_no) in (
    select o.position, o.entry_no from read.journal_line o where o.account = any(${[...accounts]}::int[]))`;
