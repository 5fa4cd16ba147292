/** Every error in one shape: `{ code, message, errors: { field: [sentences] }, request_id }`, in the user's language. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Issue, Refusal, type RefusalCode } from '../../domain/kernel/refusal.ts';
import { BatchTooLarge, StoreUnavailable } from '../../event-store/port.ts';
import { Unauthorized } from '../../identity/guard.ts';
import { TooMany } from '../../identity/too-many.ts';
import { MalformedBody } from './body.ts';
import { languageOf, sentence } from './language.ts';
import { Invalid } from './validation.ts';

const STATUS: Readonly<Record<RefusalCode, number>> = {
  validation: 422,
  wrong_state: 409,
  stale: 409,
  not_found: 404,
  forbidden: 403,
  claim: 422,
  idempotency: 422,
};

/** Of the schema of every error answer. */
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

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  readonly details?: unknown;
  /** Seconds. */
  readonly retryAfter?: number;
}

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, request, reply) => sendError(answerOf(error, request), request, reply));
}

/** For whoever owns the prefix: both sides of the API share it, and only one of them can set this. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(one(404, 'not_found', 'not_found'), request, reply);
}

function answerOf(error: Error, request: FastifyRequest): Answer {
  if (error instanceof Refusal) {
    return { status: STATUS[error.code], code: error.code, issues: error.issues, details: error.details };
  }
  if (error instanceof Invalid) return { status: 422, code: 'validation', issues: error.issues };
  if (error instanceof Unauthorized) return one(401, error.code, 'unauthorized');
  if (error instanceof MalformedBody) return one(400, error.code, error.messageKey);
  if (error instanceof BatchTooLarge) return one(413, 'too_large', 'body_too_large');
  if (error instanceof TooMany) return { ...one(429, 'too_many', error.messageKey), retryAfter: error.retryAfter };
  if (error instanceof StoreUnavailable) {
    request.log.warn({ err: error }, 'event store unavailable');
    return { ...one(503, 'unavailable', 'try_again_later'), retryAfter: 2 };
  }
  return foreign(error as FastifyError, request);
}

/** What the framework and the database throw. */
function foreign(error: FastifyError, request: FastifyRequest): Answer {
  if (error.statusCode === 413) return one(413, 'too_large', 'body_too_large');
  if (error.statusCode === 415) return one(415, 'media_type', 'json_expected');
  if (error.statusCode === 429) return one(429, 'too_many', 'too_many_requests');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return one(error.statusCode, 'malformed', 'malformed_request');
  }
  request.log.error({ err: error }, 'request failed');
  // A database error is known by its five characters; its text would tell of tables and columns.
  if (/^[0-9A-Z]{5}$/.test(error.code ?? '')) {
    return {
      status: 500,
      code: 'database',
      issues: [{ field: '', message: 'database_error', params: { code: error.code } }],
    };
  }
  return one(500, 'internal', 'internal_error');
}

const one = (status: number, code: string, message: string): Answer => ({
  status,
  code,
  issues: [{ field: '', message }],
});

function sendError(answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const errors: Record<string, string[]> = {};
  for (const issue of answer.issues) {
    const said = sentence(issue.message, issue.params, language, issue.field);
    const list = errors[issue.field] ?? [];
    errors[issue.field] = list;
    if (!list.includes(said)) list.push(said);
  }
  const [first] = answer.issues;
  const message = first
    ? sentence(first.message, first.params, language, first.field)
    : sentence(answer.code, undefined, language);
  if (answer.retryAfter !== undefined) reply.header('Retry-After', String(answer.retryAfter));
  return reply.code(answer.status).send({
    code: answer.code,
    message,
    errors,
    request_id: request.id,
    ...(answer.details === undefined ? {} : { details: answer.details }),
  });
}
