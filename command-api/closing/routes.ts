/** What stands in the way of closing a financial year, and where each year is. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../domain/kernel/refusal.ts';
import type { Commands } from '../handling/open-commands.ts';
import { ERROR_SCHEMA } from '../http/errors.ts';
import { idOf } from '../http/parameters.ts';
import { gateOf, yearsOf } from './gate.ts';
import { modelsReach } from './models-at.ts';

const PERMISSION = 'financial_years/show##financial_years/index##year_closes/store';
/** As long as a read waits for what its reader has just written. */
const WAIT_MS = 2000;

const ROW = { type: 'object', additionalProperties: true } as const;
const answering = (data: object) => ({
  // `stale`: the read models had not reached the head of the log in time, or one of them is stopped.
  200: { type: 'object', required: ['data'], properties: { data, stale: { type: 'boolean' } } },
  '4xx': ERROR_SCHEMA,
  '5xx': ERROR_SCHEMA,
});

/** As the read side says it. */
const staleUnless = (isCurrent: boolean) => (isCurrent ? {} : { stale: true });

export function closingRoutes(app: FastifyInstance, { pool, store }: Commands): void {
  const config = { permission: PERMISSION };
  app.route({
    config,
    method: 'GET',
    url: '/financial_years/states',
    schema: { tags: ['financial_years'], response: answering({ type: 'array', items: ROW }) },
    handler: async () => {
      const isCurrent = await modelsReach(pool, await store.head(), WAIT_MS);
      return { data: await yearsOf(pool), ...staleUnless(isCurrent) };
    },
  });
  app.route({
    config,
    method: 'GET',
    url: '/financial_years/:id/gate',
    schema: { tags: ['financial_years'], response: answering(ROW) },
    handler: async (request) => {
      const isCurrent = await modelsReach(pool, await store.head(), WAIT_MS);
      const year = (await yearsOf(pool)).find(({ year_id }) => year_id === idOf(request));
      if (!year) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
      return { data: { ...year, checks: await gateOf(pool, year) }, ...staleUnless(isCurrent) };
    },
  });
}
