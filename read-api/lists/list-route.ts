/** The route of a list: a page with its totals, or with `is_paginated=0` every matching row as a stream. */
import { type RawBuilder, sql } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { startLongSnapshot } from '../database/long-snapshot.ts';
import { inSnapshot } from '../database/reader.ts';
import { type Asked, declareRead, type ReadRoute } from '../http/route.ts';
import { streamOf } from '../http/stream.ts';
import { shopZone } from '../http/today.ts';
import { columnsOf, Layout } from '../preferences/table-layout.ts';
import type { ModelName } from '../wait-for-position/position-watch.ts';
import { fetchTotals, pageStatement, type Totals } from './list.ts';
import { listQuerySchema, readListQuery } from './list-query.ts';
import type { ListRequest } from './list-request.ts';
import type { ListSource } from './list-source.ts';
import type { Row } from './names.ts';
import { KeptTotals } from './totals-cache.ts';

/** The fields of a page besides its rows. */
const Page = Type.Object(
  {
    per_page: Type.Integer(),
    current_page: Type.Integer(),
    last_page: Type.Integer(),
    total: Type.Integer(),
    footer: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
    params: Type.Record(Type.String(), Type.String()),
    model: Type.String(),
    hidden_columns: Type.String(),
    /** Order, width and pinning of columns; null means the default. */
    layout: Type.Union([Layout, Type.Null()]),
  },
  { title: 'Page' },
);

export const ListSchema = <RowSchema extends TSchema>(row: RowSchema) =>
  Type.Intersect([Page, Type.Object({ data: Type.Array(row) })]);

export interface ListRouteOptions<Url extends string = string, RowSchema extends TSchema = TSchema> {
  readonly url: Url;
  readonly permission: string;
  readonly reads: readonly ModelName[];
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  /** Schema of a row. */
  readonly row: RowSchema;
  readonly params?: TSchema;
  /** Parameters of this endpoint only. */
  readonly extra?: Record<string, TSchema>;
  readonly columns: ListSource['columns'];
  source(requested: Asked): ListSource | Promise<ListSource>;
}

/** The rows come from the statement of the source, whose columns the serialisation compares with the schema. */
export function listRoute<const Url extends string, RowSchema extends TSchema>(
  options: ListRouteOptions<Url, RowSchema>,
) {
  const kept = new KeptTotals(options.reads);
  return {
    url: options.url,
    permission: options.permission,
    reads: options.reads,
    operationId: options.operationId,
    tag: options.tag,
    summary: options.summary,
    query: listQuerySchema(options.columns, options.extra),
    ...(options.params ? { params: options.params } : {}),
    answer: ListSchema(options.row),
    isHeavy: (query: Asked['query']) => query['is_paginated'] === '0',
    mayStream: true,
    async handle(requested: Asked): Promise<unknown> {
      const source = await options.source(requested);
      const request = readListQuery(requested.query, source, await shopZone(requested.reader));
      return request.paginated
        ? page(requested, source, request, kept)
        : streamOf(everyRow(requested, source, request));
    },
  } as const satisfies ReadRoute;
}

/** The limit of one action on many rows. */
const IDS_MAX = 10_000;

/** `GET {list}/ids`: identifiers and revisions of all matching rows, in their order, for an action on all of them. */
export function idsRoute<const Url extends string>(options: ListRouteOptions<Url>) {
  return declareRead({
    url: `${options.url}/ids`,
    permission: options.permission,
    reads: options.reads,
    operationId: `${options.operationId}Ids`,
    tag: options.tag,
    summary: `${options.summary}: the identifiers of all rows that match, at most ${IDS_MAX}`,
    query: listQuerySchema(options.columns, options.extra),
    answer: Type.Object({
      ids: Type.Array(Type.Integer()),
      // One for each id; an action on a row needs its revision.
      revisions: Type.Array(Type.Integer()),
      total: Type.Integer(),
    }),
    async handle(requested) {
      const source = await options.source(requested);
      const request = {
        ...readListQuery(requested.query, source, await shopZone(requested.reader)),
        page: 1,
        perPage: IDS_MAX,
        paginated: true,
      };
      return inSnapshot(requested.reader, async (snapshot) => {
        const { total } = await fetchTotals(snapshot, source, requested.person, request);
        const only = { ...source, select: sql`${source.id} as id, ${source.revision ?? sql`0`} as revision` };
        const { rows } = await pageStatement(only, requested.person, request).execute(snapshot);
        const numbers = (column: string) => rows.map((row) => Number(row[column]));
        return { ids: numbers('id'), revisions: numbers('revision'), total };
      });
    },
  });
}

async function page(
  { reader, person, query }: Asked,
  source: ListSource,
  request: ListRequest,
  kept: KeptTotals,
): Promise<unknown> {
  return inSnapshot(reader, async (snapshot) => {
    const totals = await kept.fetch(snapshot, source, person, request);
    const beyond = (request.page - 1) * request.perPage >= totals.total;
    const found = beyond ? [] : (await pageStatement(source, person, request).execute(snapshot)).rows;
    return {
      data: await source.present(snapshot, found, person),
      per_page: request.perPage,
      current_page: request.page,
      last_page: Math.max(1, Math.ceil(totals.total / request.perPage)),
      total: totals.total,
      footer: totals.footer,
      params: query,
      model: source.model,
      ...(await columnsOf(snapshot, person.user_id, source.model)),
    };
  });
}

const BATCH = 500;

/** The same answer as one page with all rows, written in batches, so that memory use stays constant. */
async function* everyRow(
  { reader, person, query }: Asked,
  source: ListSource,
  request: ListRequest,
): AsyncGenerator<string> {
  const transaction = await startLongSnapshot(reader);
  try {
    const totals = await fetchTotals(transaction, source, person, request);
    await sql`declare all_rows no scroll cursor for ${pageStatement(source, person, request)}`.execute(transaction);
    yield head(totals, query, source.model);
    const next: RawBuilder<Row> = sql`fetch ${sql.lit(BATCH)} from all_rows`;
    let separator = '';
    for (;;) {
      const { rows } = await next.execute(transaction);
      if (rows.length === 0) break;
      const shown = await source.present(transaction, rows, person);
      yield `${separator}${shown.map((row) => JSON.stringify(row)).join(',')}`;
      separator = ',';
    }
    yield ']}}';
  } finally {
    await transaction.rollback().execute();
  }
}

function head({ total, footer }: Totals, params: object, model: string): string {
  const rest = {
    per_page: total,
    current_page: 1,
    last_page: 1,
    total,
    footer,
    params,
    model,
    hidden_columns: '',
    layout: null,
  };
  return `{"data":${JSON.stringify(rest).slice(0, -1)},"data":[`;
}
