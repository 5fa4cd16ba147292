/** Turns a request into a command: idempotency key, revision, dry run, and all issues at once. */

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { v5 as uuid } from 'uuid';
import { membersOf } from '../../domain/values/members.ts';
import { type Issue, Refusal } from '../../domain/values/refusal.ts';
import { toError } from '../../domain/values/thrown.ts';
import { languageOf } from '../../identity/language.ts';
import { note } from '../../identity/request-notes.ts';
import type { AggregateType } from '../aggregates/aggregate-types.ts';
import type { CommandHandler } from '../handling/handler.ts';
import type { CommandAnswer } from '../handling/request.ts';
import { isDryRun } from './dry-run.ts';
import { repaired } from './repair.ts';
import { Invalid } from './validation.ts';

/**
 * Namespace of command ids, which are derived from the user and their idempotency key, so that keys of different users
 * never collide.
 */
const COMMANDS = 'c0a3d1c8-6f0e-4b5e-9d57-2f7c1d0a9b11';
const KEY_LENGTH_MAX = 128;

type Fields = Readonly<Record<string, unknown>>;

export interface Call {
  readonly kind: AggregateType;
  /** Undefined creates a new record or document. */
  readonly id?: number;
  readonly schema: TSchema;
  commands(body: object): readonly unknown[];
  /** It may be sent without a revision. */
  readonly isConcurrent?: boolean;
  /** The reason that the transition requires, from the body. */
  readonly reasoned?: boolean;
  /** Replaces the request's body when parts of it do not belong to the command. */
  readonly body?: Fields;
  /** Issues of these other parts. */
  readonly issues?: readonly Issue[];
  /** What is asked besides the questions of the decider, unless the body says `confirmed`. */
  readonly questions?: readonly Issue[];
}

/** Throws Refusal and the errors of the handler. */
export async function callHandler(
  handler: CommandHandler,
  call: Call,
  request: FastifyRequest,
): Promise<CommandAnswer> {
  const dryRun = isDryRun(request);
  const issues = [...(dryRun ? [] : keyIssues(request)), ...schemaIssues(request), ...(call.issues ?? [])];
  const given = call.body ?? membersOf(request.body);
  issues.push(...revisionIssues(call, given, request));
  if (issues.length > 0)
    throw new Refusal('validation', [...issues, ...(await decidersIssues(handler, call, request, issues))]);
  const { revision, _method, prior_period, confirmed, ...body } = given;
  const { questions = [] } = call;
  if (questions.length > 0 && confirmed !== true) throw await allQuestions(handler, call, request, questions);
  const commandId = dryRun ? uuid(request.id, COMMANDS) : commandIdOf(request);
  note(request, { command: commandId });
  const answer = await handler.handle({
    ...commandOf(call, request, body),
    commandId,
    digest: digestOf(request, given),
    ...expected(revision, request),
    ...(prior_period === true ? { priorPeriod: true } : {}),
    ...(confirmed === true ? { confirmed } : {}),
    dryRun,
    language: languageOf(request),
  });
  request.isUntold = answer.isUntold === true;
  return answer;
}

function commandOf(call: Call, request: FastifyRequest, body: Fields) {
  const reason = call.reasoned && typeof body['reason'] === 'string' ? { reason: body['reason'] } : {};
  const device = deviceOf(request);
  const outlet = body['outlet_fk'];
  return {
    declaration: call.kind.declaration,
    ...(call.id === undefined ? {} : { id: call.id }),
    commands: call.commands(body),
    body,
    actor: request.person,
    isTyped: true,
    meta: {
      ...(typeof outlet === 'number' ? { outlet: String(outlet) } : {}),
      ...(device === undefined ? {} : { device }),
      correlationId: request.id,
      ...reason,
    },
  };
}

const DEVICE_LENGTH_MAX = 100;

/**
 * The till of the session. A device name sent by the client itself (`X-Device`) is unverified and stored with a
 * prefix: `client:stock room`.
 */
