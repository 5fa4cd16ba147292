/** A write that cannot be tried (a sign-in, a secret, the end of a session) refuses `dry_run=1`; it is not done in its place. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/kernel/refusal.ts';
import { isDryRun } from './command.ts';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Call it after the guard is registered. Routes that can be tried declare `dry_run` in their query. */
export function refuseUntriable(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (READS.has(request.method) || !isDryRun(request) || canBeTried(request)) return;
    throw new Refusal('validation', [{ field: 'dry_run', message: 'dry_run_not_possible' }]);
  });
}

function canBeTried({ routeOptions: { url, schema } }: FastifyRequest): boolean {
  const query = schema?.querystring as { readonly properties?: Readonly<Record<string, unknown>> } | undefined;
  return url === undefined || query?.properties?.['dry_run'] !== undefined;
}
