/**
 * The job that writes everything of the business into one archive, for the super user alone: its program writes what
 * `npm run export -- everything FILE.zip` writes. The archive waits in the data folder for the person who asked for it, and is
 * removed after a day.
 */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { errorCode } from '../../domain/values/thrown.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { SUPER_USER_ID } from '../../identity/person.ts';
import { pathPart } from '../../identity/request-parts.ts';
import { commandIdOf, digestOfRequest, requireKey } from '../http/command.ts';
import { ONE } from './answer-schemas.ts';
import type { JobName } from './job-names.ts';
import { type ProgramOptions, resultOfProgram } from './program.ts';
import type { JobQueue, JobWork } from './queue.ts';
import { type ActorOf, STARTED_BY, startedBy } from './started-by.ts';

const NAME: JobName = 'export_everything';
const PERMISSION = 'financial_reports/export';
/** The archive of a job is kept so long. */
const KEPT_HOURS = 24;
const HOUR_MS = 3_600_000;

const exportData = checked('the data of the job', Type.Object({ ...STARTED_BY, archive: Type.String() }));
const archived = checked(
  'the result of an export',
  Type.Object({
    files: Type.Integer(),
    bytes: Type.Integer(),
    attachments: Type.Integer(),
    missing: Type.Array(Type.String()),
  }),
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function archiveFile(dataDir: string, archive: string): string {
  if (!UUID.test(archive)) throw new RangeError('not the id of a job');
  return join(dataDir, 'exports', `${archive}.zip`);
}

export function exportEverythingWork(program: ProgramOptions, dataDir: string, actorOf: ActorOf): JobWork {
  return async (data, context) => {
    const of = exportData.read(data);
    const { user_id } = await actorOf(of, PERMISSION);
    if (user_id !== SUPER_USER_ID) throw onlySuperUser();
    await mkdir(join(dataDir, 'exports'), { recursive: true, mode: 0o700 });
    await removeOldArchives(dataDir);
    const file = archiveFile(dataDir, of.archive);
    return await resultOfProgram({ ...program, dataDir }, [file], context, {
      result: archived,
    });
  };
}

/** Also what a stopped job has left. */
export async function removeOldArchives(dataDir: string, now: number = Date.now()): Promise<void> {
  const folder = join(dataDir, 'exports');
  // There is no folder before the first export.
  for (const name of await readdir(folder).catch(() => [])) {
    // Another process may have removed it.
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }));
    if (mtimeMs < now - KEPT_HOURS * HOUR_MS) await rm(join(folder, name), { force: true });
  }
}

const onlySuperUser = (): Refusal => new Refusal('forbidden', [{ field: '', message: 'only_for_the_super_user' }]);
const notFound = (): Refusal => new Refusal('not_found', [{ field: '', message: 'not_found' }]);

const ZIP = { 'application/zip': { schema: Type.Unsafe({ contentMediaType: 'application/zip' }) } };

export function exportEverythingRoutes(app: FastifyInstance, queue: () => Promise<JobQueue>, dataDir: string) {
  const timer = setInterval(() => {
    removeOldArchives(dataDir).catch((error: unknown) => app.log.error({ err: error }, 'old archives'));
  }, HOUR_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return [
    addRoute(app, {
      config: { permission: PERMISSION, authority: 'own_session' },
      method: 'POST',
      url: '/jobs/export_everything',
      schema: {
        operationId: 'exportEverything',
        summary: 'Everything of the business as one archive, as a job of the super user',
        tags: ['jobs'],
        response: ONE,
      },
      handler: async (request) => {
        requireKey(request);
        requireSuperUser(request);
        const archive = commandIdOf(request);
        const data = { archive, ...startedBy(request) };
        return { data: await (await queue()).add(NAME, data, archive, { digest: digestOfRequest(request) }) };
      },
    }),
    addRoute(app, {
      // To everybody else there is no such file, as there is no such job.
      config: { permission: 'signed_in', authority: 'own_session' },
      method: 'GET',
      url: '/jobs/:job_id/file',
      schema: {
        operationId: 'downloadEverything',
        summary: 'The archive of such a job, for the person who started it, for a day',
        tags: ['jobs'],
        response: { 200: { content: ZIP } },
      },
      handler: async (request, reply) => {
        const job = await (await queue()).find(pathPart(request, 'job_id'));
        const isOwn = job?.name === NAME && job.user_id === request.person.user_id && job.state === 'completed';
        if (!job || !isOwn) throw notFound();
        const file = archiveFile(dataDir, job.job_id);
        const { size } = await stat(file).catch((error: unknown) => {
          throw errorCode(error) === 'ENOENT' ? notFound() : error;
        });
        return reply
          .type('application/zip')
          .header('Content-Disposition', `attachment; filename="daftar-${job.added_at.slice(0, 10)}.zip"`)
          .header('Content-Length', size)
          .send(createReadStream(file));
      },
    }),
  ];
}

function requireSuperUser({ person }: FastifyRequest): void {
  if (person.user_id !== SUPER_USER_ID) throw onlySuperUser();
}
