/** Every error in one shape: `{ code, message, errors: { field: [sentences] }, request_id }`, in the user's language. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Issue, Refusal, type RefusalCode } from '../../domain/kernel/refusal.ts';
import { say } from '../../domain/messages/say.ts';
import { Unauthorized } from '../../identity/guard.ts';
import { TooMany } from '../../identity/too-many.ts';
import { IncompleteExport } from '../audit/export/complete.ts';
import { ModelMissing } from '../wait-for-position/position-watch.ts';
import { languageOf } from './language.ts';
import { BadQuery } from './validation.ts';

const STATUS: Readonly<Record<RefusalCode, number>> = {
  validation: 422,
  wrong_state: 409,
  stale: 409,
  not_found: 404,
  forbidden: 403,
  claim: 422,
  idempotency: 422,
};

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  /** Seconds. */
  readonly retryAfter?: number;
}

const one = (status: number, code: string, message: string, params?: Record<string, string>): Answer => ({
  status,
  code,
  issues: [params ? { field: '', message, params } : { field: '', message }],
});

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, request, reply) => send(answerOf(error, request), request, reply));
}

function answerOf(error: Error, request: FastifyRequest): Answer {
  if (error instanceof BadQuery) return { status: 400, code: 'bad_query', issues: error.issues };
  if (error instanceof Refusal) return { status: STATUS[error.code], code: error.code, issues: error.issues };
  if (error instanceof Unauthorized) return one(401, error.code, 'unauthorized');
  if (error instanceof TooMany) return { ...one(429, 'too_many', error.messageKey), retryAfter: error.retryAfter };
  if (error instanceof ModelMissing) {
    request.log.error({ err: error }, 'read model is not there');
    return one(503, 'model_stopped', 'try_again_later');
  }
  if (error instanceof IncompleteExport)
    return one(503, 'model_stopped', 'incomplete_export', { position: error.position });
  return foreign(error as FastifyError, request);
}

/** What the framework and the database throw. */
function foreign(error: FastifyError, request: FastifyRequest): Answer {
  const { statusCode: status, code = '' } = error;
  if (status === 413) return one(413, 'too_large', 'body_too_large');
  if (status === 415) return one(415, 'media_type', 'json_expected');
  if (status !== undefined && status >= 400 && status < 500) return one(status, 'malformed', 'malformed_request');
  request.log.error({ err: error }, 'request failed');
  // Before the first build there are no views; a connection that cannot be had, or a statement that takes too long, is a matter of time.
  if (code === '42P01') return one(503, 'model_stopped', 'try_again_later');
  if (/^(08|53|57)/.test(code) || /^E[A-Z]+$/.test(code)) return one(503, 'unavailable', 'try_again_later');
  // A database error is known by its five characters; its text would tell of tables and columns.
  if (/^[0-9A-Z]{5}$/.test(code)) return one(500, 'database', 'database_error', { code });
  return one(500, 'internal', 'internal_error');
}

function send(answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const errors: Record<string, string[]> = {};
  for (const { field, message, params } of answer.issues) {
    const said = say(language, message, params, field);
    errors[field] = [...new Set([...(errors[field] ?? []), said])];
  }
  const [first] = answer.issues;
  const retryAfter = answer.retryAfter ?? (answer.status === 503 ? 2 : undefined);
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  return reply.code(answer.status).send({
    code: answer.code,
    message: say(language, first?.message ?? answer.code, first?.params, first?.field),
    errors,
    request_id: request.id,
  });
}
