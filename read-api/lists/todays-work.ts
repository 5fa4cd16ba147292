/**
 * `GET work/today`: what waits for the person: own drafts, documents that another person has entered and that wait for an
 * approval or a receipt, and documents on account that are due. Only of kinds that the person may list, in the own places.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { documents } from '../../domain/registry/documents.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import type { Person } from '../../identity/person.ts';
import { DOCUMENT_PAGES } from '../../web/shared/navigation/document-pages.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { declareRead } from '../http/route.ts';
import { allOf, documentScope, rowScope } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { anyOf } from './list.ts';
import type { Condition } from './list-source.ts';
import { fetchNames } from './names.ts';
import { DUE_DATE } from './owed-columns.ts';

const Draft = Type.Object({
  document_kind: Type.String(),
  document_id: Type.Integer(),
  date: Nullable(Type.String()),
  party_name: Nullable(Type.String()),
  total: Type.String(),
  currency_fk: Nullable(Type.Integer()),
  updated_at: Type.String(),
});
type Draft = Static<typeof Draft>;

/** A list with documents of one status that wait. */
const Waiting = Type.Object({ document_kind: Type.String(), status: Type.String(), count: Type.Integer() });
type Waiting = Static<typeof Waiting>;

const Due = Type.Object({ document_kind: Type.String(), due_today: Type.Integer(), overdue: Type.Integer() });
type Due = Static<typeof Due>;

const Work = Type.Object(
  {
    /** The day on which it is due. */
    today: Type.String(),
    /** The newest, and the number of all. */
    drafts: Type.Array(Draft),
    draft_count: Type.Integer(),
    waiting: Type.Array(Waiting),
    due: Type.Array(Due),
  },
  { title: 'TodaysWork' },
);

const DRAFTS_MAX = 6;

export const todaysWorkRoute = declareRead({
  url: '/work/today',
  permission: 'signed_in',
  reads: ['documents', 'records'],
  answer: Work,
  operationId: 'showTodaysWork',
  tag: 'operations',
  summary: 'Own drafts, documents that wait for the person, and what is due',
  handle: ({ reader, person }) =>
    inSnapshot(reader, async (snapshot) => {
      const today = await shopToday(reader);
      return {
        today,
        ...(await ownDrafts(snapshot, person)),
        waiting: await waitingFor(snapshot, person),
        due: await dueUntil(snapshot, person, today),
      };
    }),
});

/** Kinds with a list in the menu, which the person may open. */
const listed = (person: Person): readonly DocumentDeclaration[] =>
  documents.filter(({ kind, resource }) => DOCUMENT_PAGES.has(kind) && person.can(`${resource}/index`));

const ofKinds = (declarations: readonly DocumentDeclaration[]): Condition =>
  sql`d.kind = any(${declarations.map(({ kind }) => kind)}::text[])`;

async function ownDrafts(snapshot: Snapshot, person: Person): Promise<{ drafts: Draft[]; draft_count: number }> {
  const { rows } = await sql<Omit<Draft, 'party_name'> & { party: string | null; count: number }>`
    select d.kind as document_kind, d.id as document_id, d.date::text as date, d.party, trim_scale(d.total)::text as total,
      d.currency_fk, d.updated_at, count(*) over ()::int as count
    from read.document d
    where d.status = 'draft' and d.created_by = ${String(person.user_id)} and ${ofKinds(listed(person))}
      and ${documentScope(person)}
    order by d.updated_at desc, d.id desc limit ${DRAFTS_MAX}`.execute(snapshot);
  const nameOf = await fetchNames(
    snapshot,
    rows.flatMap(({ party }) => (party === null ? [] : [party])),
  );
  return {
    drafts: rows.map(({ party, count: _count, ...row }) => ({
      ...row,
      party_name: party === null ? null : nameOf(undefined, party),
    })),
    draft_count: rows[0]?.count ?? 0,
  };
}

interface Step {
  readonly step: string;
  readonly status: string;
  readonly isFor: (person: Person) => Condition;
}

/** The step that a status waits for: drafts of others, orders of customers, and goods that are sent to the own places. */
const STEPS: readonly Step[] = [
  { step: 'approve', status: 'draft', isFor: ({ user_id }) => sql`d.created_by <> ${String(user_id)}` },
  { step: 'confirm', status: 'pending', isFor: () => sql`true` },
  {
    step: 'receive',
    status: 'sent',
    isFor: (person) => allOf(rowScope(person, { inventory: sql`(d.data ->> 'to_inventory_fk')::int` })),
  },
];

async function waitingFor(snapshot: Snapshot, person: Person): Promise<readonly Waiting[]> {
  const conditions = STEPS.flatMap(({ step, status, isFor }) => {
    const may = listed(person).filter(({ resource, transitions }) => {
      const permission = transitions[step]?.permission;
      return permission !== undefined && person.can(`${resource}/${permission}`);
    });
    return may.length === 0 ? [] : [sql<boolean>`(d.status = ${status} and ${ofKinds(may)} and ${isFor(person)})`];
  });
  if (conditions.length === 0) return [];
  const { rows } = await sql<Waiting>`
    select d.kind as document_kind, d.status, count(*)::int as count from read.document d
    where ${anyOf(conditions)} and ${documentScope(person)}
    group by d.kind, d.status order by d.kind, d.status`.execute(snapshot);
  return rows;
}

/** On account, unpaid, and due by the day. */
async function dueUntil(snapshot: Snapshot, person: Person, today: string): Promise<readonly Due[]> {
  const owed = listed(person).filter(({ owed }) => owed);
  const { rows } = await sql<Due>`
    select u.kind as document_kind, count(*) filter (where u.due = ${today}::date)::int as due_today,
      count(*) filter (where u.due < ${today}::date)::int as overdue
    from (
      select d.kind, ${DUE_DATE} as due from read.document d
      where ${ofKinds(owed)} and d.payment_type = 'on_account' and d.unpaid > 0 and d.payment_status is not null
        and ${documentScope(person)}
    ) u
    where u.due <= ${today}::date group by u.kind order by u.kind`.execute(snapshot);
  return rows;
}
