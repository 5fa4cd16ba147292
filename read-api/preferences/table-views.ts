/**
 * Saved views of tables. A view is a named address of a screen, private or shared; permissions apply anew when someone
 * opens it. Sharing, and changing a shared view, needs `table_views/share`.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Static, type TSchema, Type } from 'typebox';
import { Name } from '../../domain/schemas/fields.schema.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { forbidden } from '../../identity/guard.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { bodyOf, pathPart } from '../../identity/request-parts.ts';
import { say } from '../../languages/say.ts';
import type { Reader } from '../database/reader-type.ts';
import { IdParams, Query } from '../http/query.schema.ts';
import { notFound } from '../http/scope.ts';

const SHARE = 'table_views/share';
/** Limit of a person's own views for one screen. */
const VIEWS_MAX = 50;

const Screen = Type.String({ pattern: '^(/[a-z0-9-]{1,60}){1,5}$' });
const ViewName = Name({ maxLength: 60 });
const Address = Type.String({ maxLength: 2000, pattern: '^(\\?[^#\\s]*)?$' });
const strict = { additionalProperties: false };
const NewView = Type.Object(
  { screen: Screen, view_name: ViewName, address: Address, is_shared: Type.Optional(Type.Boolean()) },
  strict,
);
const ChangedView = Type.Object(
  { view_name: Type.Optional(ViewName), address: Type.Optional(Address), is_shared: Type.Optional(Type.Boolean()) },
  strict,
);
const DefaultView = Type.Object(
  { screen: Screen, view_id: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) },
  strict,
);
const View = Type.Object({
  view_id: Type.Integer(),
  view_name: Type.String(),
  address: Type.String(),
  is_shared: Type.Boolean(),
  is_mine: Type.Boolean(),
  is_default: Type.Boolean(),
  owner_name: Type.Union([Type.String(), Type.Null()]),
});

const answering = <Data extends TSchema>(data: Data) => ({
  200: Type.Object({ message: Type.Optional(Type.String()), data }),
});
const Done = Type.Object({ view_id: Type.Union([Type.Integer(), Type.Null()]) });
const config = { permission: 'signed_in', authority: 'own_session' } as const;
const tags = ['preferences'];

export function tableViewRoutes(app: FastifyInstance, reader: Reader) {
  return [
    addRoute(app, {
      method: 'GET',
      url: '/table_views',
      config,
      schema: {
        tags,
        operationId: 'listTableViews',
        summary: 'Saved views of a screen',
        querystring: Query({ screen: Screen }),
        response: answering(Type.Array(View)),
      },
      handler: async (request) => {
        const screen = String(membersOf(request.query)['screen']);
        return { data: await viewsOf(reader, screen, request.person.user_id) };
      },
    }),
    addRoute(app, {
      method: 'POST',
      url: '/table_views',
      config,
      schema: { tags, operationId: 'saveTableView', summary: 'Save a view', body: NewView, response: answering(Done) },
      handler: async (request) => {
        const view = bodyOf(request, NewView);
        if (view.is_shared && !request.person.can(SHARE)) throw forbidden(SHARE);
        const data = await addView(reader, view, request.person.user_id);
        return { message: say(languageOf(request), 'added_successfully'), data };
      },
    }),
    ...changeRoutes(app, reader),
    addRoute(app, {
      method: 'POST',
      url: '/default_table_view',
      config,
      schema: {
        tags,
        operationId: 'chooseTableView',
        summary: 'The view that a screen opens with; null for none',
        body: DefaultView,
        response: answering(Done),
      },
      handler: async (request) => {
        const { screen, view_id } = bodyOf(request, DefaultView);
        await keepDefault(reader, request.person.user_id, screen, view_id);
        return { message: say(languageOf(request), 'updated_successfully'), data: { view_id } };
      },
    }),
  ];
}

/** Only the owner may change a view; others get 404. */
function changeRoutes(app: FastifyInstance, reader: Reader) {
  return [
    addRoute(app, {
      method: 'PATCH',
      url: '/table_views/:id',
      config,
      schema: {
        tags,
        operationId: 'changeTableView',
        summary: 'Change a view',
        params: IdParams,
        body: ChangedView,
        response: answering(Done),
      },
      handler: async (request) => {
        const changed = bodyOf(request, ChangedView);
        if (changed.is_shared && !request.person.can(SHARE)) throw forbidden(SHARE);
        const view_id = await changeView(reader, request, changed);
        return { message: say(languageOf(request), 'updated_successfully'), data: { view_id } };
      },
    }),
    addRoute(app, {
      method: 'DELETE',
      url: '/table_views/:id',
      config,
      schema: {
        tags,
        operationId: 'deleteTableView',
        summary: 'Delete a view',
        params: IdParams,
        response: answering(Done),
      },
      handler: async (request) => {
        const view_id = idOf(request);
        const { numAffectedRows } = await sql`delete from preference.table_view
          where view_id = ${view_id} and user_id = ${request.person.user_id}`.execute(reader);
        if (numAffectedRows === 0n) throw notFound();
        return { message: say(languageOf(request), 'deleted_successfully'), data: { view_id } };
      },
    }),
  ];
}

