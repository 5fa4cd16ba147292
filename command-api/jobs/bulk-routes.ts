/**
 * `POST {resource}/bulk`: one action on many rows, as a job; with `dry_run=1` returns the rows that would be skipped
 * and why. `GET bulk_actions/{resource}`: the bulk actions that the user may run.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { decidesAboutPeople, requireRecentProof } from '../../domain/registry/authority.ts';
import { Body, Id, Note, Nullable, OneOf } from '../../domain/schemas/fields.schema.ts';
import { defined } from '../../domain/values/defined.ts';
import { pascalOf } from '../../domain/values/kind-words.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { forbidden } from '../../identity/guard.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { bodyOf, pathPart } from '../../identity/request-parts.ts';
import type { AggregateRegistry, AggregateType } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { commandIdOf, digestOfRequest, requireKey } from '../http/command.ts';
import { isDryRun } from '../http/dry-run.ts';
import { QUERY } from '../http/parameters.ts';
import { authorityOf } from '../http/record-routes.ts';
import { BULK, BULK_ACTIONS } from './answer-schemas.ts';
import type { BulkData } from './bulk.ts';
import { bulkActionsOf } from './bulk-actions.ts';
import { previewOfBulk } from './bulk-preview.ts';
import type { JobQueue } from './queue.ts';
import { startedBy } from './started-by.ts';

/** Maximum number of rows of one action. */
export const BULK_ROWS_MAX = 10_000;

const ROWS = {
  ids: Type.Array(Id(), { minItems: 1, maxItems: BULK_ROWS_MAX, uniqueItems: true }),
  // The revision of each row that the user has seen.
  revisions: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: BULK_ROWS_MAX }),
  reason: Type.Optional(Nullable(Note({ minLength: 1 }))),
};
const BULK_BODY = Body({ action: Type.String(), ...ROWS });
type BulkBody = Static<typeof BULK_BODY>;

export function bulkRoutes(app: FastifyInstance, commands: Commands, queue: () => Promise<JobQueue>): void {
  for (const kind of commands.kinds.all) bulkRoute(app, commands, queue, kind);
  actionsRoute(app, commands.kinds);
}

export function bulkRoute(
  app: FastifyInstance,
  commands: Commands,
  queue: () => Promise<JobQueue>,
  kind: AggregateType,
) {
  const actions = new Map(bulkActionsOf(kind).map((action) => [action.name, action]));
  if (actions.size === 0) return [];
  const { resource } = kind;
  const route = addRoute(app, {
    method: 'POST',
    url: `/${resource}/bulk`,
    config: {
      permission: [...new Set([...actions.values()].map(({ permission }) => permission))].join('##'),
      ...authorityOf(kind),
    },
    schema: {
      operationId: `bulk${pascalOf(resource)}`,
      tags: [kind.declaration.folder],
      summary: 'One thing done to many rows, as a job; with dry_run=1 what it would leave and why',
      body: Body({ action: OneOf([...actions.keys()]), ...ROWS }),
      querystring: QUERY,
      response: BULK,
    },
    handler: async (request) => {
      const body = bodyOf(request, BULK_BODY);
      const action = defined(actions.get(body.action));
      if (!request.person.can(action.permission)) throw forbidden(action.permission);
      if (decidesAboutPeople(kind.kind)) requireRecentProof(request.person);
      const unsaid = body.ids.slice(body.revisions.length).map((_, index) => body.revisions.length + index);
      if (unsaid.length > 0 || body.revisions.length > body.ids.length) throw revisionsMissing(unsaid);
      if (isDryRun(request)) {
        const requested = { ...body, kind, action };
        const { preview, isUntold } = await previewOfBulk(commands, requested, request.person, languageOf(request));
        request.isUntold = isUntold;
        return { data: preview };
      }
      requireKey(request);
      if (action.reasoned && !body.reason) throw new Refusal('validation', [{ field: 'reason', message: 'required' }]);
      const data = dataOfJob(kind, body, request);
      const digest = digestOfRequest(request);
      return { data: await (await queue()).add('bulk', { ...data }, data.command_id, { digest }) };
    },
  });
  return [route];
}

function dataOfJob({ resource }: AggregateType, body: BulkBody, request: FastifyRequest): BulkData {
  const { action, ids, revisions, reason = null } = body;
  return {
    resource,
    action,
    ids,
    revisions,
    reason,
    language: languageOf(request),
    command_id: commandIdOf(request),
    ...startedBy(request),
  };
}

/** The issue that `revisions` lacks an element for each of `ids`. */
const revisionsMissing = (places: readonly number[]): Refusal =>
  new Refusal('validation', [
    ...places.map((place) => ({ field: `revisions.${place}`, message: 'required' })),
    ...(places.length === 0 ? [{ field: 'revisions', message: 'must_be_valid' }] : []),
  ]);

export function actionsRoute(app: FastifyInstance, kinds: AggregateRegistry) {
  const byResource = new Map(kinds.all.map((kind) => [kind.resource, kind]));
  return addRoute(app, {
    method: 'GET',
    url: '/bulk_actions/:resource',
    config: { permission: 'signed_in' },
    schema: {
      operationId: 'listBulkActions',
      tags: ['jobs'],
      summary: 'What the person may do to many rows of a resource',
      response: BULK_ACTIONS,
    },
    handler: async (request) => {
      const kind = byResource.get(pathPart(request, 'resource'));
      const permitted = (kind ? bulkActionsOf(kind) : []).filter(({ permission }) => request.person.can(permission));
      return { data: permitted.map(({ name, reasoned, undo }) => ({ name, reasoned, undo })) };
    },
  });
}
