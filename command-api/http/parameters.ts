/** Path and query parameters that all command routes share. */

import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { pathPart } from '../../identity/request-parts.ts';

const DRY_RUN = {
  type: 'string',
  enum: ['0', '1', 'true', 'false'],
  description: 'store nothing, show what it would do',
};

export const QUERY: TSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { dry_run: DRY_RUN },
};

export const PATCH_QUERY: TSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { dry_run: DRY_RUN, _method: { type: 'string', enum: ['PATCH'] } },
};

/** Suffix of the summary of an alternative path to the same operation. */
export const OTHERWISE = ', by another address';

const ID_MAX = 2_147_483_647;

/** Message of the specification: "ID must be an integer and greater than 0" */
export function idOf(request: FastifyRequest): number {
  const text = pathPart(request, 'id');
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id > 0 && id <= ID_MAX) return id;
  throw new Refusal('validation', [{ field: 'id', message: 'id_must_be_integer' }]);
}

/** Throws unless a `POST r/{id}` has the method override, in the body or the query. */
export function methodIsPatch(request: FastifyRequest): void {
  const methodIn = (source: unknown) => membersOf(source)._method;
  if (methodIn(request.body) === 'PATCH' || methodIn(request.query) === 'PATCH') return;
  throw new Refusal('validation', [{ field: '_method', message: 'required' }]);
}