const idOf = (request: FastifyRequest): number => Number(pathPart(request, 'id'));

async function viewsOf(reader: Reader, screen: string, user: number): Promise<readonly Static<typeof View>[]> {
  const { rows } = await sql<Static<typeof View>>`
    select v.view_id, v.view_name, v.address, v.is_shared, v.user_id = ${user} as is_mine,
      d.view_id is not null as is_default, u.name as owner_name
    from preference.table_view v
    left join preference.default_view d on d.user_id = ${user} and d.screen = v.screen and d.view_id = v.view_id
    left join read.record u on u.kind = 'user' and u.id = v.user_id
    where v.screen = ${screen} and (v.is_shared or v.user_id = ${user})
    order by v.user_id <> ${user}, v.view_name collate "und-x-icu", v.view_id`.execute(reader);
  return rows;
}

async function addView(reader: Reader, view: Static<typeof NewView>, user: number): Promise<{ view_id: number }> {
  const { screen, view_name, address, is_shared = false } = view;
  const { rows } = await sql<{ view_id: number }>`
    insert into preference.table_view (screen, user_id, view_name, address, is_shared)
    select ${screen}, ${user}, ${view_name.trim()}, ${address}, ${is_shared}
    where (select count(*) from preference.table_view where screen = ${screen} and user_id = ${user}) < ${VIEWS_MAX}
    on conflict do nothing returning view_id`.execute(reader);
  const [added] = rows;
  if (added) return added;
  const taken = (await viewsOf(reader, screen, user)).filter(({ is_mine }) => is_mine);
  throw taken.length >= VIEWS_MAX
    ? new Refusal('validation', [{ field: 'view_name', message: 'max_items', params: { value: String(VIEWS_MAX) } }])
    : nameTaken(view_name);
}

async function changeView(
  reader: Reader,
  request: FastifyRequest,
  { view_name, address, is_shared }: Static<typeof ChangedView>,
): Promise<number> {
  const view_id = idOf(request);
  const { user_id } = request.person;
  const stored = await sql<{ is_shared: boolean }>`select is_shared from preference.table_view
    where view_id = ${view_id} and user_id = ${user_id}`.execute(reader);
  // Others would see the change; taking a view back needs no permission.
  const isForOthers = stored.rows[0]?.is_shared === true && is_shared !== false;
  if (isForOthers && !request.person.can(SHARE)) throw forbidden(SHARE);
  const { numAffectedRows } = await sql`update preference.table_view set
      view_name = coalesce(${view_name?.trim() ?? null}, view_name),
      address = coalesce(${address ?? null}, address), is_shared = coalesce(${is_shared ?? null}::boolean, is_shared)
    where view_id = ${view_id} and user_id = ${user_id}`
    .execute(reader)
    .catch((error: { readonly code?: string }) => {
      throw error.code === UNIQUE_VIOLATION ? nameTaken(view_name ?? '') : error;
    });
  if (numAffectedRows === 0n) throw notFound();
  // A view that is no longer shared is removed as the default view of others.
  if (is_shared === false) {
    await sql`delete from preference.default_view where view_id = ${view_id} and user_id <> ${user_id}`.execute(reader);
  }
  return view_id;
}

const UNIQUE_VIOLATION = '23505';
const nameTaken = (key: string) =>
  new Refusal('validation', [{ field: 'view_name', message: 'already_taken', params: { key } }]);

async function keepDefault(reader: Reader, user: number, screen: string, view: number | null): Promise<void> {
  if (view === null) {
    await sql`delete from preference.default_view where user_id = ${user} and screen = ${screen}`.execute(reader);
    return;
  }
  const { numAffectedRows } = await sql`
    insert into preference.default_view (user_id, screen, view_id)
    select ${user}, v.screen, v.view_id from preference.table_view v
    where v.view_id = ${view} and v.screen = ${screen} and (v.is_shared or v.user_id = ${user})
    on conflict (user_id, screen) do update set view_id = excluded.view_id`.execute(reader);
  if (numAffectedRows === 0n) throw notFound();
}
