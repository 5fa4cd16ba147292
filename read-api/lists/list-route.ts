/** The route of a list: a page with its totals, or with `is_paginated=0` every row that matches, as a stream. */
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { inSnapshot, type Reader } from '../database/reader.ts';
import { type Asked, type ReadRoute, RowSchema } from '../http/route.ts';
import type { ModelName } from '../wait-for-position/position-watch.ts';
import { fetchTotals, type ListSource, pageStatement, type Totals } from './list.ts';
import { type ListRequest, listQuerySchema, readListQuery } from './list-query.ts';
import type { Row } from './names.ts';

export const ListSchema = (row: TSchema = RowSchema) =>
  Type.Object({
    data: Type.Array(row),
    per_page: Type.Integer(),
    current_page: Type.Integer(),
    last_page: Type.Integer(),
    total: Type.Integer(),
    footer: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
    params: Type.Record(Type.String(), Type.String()),
    model: Type.String(),
    hidden_columns: Type.String(),
  });

export interface ListRouteOptions {
  readonly url: string;
  readonly permission: string;
  readonly reads: readonly ModelName[];
  readonly summary: string;
  /** Parameters of this endpoint only. */
  readonly extra?: Record<string, TSchema>;
  readonly columns: ListSource['columns'];
  source(asked: Asked): ListSource | Promise<ListSource>;
}

export function listRoute(options: ListRouteOptions): ReadRoute {
  return {
    url: options.url,
    permission: options.permission,
    reads: options.reads,
    summary: options.summary,
    query: listQuerySchema(options.columns, options.extra),
    answer: ListSchema(),
    async handle(asked) {
      const source = await options.source(asked);
      const request = readListQuery(asked.query, source);
      return request.paginated ? page(asked, source, request) : Readable.from(everyRow(asked, source, request));
    },
  };
}

async function page({ reader, person, query }: Asked, source: ListSource, request: ListRequest): Promise<unknown> {
  return inSnapshot(reader, async (snapshot) => {
    const totals = await fetchTotals(snapshot, source, person, request);
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
      hidden_columns: await hiddenColumns(snapshot, person.user_id, source.model),
    };
  });
}

async function hiddenColumns(reader: Pick<Reader, 'selectFrom'>, user: number, model: string): Promise<string> {
  const found = await reader
    .selectFrom('preference.hidden_columns')
    .select('columns')
    .where('user_id', '=', user)
    .where('model', '=', model)
    .executeTakeFirst();
  return found?.columns ?? '';
}

const BATCH = 500;

/** The same answer as a page that holds everything, written row by row, so that memory stays flat. */
async function* everyRow(
  { reader, person, query }: Asked,
  source: ListSource,
  request: ListRequest,
): AsyncGenerator<string> {
  const transaction = await reader
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    const totals = await fetchTotals(transaction, source, person, request);
    await sql`declare all_rows no scroll cursor for ${pageStatement(source, person, request)}`.execute(transaction);
    yield head(totals, query, source.model);
    const next: RawBuilder<Row> = sql`fetch ${sql.lit(BATCH)} from all_rows`;
    let separator = '';
    for (;;) {
      const { rows } = await next.execute(transaction);
      if (rows.length === 0) break;
      for (const row of await source.present(transaction, rows, person)) {
        yield `${separator}${JSON.stringify(row)}`;
        separator = ',';
      }
    }
    yield ']}}';
  } finally {
    await transaction.rollback().execute();
  }
}

function head({ total, footer }: Totals, params: object, model: string): string {
  const rest = { per_page: total, current_page: 1, last_page: 1, total, footer, params, model, hidden_columns: '' };
  return `{"data":${JSON.stringify(rest).slice(0, -1)},"data":[`;
}