function deviceOf({ person, headers }: FastifyRequest): string | undefined {
  if (person.till) return `till-${person.till.till_id}`;
  const device = [headers['x-device']].flat().join(' ').replace(/\p{C}/gu, '').trim();
  return device === '' ? undefined : `client:${device}`.slice(0, DEVICE_LENGTH_MAX);
}

function keyIssues(request: FastifyRequest): Issue[] {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return [{ field: 'Idempotency-Key', message: 'required' }];
  if (key.length <= KEY_LENGTH_MAX) return [];
  return [{ field: 'Idempotency-Key', message: 'max_length', params: { value: String(KEY_LENGTH_MAX) } }];
}

/** For writes that are not commands of the log. */
export function requireKey(request: FastifyRequest): void {
  const issues = keyIssues(request);
  if (issues.length > 0) throw new Refusal('validation', issues);
}

export function commandIdOf(request: FastifyRequest): string {
  return uuid(`${request.person.user_id}:${String(request.headers['idempotency-key'])}`, COMMANDS);
}

/** For requests that are answered with a job. */
export const digestOfRequest = (request: FastifyRequest): string => digestOf(request, membersOf(request.body));

function digestOf(request: FastifyRequest, body: Fields): string {
  const path = request.url.split('?')[0];
  return createHash('sha256')
    .update(`${request.method} ${path}\n${JSON.stringify(body)}`)
    .digest('base64url');
}

/** A change names the revision that it is based on (docs/decisions/0054), except what several people do at once (0086). */
function revisionIssues({ id, isConcurrent }: Call, { revision }: Fields, request: FastifyRequest): Issue[] {
  const isSaid = revision !== undefined || 'expectedRevision' in expected(revision, request);
  return id === undefined || isSaid || isConcurrent ? [] : [{ field: 'revision', message: 'required' }];
}

/** From `revision` in the body, or the header `If-Match`. */
function expected(revision: unknown, request: FastifyRequest): { expectedRevision?: number } {
  if (typeof revision === 'number') return { expectedRevision: revision };
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(request.headers['if-match'] ?? '');
  return match ? { expectedRevision: Number(match[1]) } : {};
}

function schemaIssues(request: FastifyRequest): readonly Issue[] {
  const error: unknown = request.validationError;
  if (error === undefined || error === null) return [];
  if (error instanceof Invalid) return error.issues;
  throw error;
}

/** What the decider refuses, or all questions together: one answer confirms them. */
async function allQuestions(
  handler: CommandHandler,
  call: Call,
  request: FastifyRequest,
  questions: readonly Issue[],
): Promise<Error> {
  const { revision, _method, prior_period, confirmed, ...body } = call.body ?? membersOf(request.body);
  const asked = commandOf(call, request, body);
  try {
    await handler.handle({
      ...asked,
      ...expected(revision, request),
      ...(prior_period === true ? { priorPeriod: true } : {}),
      commandId: uuid(request.id, COMMANDS),
      dryRun: true,
    });
    return new Refusal('confirmation', questions);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'confirmation') {
      return new Refusal('confirmation', [...questions, ...error.issues]);
    }
    return toError(error);
  }
}

/** Runs the decider with valid values in place of the wrong ones, to find its issues too. */
async function decidersIssues(
  handler: CommandHandler,
  call: Call,
  request: FastifyRequest,
  issues: readonly Issue[],
): Promise<readonly Issue[]> {
  const fields = issues.map((issue) => issue.field);
  const body = repaired(call.schema, call.body ?? request.body ?? {}, fields);
  if (!body) return [];
  const { revision, _method, prior_period, confirmed, ...rest } = body;
  try {
    await handler.handle({ ...commandOf(call, request, rest), commandId: uuid(request.id, COMMANDS), dryRun: true });
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) return [];
    if (error.code === 'not_found' || error.code === 'forbidden') throw error;
    if (error.code !== 'validation') return [];
    const isBelow = (field: string) => fields.some((wrong) => field === wrong || field.startsWith(`${wrong}.`));
    return error.issues.filter((issue) => !isBelow(issue.field));
  }
}
