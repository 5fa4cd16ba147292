/**
 * Entering and changing a staff member with one form: the record is stored in the log, personal data and secrets are
 * stored separately. The separate data is written after the record, and again when the same command is repeated,
 * except a password, which a command gives once.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { checkPersonal, PersonalBody, SecretBody, type SecretData, UserBody } from '../../domain/people/user.record.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { requireAuthority } from '../../domain/registry/authority.ts';
import { defined } from '../../domain/values/defined.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { telephoneKey, telephoneTyped } from '../../domain/values/telephone.ts';
import { decidedSubject } from '../../identity/authority.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import { concernedBy } from '../../identity/security-log.ts';
import type { RecordType } from '../aggregates/aggregate-types.ts';
import { usedForAnother } from '../handling/replay-stored-answer.ts';
import { recordAnswers } from '../http/answer-schemas.ts';
import { changedSomething, sendAnswer } from '../http/answers.ts';
import { callHandler, commandIdOf } from '../http/command.ts';
import { isDryRun } from '../http/dry-run.ts';
import { idOf, methodIsPatch, OTHERWISE, PATCH_QUERY, QUERY } from '../http/parameters.ts';
import { authorityOf, retireRoutes } from '../http/record-routes.ts';
import { changeBody, recordBody } from '../http/validation.ts';
import type { IdentityRoutes } from './answer.ts';
import { setPin } from './at-tills/pins.ts';
import { isUsedBefore, replacePassword } from './credentials.ts';
import { keepPersonalData, personalDataOf, personWithTelephone } from './personal-data.ts';
import { checkPassword, checkPin, signInPolicy } from './policy.ts';
import { refuseOwnPassword, whoDid } from './staff-actions.ts';

const WHOLE = Type.Object(
  { ...UserBody.properties, ...SecretBody.properties },
  {
    additionalProperties: false,
    title: 'UserBody',
  },
);
const ENTERED = recordBody(WHOLE, 'UserBody');
const CHANGE = changeBody(UserBody, true);
const PIN_PERMISSION = 'user_pins/store##user_pins/update';

export function staffRoutes(app: FastifyInstance, routes: IdentityRoutes, kind: RecordType): void {
  const { resource } = kind;
  const shared = { tags: ['people'], response: recordAnswers(kind.declaration) };
  app.route({
    method: 'POST',
    url: `/${resource}`,
    config: { permission: `${resource}/store`, ...authorityOf(kind) },
    attachValidation: true,
    schema: { ...shared, operationId: 'createUser', summary: 'Enter a user', body: ENTERED, querystring: QUERY },
    handler: (request, reply) => enter(request, reply, routes, kind),
  });
  for (const [method, by] of [
    ['PATCH', ''],
    ['POST', 'ByPost'],
  ] as const) {
    app.route({
      method,
      url: `/${resource}/:id`,
      config: { permission: `${resource}/update`, authority: decidedPerson },
      attachValidation: true,
      schema: {
        ...shared,
        operationId: `changeUser${by}`,
        summary: `Change a user${by && OTHERWISE}`,
        body: changeBody(WHOLE, true, 'UserChangeBody'),
        querystring: method === 'POST' ? PATCH_QUERY : QUERY,
      },
      handler: async (request, reply) => {
        if (method === 'POST') methodIsPatch(request);
        return change(request, reply, routes, kind);
      },
    });
  }
  retireRoutes(app, routes.commands.handler, kind, (answer) => routes.sessions.endOfAbsent(answer));
}

async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: IdentityRoutes,
  kind: RecordType,
): Promise<FastifyReply> {
  const { body, apart } = split(request);
  const issues = await secretFieldIssues(undefined, body, apart, request, routes);
  if (!canSignIn(body, apart)) issues.add('new_password', 'way_to_sign_in_required');
  if (issues.list.length === 0) await askAboutTelephone(undefined, { body, apart }, request, routes);
  const commands = (data: RecordData) => [{ type: 'register', data }];
  const call = { kind, schema: UserBody, commands, body, issues: issues.list };
  const answer = await callHandler(routes.commands.handler, call, request);
  // On a repetition the user may have more rights than when they were entered.
  if (answer.repeated) await decidedSubject(answer.id, request, routes.identity);
  if (!answer.preview) await keepApart(answer.id, apart, request, routes);
  return sendAnswer(kind, answer, 'added_successfully', request, reply);
}

async function change(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: IdentityRoutes,
  kind: RecordType,
): Promise<FastifyReply> {
  const id = idOf(request);
  const { body, apart } = split(request);
  await requireAuthorityOverData(id, apart, request, routes);
  if (isGiven(apart.new_password) || isGiven(apart.new_password_confirmation)) refuseOwnPassword(id, request);
  const issues = await secretFieldIssues(id, body, apart, request, routes);
  if (issues.list.length === 0) await askAboutTelephone(id, { body, apart }, request, routes);
  const commands = (changed: RecordData) => [{ type: 'amend', changed }];
  const call = { kind, id, schema: CHANGE, commands, body, issues: issues.list };
  const answer = await callHandler(routes.commands.handler, call, request);
  if (isDryRun(request)) return sendAnswer(kind, answer, 'updated_successfully', request, reply);
  const isKept = await keepApart(id, apart, request, routes);
  await routes.sessions.endOfAbsent(answer);
  return sendAnswer(kind, answer, 'updated_successfully', request, reply, {
    isDone: isKept || changedSomething(answer),
  });
}

/** Secrets are not passed to the decider of the record, which checks authority for the other fields. */
function decidedPerson(request: FastifyRequest): number | undefined {
  const { apart } = split(request);
  return SECRETS.some((field) => isGiven(apart[field])) ? idOf(request) : undefined;
}

