/**
 * The job of an import. The user who started it must still have the permission when it runs. It finds in the log what
 * it has stored, so it continues after an outage (jobs/outage.ts) and never stores half a file.
 */
import { importFormat } from '../../domain/imports/formats.ts';
import { type ImportResult, importPermission } from '../../domain/imports/import-format.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import type { Identity } from '../../identity/identity.ts';
import { unavailable } from '../../identity/unavailable.ts';
import { say } from '../../languages/say.ts';
import type { Commands } from '../handling/open-commands.ts';
import { Interrupted, type JobContext, type JobWork } from '../jobs/queue.ts';
import { actorOf } from '../jobs/started-by.ts';
import { ImportRun } from './import-run.ts';
import { type ImportJob, importJob, unpacked } from './job-data.ts';

export function importWork(commands: Commands, identity: Identity, clock: () => Date = () => new Date()): JobWork {
  return async (data, context) => ({ ...(await runOnce(commands, identity, clock(), importJob.read(data), context)) });
}

async function runOnce(
  commands: Commands,
  identity: Identity,
  moment: Date,
  job: ImportJob,
  context: JobContext,
): Promise<ImportResult> {
  const format = importFormat(job.format);
  if (!format) throw new Error(`no format of imports is named ${job.format}`);
  const permission = importPermission(format);
  const now = () => actorOf(identity, job, permission);
  const first = await now().catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!first) return notPermitted(job, permission);
  const actor = { first, now };
  const { language, command_id: importId } = job;
  const run = new ImportRun({ commands, format, asked: unpacked(job), actor, importId, language, moment, context });
  try {
    return await run.run();
  } catch (error) {
    if (!(error instanceof Interrupted || unavailable(error))) await run.takeBack();
    throw error;
  }
}

function notPermitted({ format, language }: ImportJob, permission: string): ImportResult {
  const message = say(language, 'permission_missing', { permission });
  const problems = [{ row: 0, column: null, message }];
  return { format, imported: 0, skipped: 0, created: {}, cancelled: false, problems, position: null };
}
