/** Enrols a device as a till, revokes it, and releases its lock. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { till } from '../../../domain/people/till.record.ts';
import type { RecordData } from '../../../domain/records/record.ts';
import { recordAnswer } from '../../../domain/registry/answers.schema.ts';
import { Body, Id, Name, Reference } from '../../../domain/schemas/fields.schema.ts';
import { propertiesOf } from '../../../domain/schemas/schema-parts.ts';
import { paperPrefix } from '../../../domain/till/device-entry.ts';
import { Issues } from '../../../domain/values/refusal.ts';
import { addRoute } from '../../../identity/machine/declared-route.ts';
import { bodyOf } from '../../../identity/request-parts.ts';
import { recordSecurity } from '../../../identity/security-log.ts';
import { type RecordType, recordTypeOf } from '../../aggregates/aggregate-types.ts';
import { answered, recordAnswers } from '../../http/answer-schemas.ts';
import { sendAnswer } from '../../http/answers.ts';
import { callHandler } from '../../http/command.ts';
import { isDryRun } from '../../http/dry-run.ts';
import { idOf, QUERY } from '../../http/parameters.ts';
import { authorityOf } from '../../http/record-routes.ts';
import { changeBody, EMPTY_BODY } from '../../http/validation.ts';
import { type IdentityRoutes, readCookie, setCookie } from '../answer.ts';
import { enrol, revoke, tillOf, unlockTill } from './tills.ts';

const TAGS = ['people'];
const ANSWERS = recordAnswers(till);
/** Prefix of the device's entries; absent in a dry run. */
const ENROLLED = answered(
  Type.Object(
    {
      ...propertiesOf(recordAnswer(till)),
      enrolment: Type.Optional(Type.String()),
      number_prefix: Type.Optional(Type.String()),
    },
    { title: 'NewTillDevice' },
  ),
  'EnrolledTill',
);

/** A new till, or an existing one that gets another device. */
const EnrolBody = Body({
  till_fk: Type.Optional(Id({ 'x-lookup': 'tills' })),
  till_name: Type.Optional(Name()),
  outlet_fk: Type.Optional(Reference('outlets')),
  /** Revision of the existing till. */
  revision: Type.Optional(Type.Integer({ minimum: 0 })),
});

export function tillRoutes(app: FastifyInstance, routes: IdentityRoutes) {
  const kind = recordTypeOf(routes.commands.kinds, till.resource);
  return [
    addRoute(app, {
      method: 'POST',
      url: '/tills/enrol',
      config: { permission: 'tills/store', ...authorityOf(kind) },
      schema: {
        operationId: 'enrolTill',
        summary: 'Make the device that asks a till',
        tags: TAGS,
        body: EnrolBody,
        querystring: QUERY,
        response: ENROLLED,
      },
      handler: (request, reply) => enrolDevice(request, reply, routes, kind),
    }),
    ...(['revoke', 'unlock'] as const).map((action) => {
      const schema = changeBody(EMPTY_BODY, true);
      return addRoute(app, {
        method: 'POST',
        url: `/tills/:id/${action}`,
        config: { permission: action === 'revoke' ? 'tills/destroy' : 'tills/update', ...authorityOf(kind) },
        attachValidation: true,
        schema: {
          operationId: `${action}Till`,
          summary: action === 'revoke' ? 'Make a device no till any more' : 'Let a till try again at once',
          tags: TAGS,
          body: schema,
          querystring: QUERY,
          response: ANSWERS,
        },
        handler: async (request, reply) => {
          const id = idOf(request);
          const changed = action === 'revoke' ? { status: 'revoked' } : {};
          const commands = () => [{ type: 'amend', changed }];
          const answer = await callHandler(routes.commands.handler, { kind, id, schema, commands }, request);
          if (isDryRun(request)) return sendAnswer(kind, answer, 'done_successfully', request, reply);
          if (action === 'revoke') await revokeDevice(id, request, routes);
          else await unlockDevice(id, request, routes);
          return sendAnswer(kind, answer, 'done_successfully', request, reply, { isDone: true });
        },
      });
    }),
  ];
}

async function enrolDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { commands, sessions }: IdentityRoutes,
  kind: RecordType,
): Promise<FastifyReply> {
  const { till_fk, till_name, outlet_fk, revision } = bodyOf(request, EnrolBody);
  const isNew = till_fk === undefined;
  const issues = new Issues();
  if (isNew) {
    issues.check(till_name !== undefined, 'till_name', 'required');
    issues.check(outlet_fk !== undefined, 'outlet_fk', 'required');
  }
  const data: RecordData = { ...(isNew ? { till_name, outlet_fk } : {}), status: 'enrolled' };
  const command = isNew ? { type: 'register', data } : { type: 'amend', changed: data };
  const call = { kind, commands: () => [command], issues: issues.list };
  const { schema } = kind.declaration;
  const answer = await callHandler(
    commands.handler,
    isNew
      ? { ...call, schema, body: data }
      : { ...call, schema: changeBody(schema, true), id: till_fk, body: { ...data, revision } },
    request,
  );
  if (isDryRun(request)) return sendAnswer(kind, answer, 'done_successfully', request, reply);
  // A device is one till: its former enrolment for another one ends.
  const former = readCookie(request, 'till');
  const before = await tillOf(commands.pool, former);
  if (before !== undefined && before !== answer.id) await revoke(commands.pool, before);
  await sessions.endOfTill(answer.id, 'till_enrolled');
  const by = request.person.user_id;
  const { token, enrolment, nth } = await enrol(commands.pool, {
    tillId: answer.id,
    device: request.headers['user-agent'],
    token: former,
    by,
  });
  setCookie(request, reply, 'till', token);
  await recordSecurity(commands.pool, { kind: 'till_enrolled', userId: by, tillId: answer.id, ...from(request) });
  const done = isNew ? 'added_successfully' : 'done_successfully';
  const more = { enrolment, number_prefix: paperPrefix(answer.id, nth) };
  return sendAnswer(kind, answer, done, request, reply, { more, isDone: true });
}

/** The browser keeps its cookie, which opens nothing: when it is enrolled again, it continues its enrolment. */
async function revokeDevice(
  id: number,
  request: FastifyRequest,
  { commands, sessions }: IdentityRoutes,
): Promise<void> {
  await revoke(commands.pool, id);
  await sessions.endOfTill(id, 'till_revoked');
  const userId = request.person.user_id;
  await recordSecurity(commands.pool, { kind: 'till_revoked', userId, tillId: id, ...from(request) });
}

async function unlockDevice(id: number, request: FastifyRequest, { commands }: IdentityRoutes): Promise<void> {
  await unlockTill(commands.pool, id);
  const userId = request.person.user_id;
  await recordSecurity(commands.pool, { kind: 'unlocked', userId, tillId: id, ...from(request) });
}

const from = ({ sid, ip }: FastifyRequest) => ({ sid, ip });
