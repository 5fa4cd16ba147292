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
import { ImportRun, MODELS_WAIT_MS } from './import-run.ts';
import { noteEnd, noteImport } from './imports-made.ts';
import { type ImportJob, importJob, unpacked } from './job-data.ts';
import { updatePermission } from './parameters.ts';
import { wholeFormat } from './updating/place-columns.ts';

const NOTHING = { imported: 0, updated: 0, unchanged: 0 };

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
  const asked = unpacked(job);
  const now = () => presentActor(identity, job, format, asked.parameters);
  const actor = { now, reversing: reversingActor(job) };
  const { language, command_id: importId } = job;
  const { pool } = commands;
  await noteImport(pool, job, asked, moment);
  // The rights of the person at this moment say which columns there are.
  const person = await now().catch(refusalOf);
  const whole = person instanceof Refusal ? format : await wholeFormat(commands, format, person, MODELS_WAIT_MS);
  const run = new ImportRun({ commands, format: whole, asked, actor, importId, language, moment, context });
  try {
    const result = person instanceof Refusal ? await run.withdraw(person.issues) : await run.run(person);
    await noteEnd(pool, importId, result, moment);
    return result;
  } catch (error) {
    if (error instanceof Interrupted || unavailable(error)) throw error;
    await run.takeBack();
    await noteEnd(pool, importId, NOTHING, moment);
    throw error;
  }
}

/** Throws Refusal `forbidden` when the person does not hold a permission of the import any more. */
async function presentActor(
  identity: Identity,
  job: ImportJob,
  format: ImportFormat,
  { mode = 'new' }: Readonly<Record<string, unknown>>,
): Promise<Actor> {
  const actor = await actorOf(identity, job, importPermission(format));
  const updates = mode === 'update' || mode === 'both' ? [updatePermission(format)] : [];
  const missing = [...(format.needs ?? []), ...updates].find((permission) => !actor.can(permission));
  if (missing !== undefined) throw forbidden(missing);
  return actor;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
