/** `?dry_run=1`: the request is answered as if it were executed, and nothing is stored. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';

export function isDryRun({ query }: Pick<FastifyRequest, 'query'>): boolean {
  const value = membersOf(query).dry_run;
  return value === '1' || value === 'true';
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses `dry_run=1` for writes without a dry run (a sign-in, a secret, the end of a session) instead of executing
 * them. Call it after the guard is registered. Routes with a dry run declare `dry_run` in their query (`QUERY`).
 */
export function refuseUntriable(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (READS.has(request.method) || !isDryRun(request) || canBeTried(request)) return;
    throw new Refusal('validation', [{ field: 'dry_run', message: 'dry_run_not_possible' }]);
  });
}

function canBeTried({ routeOptions: { url, schema } }: FastifyRequest): boolean {
  const { properties } = membersOf(schema?.querystring);
  return url === undefined || membersOf(properties)['dry_run'] !== undefined;
}
