/**
 * The job that loads the demonstration into an empty business, started by its owner from the empty home page. Its
 * program enters the same documents as `npm run demo` (`tools/demo/load/main.ts`), through commands.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { documents } from '../../domain/registry/documents.ts';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { Body } from '../../domain/schemas/fields.schema.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import type { Commands } from '../commands/open-commands.ts';
import { clockOf } from '../handling/decision.ts';
import { shopZone } from '../handling/shop-zone.ts';
import { requireKey } from '../http/command.ts';
import { ONE } from './answer-schemas.ts';
import { type ProgramOptions, runProgram } from './program.ts';
import type { JobQueue, JobWork } from './queue.ts';
import { STARTED_BY, startedBy } from './started-by.ts';

/** A fixed id: the demonstration is loaded once; another request returns the same job, or continues the failed one. */
const JOB_ID = 'demonstration';
/** Kinds of records that every business enters itself. */
const OWN_RECORDS = ['item', 'customer', 'supplier'];

const DAYS = { least: 7, usual: 45, most: 120 } as const;

const DemonstrationBody = Body({
  /** Number of days of business, up to today. */
  days: Type.Optional(Type.Integer({ minimum: DAYS.least, maximum: DAYS.most })),
});

const demonstrationData = checked(
  'the data of the job',
  Type.Object({ ...STARTED_BY, until: Type.String(), days: Type.Integer() }),
);

export function demonstrationWork(program: ProgramOptions, dataDir: string): JobWork {
  return async (data, context) => {
    const { until, days } = demonstrationData.read(data);
    await runProgram(program, [until, String(days), dataDir], context);
    return { until, days };
  };
}

/** True when no document or record was ever entered, including drafts: used ids are never assigned again. */
async function isEmpty({ store }: Pick<Commands, 'store'>): Promise<boolean> {
  const kinds = [...documents.map(({ kind }) => kind), ...OWN_RECORDS];
  const next = await Promise.all(kinds.map((kind) => store.peekId(kind)));
  return next.every((id) => id === 1);
}

export function demonstrationRoute(
  app: FastifyInstance,
  commands: Pick<Commands, 'store' | 'handler'>,
  queue: () => Promise<JobQueue>,
  clock: () => Date = () => new Date(),
) {
  return [
    addRoute(app, {
      config: { permission: 'system_settings/update' },
      method: 'POST',
      url: '/jobs/demonstration',
      schema: {
        operationId: 'loadDemonstration',
        summary: 'Load the demonstration into a business that has nothing yet, as a job of its owner',
        tags: ['jobs'],
        body: DemonstrationBody,
        response: ONE,
      },
      handler: async (request) => {
        requireKey(request);
        if (request.person.user_id !== SUPER_USER_ID) {
          throw new Refusal('forbidden', [{ field: '', message: 'only_the_super_user' }]);
        }
        const jobs = await queue();
        // A failed job continues with its own days, whatever was entered meanwhile. Others are returned as they are.
        const known = await jobs.runAgain(JOB_ID);
        if (known) return { data: known };
        if (!(await isEmpty(commands))) {
          throw new Refusal('validation', [{ field: '', message: 'business_is_not_empty' }]);
        }
        const { days = DAYS.usual } = bodyOf(request, DemonstrationBody);
        const data = {
          until: clockOf(clock(), await shopZone(commands.handler.states)).today,
          days,
          ...startedBy(request),
        };
        return { data: await jobs.add('demonstration', data, JOB_ID) };
      },
    }),
  ];
}
