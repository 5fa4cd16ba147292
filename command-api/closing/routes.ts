/** The checks before closing a financial year or locking days, and the status of each year. */
import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { fields } from '../../domain/schemas/held-fields.schema.ts';
import { readDate } from '../../domain/values/effective-date.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { pathPart } from '../../identity/request-parts.ts';
import type { Commands } from '../commands/open-commands.ts';
import { succeeding } from '../http/answer-schemas.ts';
import { idOf } from '../http/parameters.ts';
import { ModelsAt, READ_WAIT_MS } from '../read-models/models-at.ts';
import { type Check, gateOf, yearsOf } from './gate.ts';
import { findingsSeenBy } from './seen-findings.ts';

const PERMISSION = 'financial_years/show##financial_years/index##year_closes/store';

const Year = Type.Object(
  {
    year_id: Type.Integer(),
    year_name: Type.String(),
    start_date: Type.String(),
    end_date: Type.String(),
    previous_year_fk: Nullable(Type.Integer()),
    status: Type.String(),
    in_use: Type.Boolean(),
  },
  { title: 'YearState' },
);
const Checks = Type.Unsafe<readonly Check[]>(
  Type.Array(
    Type.Object({
      check: Type.String(),
      holds: Type.Boolean(),
      may_be_acknowledged: Type.Boolean(),
      count: Type.Integer(),
      findings: Type.Array(
        Type.Object(fields('kind id number date status name account outlet_fk quantity expected actual')),
      ),
    }),
  ),
);
const Gate = Type.Object({ ...Year.properties, checks: Checks }, { title: 'YearGate' });
const LockChecks = Type.Object({ day: Type.String(), checks: Checks }, { title: 'LockChecks' });
/** `stale` is true when the read models did not reach the head of the log in time, or when one is stopped. */
const answering = <Data extends TSchema>(data: Data) =>
  succeeding(Type.Object({ data, stale: Type.Optional(Type.Boolean()) }));

/** The same flag as on the read side. */
const staleUnless = (at: ModelsAt | undefined) => (at ? {} : { stale: true });

export function closingRoutes(app: FastifyInstance, { kinds, pool, store }: Commands) {
  const config = { permission: PERMISSION };
  return [
    addRoute(app, {
      config,
      method: 'GET',
      url: '/financial_years/states',
      schema: {
        operationId: 'listYearStates',
        summary: 'Every financial year, and whether its days are open',
        tags: ['organisation'],
        response: answering(Type.Array(Year)),
      },
      handler: async () => {
        const at = await ModelsAt.reached(pool, await store.head(), READ_WAIT_MS);
        return { data: await yearsOf(pool), ...staleUnless(at) };
      },
    }),
    addRoute(app, {
      config,
      method: 'GET',
      url: '/financial_years/:id/gate',
      schema: {
        operationId: 'showYearGate',
        summary: 'What stands in the way of closing a financial year',
        tags: ['organisation'],
        response: answering(Gate),
      },
      handler: async (request) => {
        const at = await ModelsAt.reached(pool, await store.head(), READ_WAIT_MS);
        const year = (await yearsOf(pool)).find(({ year_id }) => year_id === idOf(request));
        if (!year) throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
        const checks = await gateOf(pool, year, at ?? 'shown as stale', findingsSeenBy(kinds, request.person));
        return { data: { ...year, checks }, ...staleUnless(at) };
      },
    }),
    addRoute(app, {
      config: { permission: 'period_locks/show' },
      method: 'GET',
      url: '/period_locks/checks/:day',
      schema: {
        operationId: 'showLockChecks',
        summary: 'What is unfinished on the days until one, before they are locked',
        tags: ['ledger'],
        response: answering(LockChecks),
      },
      handler: async (request) => {
        const day = pathPart(request, 'day');
        if (!readDate(day)) throw new Refusal('validation', [{ field: 'day', message: 'date' }]);
        const at = await ModelsAt.reached(pool, await store.head(), READ_WAIT_MS);
        const year = (await yearsOf(pool)).find(({ start_date, end_date }) => start_date <= day && day <= end_date);
        const days = { start_date: year?.start_date ?? day, end_date: day };
        const checks = await gateOf(pool, days, at ?? 'shown as stale', findingsSeenBy(kinds, request.person));
        return { data: { day, checks }, ...staleUnless(at) };
      },
    }),
  ];
}
