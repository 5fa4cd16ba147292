/**
 * The job of an import. The user who started it must still have the permissions when it runs; otherwise it takes back
 * what it has stored. It finds this in the log, so it continues after an outage (jobs/outage.ts) and never stores half
 * a file.
 */

import type { Actor } from '../../domain/deciding/facts.ts';
import { importFormat } from '../../domain/imports/formats.ts';
import { type ImportFormat, type ImportResult, importPermission } from '../../domain/imports/import-format.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { forbidden } from '../../identity/guard.ts';
import type { Identity } from '../../identity/identity.ts';
import { unavailable } from '../../identity/unavailable.ts';
import type { Commands } from '../commands/open-commands.ts';
import { Interrupted, type JobContext, type JobWork } from '../jobs/queue.ts';
import { actorOf, reversingActor } from '../jobs/started-by.ts';
import { ImportRun } from './import-run.ts';
import { noteEnd, noteImport } from './imports-made.ts';
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
  const now = () => presentActor(identity, job, format);
  const actor = { now, reversing: reversingActor(job) };
  const { language, command_id: importId } = job;
  const asked = unpacked(job);
  const { pool } = commands;
  await noteImport(pool, job, asked, moment);
  const run = new ImportRun({ commands, format, asked, actor, importId, language, moment, context });
  try {
    const first = await now().catch(refusalOf);
    const result = first instanceof Refusal ? await run.withdraw(first.issues) : await run.run(first);
    await noteEnd(pool, importId, result.imported, moment);
    return result;
  } catch (error) {
    if (error instanceof Interrupted || unavailable(error)) throw error;
    await run.takeBack();
    await noteEnd(pool, importId, 0, moment);
    throw error;
  }
}

/** Throws Refusal `forbidden` when the person does not hold a permission of the import any more. */
async function presentActor(identity: Identity, job: ImportJob, format: ImportFormat): Promise<Actor> {
  const actor = await actorOf(identity, job, importPermission(format));
  const missing = format.needs?.find((permission) => !actor.can(permission));
  if (missing !== undefined) throw forbidden(missing);
  return actor;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