/** Personal data is stored beside the record, so the record's decider never sees that it changes. */
async function requireAuthorityOverData(
  id: number,
  apart: SecretData,
  { person }: FastifyRequest,
  { identity }: IdentityRoutes,
): Promise<void> {
  if (id === person.user_id || !Object.keys(apart).some((field) => Object.hasOwn(PersonalBody.properties, field)))
    return;
  const subject = await identity.subject(id);
  // One who does not exist, or works elsewhere, is answered with 404 by the command.
  if (subject) requireAuthority(person, id, subject.holdings);
}

const SECRETS = ['staff_pin', 'new_password', 'new_password_confirmation'] as const;
const isGiven = (secret: string | null | undefined): boolean => secret !== undefined && secret !== null;

interface Parts {
  readonly body: RecordData;
  readonly apart: SecretData;
}

/** Splits the body into fields for the log and separate fields. */
function split(request: FastifyRequest): Parts {
  const given = Object.entries((request.body ?? {}) as RecordData);
  const isSecretField = ([field]: [string, unknown]) => Object.hasOwn(SecretBody.properties, field);
  return {
    body: Object.fromEntries(given.filter((value) => !isSecretField(value))),
    apart: Object.fromEntries(given.filter(isSecretField)) as SecretData,
  };
}

/** True with a password, or at a till with a PIN; an inactive user needs neither. */
const canSignIn = (body: RecordData, { new_password, staff_pin }: SecretData): boolean =>
  (body['status'] ?? 'active') !== 'active' ||
  isGiven(new_password) ||
  (body['is_cashier'] === true && isGiven(staff_pin));

/**
 * Asks when another person has the telephone, in whatever spelling: who was entered twice is found, and a family may share
 * one. Telephones are personal, so only those are told who may open staff. Throws Refusal.
 */
async function askAboutTelephone(
  id: number | undefined,
  { body, apart: { phone } }: Parts,
  request: FastifyRequest,
  routes: IdentityRoutes,
): Promise<void> {
  if (!phone || body['confirmed'] === true || !request.person.can('users/show')) return;
  const { pool } = routes.commands;
  const before = id === undefined ? undefined : (await personalDataOf(pool, id)).phone;
  if (telephoneTyped(phone) === undefined || (before && telephoneKey(before) === telephoneKey(phone))) return;
  const other = await personWithTelephone(pool, phone, id);
  const found = other === undefined ? undefined : await routes.identity.subject(other);
  if (!found?.isThere || (await isStored(request, routes))) return;
  const issues = new Issues();
  issues.ask('phone', 'telephone_of_another_person', { name: String(found.user.user_name) });
  issues.throwIfAny();
}

