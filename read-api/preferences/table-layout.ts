/** The order, width and pinning of a list's columns, for each person. */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import { say } from '../../languages/say.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';

const Column = Type.String({ pattern: '^[a-z0-9_.]{1,60}$' });
const Columns = Type.Array(Column, { maxItems: 100 });
const strict = { additionalProperties: false };
export const Layout = Type.Object(
  {
    order: Columns,
    /** Pixels. */
    widths: Type.Record(Column, Type.Integer({ minimum: 40, maximum: 1000 }), strict),
    pinned: Columns,
  },
  strict,
);
export type Layout = Static<typeof Layout>;

export const MODEL = Type.String({ pattern: '^[a-z0-9_/]{1,80}$' });
const LayoutBody = Type.Object({ model: MODEL, layout: Type.Union([Layout, Type.Null()]) }, strict);

export function tableLayoutRoute(app: FastifyInstance, reader: Reader) {
  return [
    addRoute(app, {
      method: 'POST',
      url: '/table_layout',
      config: { permission: 'signed_in', authority: 'own_session' },
      schema: {
        tags: ['preferences'],
        operationId: 'keepTableLayout',
        summary: 'Keep the order, width and pinning of columns; null is as it comes',
        body: LayoutBody,
        response: {
          200: Type.Object({ message: Type.String(), data: LayoutBody }),
        },
      },
      handler: async (request) => {
        const { model, layout } = bodyOf(request, LayoutBody);
        const { user_id } = request.person;
        await (layout === null
          ? sql`delete from preference.table_layout where user_id = ${user_id} and model = ${model}`
          : sql`insert into preference.table_layout (user_id, model, layout)
              values (${user_id}, ${model}, ${JSON.stringify(layout)}::jsonb)
              on conflict (user_id, model) do update set layout = excluded.layout`
        ).execute(reader);
        return { message: say(languageOf(request), 'updated_successfully'), data: { model, layout } };
      },
    }),
  ];
}

/** A person's columns of a list: hidden ones, and the layout of the others. */
export async function columnsOf(
  reader: Snapshot,
  user: number,
  model: string,
): Promise<{ readonly hidden_columns: string; readonly layout: Layout | null }> {
  const { rows } = await sql<{ hidden_columns: string | null; layout: Layout | null }>`
    select (select columns from preference.hidden_columns where user_id = ${user} and model = ${model}) as hidden_columns,
      (select layout from preference.table_layout where user_id = ${user} and model = ${model}) as layout`.execute(
    reader,
  );
  return { hidden_columns: rows[0]?.hidden_columns ?? '', layout: rows[0]?.layout ?? null };
}
