/**
 * Preferences of a person for their own screens: columns and layout of each list, saved views, the side menu. Stored in
 * a table, not as events, because their history has no use.
 */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import { say } from '../../languages/say.ts';
import type { Reader } from '../database/reader-type.ts';
import { MODEL, tableLayoutRoute } from './table-layout.ts';
import { tableViewRoutes } from './table-views.ts';

const HiddenColumns = Type.Object(
  {
    model: MODEL,
    /** Comma-separated; empty means all columns. */
    columns: Type.String({ maxLength: 4000, pattern: '^[A-Za-z0-9_.,]*$' }),
  },
  { additionalProperties: false },
);
const Sidebar = Type.Object(
  {
    collapsed: Type.Optional(Type.Boolean()),
    /** Open sections of the menu. */
    open: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z0-9_-]{1,40}$' }), { maxItems: 50 })),
  },
  { additionalProperties: false },
);

const answering = <Data extends TSchema>(data: Data) => ({
  200: Type.Object({ message: Type.Optional(Type.String()), data }),
});
const config = { permission: 'signed_in', authority: 'own_session' } as const;
const tags = ['preferences'];

export function preferenceRoutes(app: FastifyInstance, reader: Reader) {
  return [
    ...tableLayoutRoute(app, reader),
    ...tableViewRoutes(app, reader),
    addRoute(app, {
      method: 'POST',
      url: '/model_hidden_columns',
      config,
      schema: {
        tags,
        operationId: 'hideColumns',
        summary: 'Hide columns of a list',
        body: HiddenColumns,
        response: answering(HiddenColumns),
      },
      handler: async (request) => {
        const { model, columns } = bodyOf(request, HiddenColumns);
        await sql`insert into preference.hidden_columns (user_id, model, columns)
          values (${request.person.user_id}, ${model}, ${columns})
          on conflict (user_id, model) do update set columns = excluded.columns`.execute(reader);
        return { message: say(languageOf(request), 'updated_successfully'), data: { model, columns } };
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/set_sidebar_setting',
      config,
      schema: {
        tags,
        operationId: 'keepSidebar',
        summary: 'Keep how the side menu stands',
        body: Sidebar,
        response: answering(Sidebar),
      },
      handler: async (request) => {
        const setting = bodyOf(request, Sidebar);
        await sql`insert into preference.sidebar (user_id, setting)
          values (${request.person.user_id}, ${JSON.stringify(setting)}::jsonb)
          on conflict (user_id) do update set setting = excluded.setting`.execute(reader);
        return { message: say(languageOf(request), 'updated_successfully'), data: setting };
      },
    }),
    addRoute(app, {
      method: 'GET',
      url: '/show_sidebar_setting',
      config,
      schema: { tags, operationId: 'showSidebar', summary: 'How the side menu stands', response: answering(Sidebar) },
      handler: async (request) => {
        const kept = await reader
          .selectFrom('preference.sidebar')
          .select('setting')
          .where('user_id', '=', request.person.user_id)
          .executeTakeFirst();
        return { data: kept?.setting ?? {} };
      },
    }),
  ];
}
