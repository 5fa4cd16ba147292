/**
 * Fields that users may change about themselves without a permission: display preferences, name, personal data, and
 * the outlet in which they work now.
 */

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { checkPersonal, PersonalBody, user } from '../../domain/people/user.record.ts';
import { ROWS_PER_PAGE } from '../../domain/records/rows-per-page.ts';
import { Body, Id, Maybe, OneOf, Text } from '../../domain/schemas/fields.schema.ts';
import { Issues, Refusal } from '../../domain/values/refusal.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import type { Person } from '../../identity/person.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import { sentence } from '../http/language.ts';
import type { IdentityRoutes } from './answer.ts';
import { MY_CHANGE } from './answer-schemas.ts';
import { keepPersonalData } from './personal-data.ts';
import { keepPlace } from './place.ts';
import { profile, recordAt } from './profile.ts';
import { whoDid } from './staff-actions.ts';

const RecordPart = {
  user_full_name: Maybe(Text(140)),
  lang: Type.Optional(OneOf(['en', 'ar', 'ckb'])),
  theme: Type.Optional(OneOf(['light', 'dark'])),
  pagination_default: Type.Optional(Type.Enum(ROWS_PER_PAGE)),
};
/** Display preferences, which may also be changed at a till. */
const ALSO_AT_A_TILL: ReadonlySet<string> = new Set(['lang', 'theme', 'pagination_default']);
const ProfileBody = Body({ ...RecordPart, ...PersonalBody.properties });
const PlaceBody = Body({
  outlet_fk: Id({ 'x-lookup': 'outlets' }),
  inventory_fk: Maybe(Id({ 'x-lookup': 'inventories' })),
});

export function profileRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  const { commands } = routes;
  return [
    addRoute(app, {
      method: 'PATCH',
      url: '/auth/profile',
      config: { permission: 'signed_in', authority: 'own_session' },
      schema: {
        operationId: 'changeProfile',
        summary: 'Change what is one’s own: name, personal data, language, theme',
        tags: ['auth'],
        body: ProfileBody,
        response: MY_CHANGE,
      },
      handler: async (request) => {
        const given = Object.entries(bodyOf(request, ProfileBody));
        // A PIN does not allow access to names and personal data.
        const isPersonal = ([name]: [string, unknown]) => !ALSO_AT_A_TILL.has(name);
        if (request.person.till && given.some(isPersonal)) {
          throw new Refusal('forbidden', [{ field: '', message: 'not_at_a_till' }]);
        }
        const part = (isRecord: boolean) =>
          Object.fromEntries(given.filter(([name]) => name in RecordPart === isRecord));
        const issues = new Issues();
        checkPersonal(bodyOf(request, ProfileBody), issues);
        issues.throwIfAny();
        await amendOneself(request, part(true), routes);
        const { user_id } = request.person;
        const who = whoDid(request, user_id);
        await keepPersonalData(commands.pool, { userId: user_id, changed: part(false), who });
        return answer(request, { ...request.person.user, ...part(true) } as Person['user'], routes);
      },
    }),
    ...placeRoute(app, routes),
  ];
}

/** Idempotent by itself, so it needs no key. */
async function amendOneself(
  request: FastifyRequest,
  changed: Readonly<Record<string, unknown>>,
  { commands }: IdentityRoutes,
): Promise<void> {
  await commands.handler.handle({
    declaration: user,
    id: request.person.user_id,
    commands: [{ type: 'amend', changed }],
    body: changed,
    // Users can always access themselves, in whatever outlet they are signed in.
    actor: { ...request.person, hasOutlet: () => true, hasInventory: () => true },
    commandId: randomUUID(),
    meta: { correlationId: request.id },
  });
}

function placeRoute(app: FastifyInstance, routes: IdentityRoutes) {
  const { commands } = routes;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/auth/switch_outlet',
      config: { permission: 'signed_in', authority: 'own_session' },
      schema: {
        operationId: 'switchOutlet',
        summary: 'Choose the outlet in which new documents begin',
        tags: ['auth'],
        body: PlaceBody,
        response: MY_CHANGE,
      },
      handler: async (request) => {
        const { outlet_fk, inventory_fk = null } = bodyOf(request, PlaceBody);
        const { person } = request;
        const issues = new Issues();
        const outlet = await recordAt(routes, `outlet-${outlet_fk}`);
        issues.check(isUsable(outlet) && person.hasOutlet(outlet_fk), 'outlet_fk', 'unknown_record');
        if (inventory_fk !== null) {
          const inventory = await recordAt(routes, `inventory-${inventory_fk}`);
          const fits =
            isUsable(inventory) && inventory?.['outlet_fk'] === outlet_fk && person.hasInventory(inventory_fk);
          issues.check(fits, 'inventory_fk', 'unknown_record');
        }
        if (person.till && person.till.outlet_fk !== outlet_fk) {
          throw new Refusal('forbidden', [{ field: 'outlet_fk', message: 'outlet_of_the_till' }]);
        }
        issues.throwIfAny();
        await keepPlace(commands.pool, person.user_id, outlet_fk, inventory_fk);
        return answer(request, person.user, routes);
      },
    }),
  ];
}

/** `placeOf` ignores inactive places. */
const isUsable = (place: Readonly<Record<string, unknown>> | undefined): boolean =>
  place !== undefined && place['is_active'] !== false;

async function answer(request: FastifyRequest, next: Person['user'], routes: IdentityRoutes) {
  const data = await profile({ ...request.person, user: next }, request.sid, routes, languageOf(request));
  return { message: sentence('updated_successfully', undefined, languageOf(request)), data };
}
