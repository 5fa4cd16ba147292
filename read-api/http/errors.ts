/** The errors of the read side only; `identity/error-answer.ts` has all others and their shape. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCode } from '../../domain/kernel/thrown.ts';
import { type Answer, notNow, registerErrors as register } from '../../identity/error-answer.ts';
import { IncompleteExport } from '../audit/export/complete.ts';
import { ModelMissing, ModelsBehind } from '../wait-for-position/position-watch.ts';
import { BadQuery } from './validation.ts';

export const registerErrors = (app: FastifyInstance): void => register(app, ownAnswer);

function ownAnswer(error: Error, request: FastifyRequest): Answer | undefined {
  if (error instanceof BadQuery) return { status: 400, code: 'bad_query', issues: error.issues };
  // The views do not exist before the first build.
  if (error instanceof ModelMissing || errorCode(error) === '42P01') {
    request.log.error({ err: error }, 'read model is not there');
    return notNow('model_stopped', 'try_again_later');
  }
  if (error instanceof ModelsBehind) return notNow('models_behind', 'try_again_later');
  if (error instanceof IncompleteExport) {
    return notNow('model_stopped', 'incomplete_export', { position: error.position });
  }
  return undefined;
}
