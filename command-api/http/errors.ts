/** Maps errors of the command side to answers; the format and all other errors are in `identity/error-answer.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { membersOf } from '../../domain/values/members.ts';
import { BatchTooLarge } from '../../event-store/port.ts';
import { type Answer, one, registerErrors as register } from '../../identity/error-answer.ts';
import { Invalid } from './validation.ts';

export const registerErrors = (app: FastifyInstance): void => register(app, ownAnswer);

function ownAnswer(error: Error, { method }: FastifyRequest): Answer | undefined {
  if (error instanceof Invalid) {
    // Invalid query parameters of a GET are answered as on the read side.
    const isQuestion = method === 'GET' && membersOf(error)['validationContext'] === 'querystring';
    if (isQuestion) return { status: 400, code: 'bad_query', issues: error.issues };
    return { status: 422, code: 'validation', issues: error.issues };
  }
  if (error instanceof BatchTooLarge) return one(413, 'too_large', 'body_too_large');
  return undefined;
}
