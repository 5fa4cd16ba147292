/** The errors of the read side only; `identity/error-answer.ts` has all others and their shape. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCode } from '../../domain/values/thrown.ts';
import { type Answer, notNow, registerErrors as register } from '../../identity/error-answer.ts';
import { ModelMissing, ModelsBehind } from '../wait-for-position/position-watch.ts';
import { IncompleteExport } from './complete.ts';
import { BadQuery } from './validation.ts';

/**
 * SQLSTATE of a missing relation: the views do not exist before the first build; and of a missing column: after an update
 * they are those of the earlier version until this version's build is taken over.
 */
const NOT_BUILT: ReadonlySet<unknown> = new Set(['42P01', '42703']);

export const registerErrors = (app: FastifyInstance): void => register(app, ownAnswer);

function ownAnswer(error: Error, request: FastifyRequest): Answer | undefined {
  if (error instanceof BadQuery) return { status: 400, code: 'bad_query', issues: error.issues };
  if (error instanceof ModelMissing || NOT_BUILT.has(errorCode(error))) {
    request.log.error({ err: error }, 'read model is not there');
    return notNow('model_stopped', 'try_again_later');
  }
  if (error instanceof ModelsBehind) return notNow('models_behind', 'try_again_later');
  if (error instanceof IncompleteExport) {
    return notNow('model_stopped', 'incomplete_export', { position: error.position });
  }
  return undefined;
}
