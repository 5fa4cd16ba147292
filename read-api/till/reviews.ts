/** `GET till_reviews`: receipts and drawers that tills sent in breach of a rule, until a manager reviews them. */
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { drawerDocument } from '../../domain/till/drawer.document.ts';
import { posSaleDocument } from '../../domain/till/receipts/pos-sale.document.ts';
import { languageOf } from '../../identity/language.ts';
import type { Person } from '../../identity/person.ts';
import { declareRead } from '../http/route.ts';
import { documentScope } from '../http/scope.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Column, Condition, ListSource } from '../lists/list-source.ts';
import { withNames } from '../lists/names.ts';
import { searchCondition } from '../lists/search.ts';
import { ruleSentences } from './rule-words.ts';

const REVIEWED = [posSaleDocument, drawerDocument] as const;
const PERMISSION = REVIEWED.map(({ resource }) => `${resource}/review`).join('##');

/** Receipts and drawers have separate numbers: this combines kind and id into one row id. */
const ROW_ID = sql`d.id * 2 + (d.kind = 'drawer')::int`;
const STATUS = sql`case when x.waits then 'waiting' else 'reviewed' end`;

/** The entries of a document with broken rules, oldest first. */
const BROKEN = sql`(
  select bool_or(e -> 'review' = 'null'::jsonb) as waits, jsonb_agg(e order by place) as entries,
    jsonb_path_query_array(jsonb_agg(e order by place), '$[*].broken[*]') as broken,
    ((jsonb_agg(e order by place)) -> 0 ->> 'till_fk')::int as till_fk,
    ((jsonb_agg(e order by place)) -> 0 ->> 'cashier_fk')::int as user_fk,
    ((jsonb_agg(e order by place)) -> 0 ->> 'sequence')::int as sequence,
    (jsonb_path_query_first(jsonb_agg(e order by place desc), '$[*].review ? (@ != null)')) as review
  from jsonb_array_elements(d.data -> 'entries') with ordinality o(e, place) where e @? '$.broken[0]')`;

const COLUMNS: Readonly<Record<string, Column>> = {
  id: { kind: 'id', value: ROW_ID },
  status: { kind: 'word', value: STATUS, values: ['waiting', 'reviewed'] },
  document_kind: { kind: 'word', value: sql`d.kind`, values: REVIEWED.map(({ kind }) => kind) },
  number: { kind: 'text', value: sql`d.number` },
  date: { kind: 'date', value: sql`d.date` },
  amount: { kind: 'amount', value: sql`d.total_base` },
  till_fk: { kind: 'id', value: sql`x.till_fk`, sort: null },
  user_fk: { kind: 'id', value: sql`x.user_fk`, sort: null },
  outlet_fk: { kind: 'id', value: sql`d.outlet_fk`, sort: null },
};

/** For the kinds that the person may review. */
function conditions(person: Person): readonly Condition[] {
  const kinds = REVIEWED.filter(({ resource }) => person.can(`${resource}/review`)).map(({ kind }) => kind);
  return [
    sql`d.data @? '$.entries[*].broken[0]'`,
    sql`d.kind = any(${kinds}::text[])`,
    documentScope(person, posSaleDocument),
  ];
}

const FROM: RawBuilder<unknown> = sql`read.document d cross join lateral ${BROKEN} x`;

const source = (language: ReturnType<typeof languageOf>): ListSource => ({
  model: 'till_reviews',
  from: FROM,
  select: sql`${ROW_ID} as id, ${STATUS} as status, d.kind as document_kind, d.id as document_id, d.number, d.date,
    d.data ->> 'time' as time, d.revision, d.outlet_fk, d.total_base as amount, x.till_fk, x.user_fk, x.sequence, x.broken,
    x.review ->> 'note' as note, (x.review ->> 'user_fk')::int as reviewed_by_fk`,
  id: ROW_ID,
  columns: COLUMNS,
  search: (typed) => searchCondition(sql`d.search`, typed),
  footer: {},
  first: [sql`x.waits desc`],
  sortedBy: { column: 'date', dir: 'desc' },
  conditions,
  present: async (reader, rows) => {
    const named = await withNames(
      reader,
      rows.map(({ broken, amount, ...row }) => ({
        ...row,
        amount: row['document_kind'] === 'drawer' ? null : amount,
        rules: ruleSentences(broken, language),
      })),
      { reviewed_by_fk: 'user' },
    );
    return named;
  },
});

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());
const TillReview = Type.Object(
  {
    id: Type.Integer(),
    /** Revision of the document, on which a review is based. */
    revision: Type.Integer(),
    status: Type.String(),
    document_kind: Type.String(),
    document_id: Type.Integer(),
    number: Text(),
    date: Text(),
    time: Text(),
    outlet_fk: Whole(),
    outlet_name: Text(),
    till_fk: Whole(),
    till_name: Text(),
    /** Sequence of the device's first entry that broke a rule. */
    sequence: Whole(),
    user_fk: Whole(),
    user_name: Text(),
    /** For a receipt or refund. */
    amount: Text(),
    /** Messages in the person's language. */
    rules: Type.Array(Type.String()),
    note: Text(),
    reviewed_by_fk: Whole(),
    reviewed_by_name: Text(),
  },
  { title: 'TillReview' },
);

export const tillReviewsRoute = listRoute({
  url: '/till_reviews',
  permission: PERMISSION,
  reads: ['documents', 'records'],
  operationId: 'listTillReviews',
  tag: 'till',
  summary: 'What tills sent although it broke a rule, that which waits for a review first',
  row: TillReview,
  columns: COLUMNS,
  source: ({ request }) => source(languageOf(request)),
});

/** The number of pending reviews that the person may make. */
export const waitingReviewsRoute = declareRead({
  url: '/till_reviews/waiting',
  permission: PERMISSION,
  reads: ['documents'],
  answer: Type.Integer(),
  operationId: 'countTillReviews',
  tag: 'till',
  summary: 'How many receipts and drawers of tills wait for a review',
  handle: async ({ reader, person }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${FROM}
      where x.waits and ${sql.join([...conditions(person)], sql` and `)}`.execute(reader);
    return rows[0]?.count ?? 0;
  },
});
