/** `?dry_run=1`: the request is answered as if it were done, and nothing is stored. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/kernel/refusal.ts';

export function isDryRun({ query }: FastifyRequest): boolean {
  const value = (query as { readonly dry_run?: unknown }).dry_run;
  return value === '1' || value === 'true';
}

/** A route that has no dry run would do for good what it was asked to try: it refuses. Routes declare one with `QUERY`. */
export function refuseForeignDryRuns(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.method === 'GET' || !isDryRun(request)) return;
    const declared = request.routeOptions.schema?.querystring as { readonly properties?: object } | undefined;
    if ('dry_run' in (declared?.properties ?? {})) return;
    throw new Refusal('validation', [{ field: 'dry_run', message: 'unknown_field' }]);
  });
}
