/** Signing in at a till: outlet, name or code, PIN. The list of cashiers is returned to enrolled devices only. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { outlet } from '../../../domain/organisation/outlet.record.ts';
import { policyOf, SECRET_LENGTH_MAX } from '../../../domain/organisation/sign-in-policy.ts';
import type { UserData } from '../../../domain/people/user.record.ts';
import { recordStateOf } from '../../../domain/records/record.ts';
import { Body, Id, Text } from '../../../domain/schemas/fields.schema.ts';
import { Issues, Refusal } from '../../../domain/values/refusal.ts';
import { languageOf } from '../../../identity/language.ts';
import { addRoute } from '../../../identity/machine/declared-route.ts';
import { isCashierOf } from '../../../identity/person.ts';
import { noteAttempt } from '../../../identity/request-notes.ts';
import { bodyOf } from '../../../identity/request-parts.ts';
import { Unauthorized } from '../../../identity/unauthorized.ts';
import { readStream } from '../../aggregates/aggregate-types.ts';
import { SETTINGS_STREAM } from '../../aggregates/command-context.ts';
import { idOf } from '../../http/parameters.ts';
import { type IdentityRoutes, readCookie, sendTokens } from '../answer.ts';
import { CASHIERS, SIGNED_IN, THIS_TILL } from '../answer-schemas.ts';
import { inLanguage, profile, recordAt, registered } from '../profile.ts';
import { checkCashier, havePin } from './pins.ts';
import { deviceOf } from './tills.ts';

const TAGS = ['auth'];

const CashierBody = Body({
  outlet_fk: Id(),
  /** One of the two, depending on the setting `cashier_login_option`. */
  user_fk: Type.Optional(Id()),
  user_code: Type.Optional(Text(20, { minLength: 1 })),
  pin: Type.String({ minLength: 1, maxLength: SECRET_LENGTH_MAX }),
});

interface Till {
  readonly till_id: number;
  readonly enrolment: string;
  readonly till_name: string;
  readonly outlet_fk: number;
}

export function cashierRoutes(app: FastifyInstance, routes: IdentityRoutes, clock: () => Date) {
  return [
    addRoute(app, {
      method: 'GET',
      url: '/auth/till',
      config: { permission: 'anonymous' },
      schema: {
        operationId: 'showThisTill',
        summary: 'Which till this device is, if it is one',
        tags: TAGS,
        response: THIS_TILL,
      },
      handler: async (request) => {
        const till = await enrolledTill(request, routes);
        if (!till) return { data: { is_enrolled: false } };
        const { cashier_login_option } = policyOf(await recordAt(routes, SETTINGS_STREAM));
        const found = await recordAt(routes, `outlet-${till.outlet_fk}`);
        const named = inLanguage(found, outlet, languageOf(request));
        const { till_id, till_name, outlet_fk } = till;
        const names = { till_name, outlet_name: named?.['outlet_name'] ?? null };
        return { data: { is_enrolled: true, till_id, outlet_id: outlet_fk, ...names, cashier_login_option } };
      },
    }),
    addRoute(app, {
      method: 'GET',
      url: '/login_cashiers_list/:id',
      config: { permission: 'anonymous' },
      schema: {
        operationId: 'listCashiers',
        summary: 'The cashiers of the outlet of this till',
        tags: TAGS,
        response: CASHIERS,
      },
      handler: async (request) => {
        const till = await enrolledTill(request, routes);
        if (till?.outlet_fk !== idOf(request)) throw new Unauthorized();
        const data = await cashiersOf(till.outlet_fk, routes);
        if (data.length === 0) throw new Refusal('not_found', [{ field: '', message: 'no_cashiers_found' }]);
        return { data };
      },
    }),
    ...signInRoute(app, routes, clock),
  ];
}

/** The till of the requesting device. */
async function enrolledTill(
  request: FastifyRequest,
  { identity, commands }: IdentityRoutes,
): Promise<Till | undefined> {
  const device = await deviceOf(commands.pool, readCookie(request, 'till'));
  const till = device && (await identity.till(device.till_id));
  return till && { ...till, till_id: device.till_id, enrolment: device.enrolment };
}

function signInRoute(app: FastifyInstance, routes: IdentityRoutes, clock: () => Date) {
  const { identity, sessions, commands, tickets } = routes;
  return [
    addRoute(app, {
      method: 'POST',
      url: '/auth/login_cashier',
      config: { permission: 'anonymous', authority: 'sign_in', feature: 'has_pos' },
      schema: {
        operationId: 'signInAtTill',
        summary: 'Sign in at a till with a PIN',
        tags: TAGS,
        body: CashierBody,
        response: SIGNED_IN,
      },
      handler: async (request, reply) => {
        const { outlet_fk, user_fk, user_code, pin } = bodyOf(request, CashierBody);
        const till = await enrolledTill(request, routes);
        if (till?.outlet_fk !== outlet_fk) throw new Unauthorized();
        const who = user_fk ?? user_code;
        const issues = new Issues();
        issues.check(who !== undefined, 'user_fk', 'required');
        issues.throwIfAny();
        const given = { who: who as number | string, pin, ip: request.ip, till, told: noteAttempt(request) };
        const result = await checkCashier(commands.pool, given, (userId) => identity.user(userId));
        if (result.outcome === 'wrong') issues.add('pin', 'password_is_invalid');
        issues.throwIfAny();
        if (result.outcome !== 'signed_in') throw new Unauthorized();
        const { user_id } = result.person;
        const before = readCookie(request, 'refresh');
        const place = { device: request.headers['user-agent'], ip: request.ip, tillId: till.till_id, before };
        const issued = await sessions.start(user_id, result.secret, place);
        issues.check(issued !== undefined, 'pin', 'password_is_invalid');
        issues.throwIfAny();
        const person = issued && (await identity.person(user_id, issued.sid));
        if (!issued || !person) throw new Unauthorized();
        return sendTokens(app, request, reply, issued, {
          user: await profile(person, issued.sid, routes, languageOf(request)),
          // With it the device proves later that the same PIN was typed without a network.
          pin_key: tickets.pinKey(till.enrolment, user_id, clock()),
        });
      },
    }),
  ];
}

/** Cashiers of the outlet with a PIN, by name. */
export async function cashiersOf(outlet: number, { commands }: Pick<IdentityRoutes, 'commands'>) {
  const { handler, pool } = commands;
  const streams = (await registered(pool, 'user')).map((id) => `user-${id}`);
  const found = [...(await handler.states.read(streams))].flatMap(([stream, { state }]) => {
    const id = readStream(stream)?.id ?? 0;
    const record = recordStateOf(state);
    const data = record.status === 'active' ? (record.data as UserData) : undefined;
    return data?.status === 'active' && isCashierOf(id, data, outlet)
      ? [{ user_id: id, user_name: data.user_name }]
      : [];
  });
  const able = await havePin(
    pool,
    found.map(({ user_id }) => user_id),
  );
  return found.filter(({ user_id }) => able.has(user_id)).sort((a, b) => a.user_name.localeCompare(b.user_name));
}
