/**
 * `GET customers/{id}/open_documents`, `suppliers/{id}/open_documents`: a party's open items, oldest first, which a
 * payment in that currency can settle. Amounts due are positive, credits negative.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { pascalOf } from '../../domain/values/kind-words.ts';
import { IdParams, IdText, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { rowScope } from '../http/scope.ts';
import { whereAll } from './list.ts';

/** Rows shaped like `read.open_item`. */
function openWithout(kind: 'customer' | 'supplier', without: string | undefined): RawBuilder<unknown> {
  if (without === undefined) return sql`read.open_item`;
  const stream = `${kind}_transaction-${without}`;
  return sql`(select c.party, c.currency_fk, c.document, c.date, c.outlet_fk, sum(c.amount) as amount from (
      select i.party, i.currency_fk, i.document, i.date, i.outlet_fk, i.amount from read.open_item i
      union all
      select i.party, i.currency_fk, i.document, i.date, i.outlet_fk, -i.amount from read.open_item_change i
      where i.by_document = ${stream}
    ) c where c.document <> ${stream} group by 1, 2, 3, 4, 5)`;
}

const OpenDocument = Type.Object({
  /** The stream that an allocation names: `sale-12`. */
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Type.Union([Type.String(), Type.Null()]),
  date: Type.String(),
  currency_fk: Type.Integer(),
  amount: Type.String(),
});

export const openDocumentsRoutes = (['customer', 'supplier'] as const).map((kind) =>
  declareRead({
    url: `/${kind}s/:id/open_documents`,
    permission: ['index', 'show', 'store', 'update'].map((action) => `${kind}_transactions/${action}`).join('##'),
    reads: ['books', 'documents'],
    params: IdParams,
    query: Query({
      currency_fk: Type.Optional(IdText()),
      /** A transaction of the party that will be replaced: open items are computed without it. */
      without: Type.Optional(IdText()),
    }),
    answer: Type.Array(OpenDocument),
    operationId: `list${pascalOf(kind)}OpenDocuments`,
    tag: 'parties',
    summary: `Unpaid documents of a ${kind}, oldest first`,
    handle: async ({ reader, person, params, query }) => {
      const { rows } = await sql<Static<typeof OpenDocument>>`
      select o.document, substring(o.document from '^(.*)-[0-9]+$') as document_kind,
        substring(o.document from '[0-9]+$')::int as document_id, d.number, o.date, o.currency_fk, o.amount
      from ${openWithout(kind, query['without'])} o
      left join read.document d on d.kind = substring(o.document from '^(.*)-[0-9]+$')
        and d.id = substring(o.document from '[0-9]+$')::int
      ${whereAll([
        sql`o.party = ${`${kind}-${params['id']}`}`,
        ...(query['currency_fk'] === undefined ? [] : [sql<boolean>`o.currency_fk = ${Number(query['currency_fk'])}`]),
        sql`o.amount <> 0`,
        ...rowScope(person, { outlet: sql`o.outlet_fk` }),
      ])}
      order by o.date, o.document collate "C", o.currency_fk`.execute(reader);
      return rows;
    },
  }),
);
