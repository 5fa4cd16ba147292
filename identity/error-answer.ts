/**
 * All errors of both sides of the API in one format: `{ code, message, errors: { field: [sentences] }, request_id }`,
 * in the user's language. Each side maps its own errors; errors of the framework, the guard, the database and the
 * system are mapped here.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../domain/values/language.ts';
import { type Issue, Refusal, type RefusalCode } from '../domain/values/refusal.ts';
import { say } from '../languages/say.ts';
import { languageOf } from './language.ts';
import { WrongClock } from './machine/clock-watch.ts';
import { NoSpace } from './machine/disk-space.ts';
import { MalformedBody } from './machine/json-body.ts';
import { note } from './request-notes.ts';
import { TooMany } from './too-many.ts';
import { Unauthorized } from './unauthorized.ts';
import { unavailable } from './unavailable.ts';

const STATUS: Readonly<Record<RefusalCode, number>> = {
  validation: 422,
  confirmation: 422,
  wrong_state: 409,
  stale: 409,
  protected: 409,
  not_found: 404,
  forbidden: 403,
  reauthentication_required: 403,
  claim: 422,
  idempotency: 422,
};

/** Schema of every error answer. */
export const ERROR_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'message', 'errors', 'request_id'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    request_id: { type: 'string' },
    details: { type: 'object', additionalProperties: true },
  },
} as const;

/** PostgreSQL's error for a NUL character in a path or query, which its texts cannot contain. */
const NOT_A_TEXT = '22021';

/** Seconds after which a request may be repeated when a part was unavailable. */
const RETRY_SECONDS = 2;
/** When a person has to do something first. */
const RETRY_LATER_SECONDS = 30;

export interface Answer {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  readonly details?: unknown;
  /** In seconds. */
  readonly retryAfter?: number;
}

/** Undefined for an error that the side does not map. */
export type OwnAnswer = (error: Error, request: FastifyRequest) => Answer | undefined;

export const one = (status: number, code: string, message: string, params?: Record<string, string>): Answer => ({
  status,
  code,
  issues: [params ? { field: '', message, params } : { field: '', message }],
});

/** An answer 503 that may be retried. */
export const notNow = (code: string, message: string, params?: Record<string, string>): Answer => ({
  ...one(503, code, message, params),
  retryAfter: RETRY_SECONDS,
});

export const diskFull = (): Answer => ({ ...one(503, 'disk_full', 'disk_full'), retryAfter: RETRY_LATER_SECONDS });

/** The log is not the one that was seen: only an operator can change that. */
const logDisagrees = (): Answer => ({ ...one(503, 'log_disagrees', 'log_disagrees'), retryAfter: RETRY_LATER_SECONDS });

export function registerErrors(app: FastifyInstance, own: OwnAnswer = () => undefined): void {
  app.setErrorHandler((error: Error, request, reply) => sendFailure(error, request, reply, own));
}

/** Call it for the common prefix of both sides of the API, which only one of them can register. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(one(404, 'not_found', 'not_found'), request, reply);
}

export function sendFailure(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  own: OwnAnswer = () => undefined,
): FastifyReply {
  return sendError(own(error, request) ?? answerOf(error, request), request, reply);
}

function answerOf(error: Error, request: FastifyRequest): Answer {
  if (error instanceof Refusal) {
    return { status: STATUS[error.code], code: error.code, issues: error.issues, details: error.details };
  }
  if (error instanceof Unauthorized) return one(401, error.code, 'unauthorized');
  if (error instanceof TooMany) return { ...one(429, 'too_many', error.messageKey), retryAfter: error.retryAfter };
  if (error instanceof NoSpace) return diskFull();
  if (error instanceof WrongClock)
    return { ...one(503, 'clock_wrong', 'clock_wrong'), retryAfter: RETRY_LATER_SECONDS };
  if (error instanceof MalformedBody) return one(400, error.code, error.messageKey);
  return foreign(error as FastifyError, request);
}

/** Maps errors of the framework and the database. */
function foreign(error: FastifyError, request: FastifyRequest): Answer {
  const { statusCode: status, code = '' } = error;
  // A path longer than any identifier, and files that the web does not have or may not serve.
  if (status === 414 || code.startsWith('FST_STATIC_')) return one(404, 'not_found', 'not_found');
  if (code === NOT_A_TEXT) return one(400, 'malformed', 'malformed_request');
  if (status === 413) return one(413, 'too_large', 'body_too_large');
  if (status === 415) return one(415, 'media_type', 'json_expected');
  if (status === 429) return one(429, 'too_many', 'too_many_requests');
  if (status !== undefined && status >= 400 && status < 500) return one(status, 'malformed', 'malformed_request');
  const passing = unavailable(error);
  if (passing) {
    request.log.warn({ err: error }, 'the database, the event store or the disk is not available');
    if (passing === 'log') return logDisagrees();
    return passing === 'disk' ? diskFull() : notNow('unavailable', 'try_again_later');
  }
  request.log.error({ err: error }, 'request failed');
  // A database error is identified by its SQLSTATE; its text would reveal tables and columns.
  if (/^[0-9A-Z]{5}$/.test(code)) return one(500, 'database', 'database_error', { code });
  return one(500, 'internal', 'internal_error');
}

/**
 * Serialised here instead of by the route's schema: a schema mismatch would cause another error, which the framework
 * would answer in its own format.
 */
export function sendError(answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  noteRefusal(answer, request);
  if (answer.retryAfter !== undefined) reply.header('Retry-After', String(answer.retryAfter));
  // Headers are set here, because no hook runs for an unreadable path.
  reply.code(answer.status).type('application/json; charset=utf-8').header('Cache-Control', 'no-store');
  return reply.send(JSON.stringify(bodyOf(answer, request)));
}

const REASONS_MAX = 5;
/** Names of fields that a client made up are not written. */
const FIELD = /^[\w.-]{0,60}$/;

function noteRefusal({ code, issues }: Answer, request: FastifyRequest): void {
  const reasons = issues.slice(0, REASONS_MAX).map(({ field, message }) => {
    if (field === '') return message;
    return FIELD.test(field) ? `${field}: ${message}` : `…: ${message}`;
  });
  const permission = issues.find(({ params }) => params?.['permission'])?.params?.['permission'];
  note(request, { code, reasons, ...(permission === undefined ? {} : { permission }) });
}

export const bodyOf = (answer: Answer, request: FastifyRequest) => bodyFor(answer, languageOf(request), request.id);

export function bodyFor({ code, issues, details }: Answer, language: Language, requestId: string) {
  // Keyed by user input: without a prototype, `constructor` is an ordinary key.
  const errors: Record<string, string[]> = Object.create(null);
  for (const { field, message, params } of issues) {
    const text = say(language, message, params, field);
    const list = errors[field] ?? [];
    errors[field] = list;
    if (!list.includes(text)) list.push(text);
  }
  const [first] = issues;
  const message = say(language, first?.message ?? code, first?.params, first?.field);
  return { code, message, errors, request_id: requestId, ...(details === undefined ? {} : { details }) };
}