/** `id` is undefined for a new user. */
async function secretFieldIssues(
  id: number | undefined,
  body: RecordData,
  apart: SecretData,
  request: FastifyRequest,
  routes: IdentityRoutes,
): Promise<Issues> {
  const issues = new Issues();
  checkPersonal(apart, issues);
  const { staff_pin: pin, new_password: password, new_password_confirmation: confirmation } = apart;
  const { person } = request;
  const policy = await signInPolicy(routes.commands);
  if (typeof pin === 'string') {
    checkPin(issues, policy, 'staff_pin', pin);
    issues.check(id !== SUPER_USER_ID, 'staff_pin', 'super_user_has_no_pin');
    const permission = defined(PIN_PERMISSION.split('##')[id === undefined ? 0 : 1]);
    issues.check(person.can(PIN_PERMISSION), 'staff_pin', 'permission_missing', { permission });
  }
  const isPassword = typeof password === 'string' || typeof confirmation === 'string';
  if (!isPassword) return issues;
  // The authority over a new person is not checked yet, so nothing is answered about their password here.
  if (id !== undefined && (await wasGivenBefore(password, request, routes))) return issues;
  const before = id === undefined ? undefined : (await routes.identity.subject(id))?.user;
  const about = (['email', 'user_name', 'user_full_name'] as const).map((field) =>
    String(body[field] ?? before?.[field] ?? ''),
  );
  const typed = { password: String(password ?? ''), confirmation: String(confirmation ?? '') };
  await checkPassword(issues, policy, { ...typed, about, leaked: routes.leaked });
  if (id === undefined || issues.list.length > 0) return issues;
  const { pool } = routes.commands;
  if ((await isUsedBefore(pool, id, typed.password)) && !(await isStored(request, routes))) {
    issues.add('new_password', 'password_used_before');
  }
  return issues;
}

/**
 * True when this request arrived before and its password was given then. Throws Refusal when its key was used for
 * another password.
 */
async function wasGivenBefore(
  password: string | null | undefined,
  request: FastifyRequest,
  { commands: { pool } }: IdentityRoutes,
): Promise<boolean> {
  if (isDryRun(request)) return false;
  const subject = await concernedBy(pool, commandApart(request), 'password_given');
  if (subject === undefined) return false;
  if (await isUsedBefore(pool, subject, password ?? '')) return true;
  throw usedForAnother();
}

/** True when the process ended after it had stored the record, before it gave the password. */
async function isStored(request: FastifyRequest, { commands }: IdentityRoutes): Promise<boolean> {
  return !isDryRun(request) && (await commands.store.findCommand(commandIdOf(request))) !== undefined;
}

const commandApart = (request: FastifyRequest) => ({ id: commandIdOf(request), by: request.person.user_id });

/** What is stored beside the record. Returns whether anything was, by this request or when it arrived before. */
async function keepApart(
  id: number,
  { staff_pin, new_password, new_password_confirmation: _, ...personal }: SecretData,
  request: FastifyRequest,
  routes: IdentityRoutes,
): Promise<boolean> {
  const { pool } = routes.commands;
  const who = whoDid(request, id);
  // First, because another password under the same key is refused with all that is beside it.
  const isNew = typeof new_password === 'string' && !(await wasGivenBefore(new_password, request, routes));
  const given = Object.fromEntries(
    Object.entries(personal).filter(([field]) => Object.hasOwn(PersonalBody.properties, field)),
  );
  const command = commandApart(request);
  const isChanged = await keepPersonalData(pool, { userId: id, changed: given, who, command });
  if (typeof staff_pin === 'string') await setPin(pool, id, staff_pin, who);
  if (isNew) {
    const replaced = { userId: id, password: new_password, keep: null, event: who };
    await replacePassword(pool, { kind: 'password_given', ...replaced, command });
  }
  // A password that is not new was given by this command, when its request arrived for the first time.
  if (isChanged || typeof staff_pin === 'string' || typeof new_password === 'string') return true;
  return Object.keys(given).length > 0 && (await concernedBy(pool, command, 'personal_data_changed')) === id;
}
