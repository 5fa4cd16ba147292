/**
 * The job that takes an import back. First everything is tried: when a part would be kept and the person has not agreed
 * to that, nothing is done. A job that is taken up again, or a second one, goes on with what is still there.
 */
import { Type } from 'typebox';
import { importFormat } from '../../../domain/imports/formats.ts';
import { importPermission } from '../../../domain/imports/import-format.ts';
import type { KeptThing, TakeBackResult } from '../../../domain/imports/imports-made.ts';
import { checked, type ReadBy } from '../../../domain/schemas/checked.schema.ts';
import { Nullable, OneOf } from '../../../domain/schemas/fields.schema.ts';
import { defined } from '../../../domain/values/defined.ts';
import { LANGUAGES } from '../../../domain/values/language.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { Commands } from '../../commands/open-commands.ts';
import { Interrupted, isStopping, type JobContext, type JobWork } from '../../jobs/queue.ts';
import { actorOf, STARTED_BY } from '../../jobs/started-by.ts';
import { findImport, type ImportRow, noteTakenBack } from '../imports-made.ts';
import { keptThing, takeBackOne } from './attempt.ts';
import type { Made } from './made-by.ts';
import { previewOfTakingBack, statesOf, type Tried } from './preview.ts';

const PROGRESS_EVERY_MS = 250;

const takeBackData = checked(
  'the data of the job',
  Type.Object({
    ...STARTED_BY,
    import_id: Type.String(),
    reason: Nullable(Type.String()),
    /** The person agreed that a part is kept. */
    partly: Type.Boolean(),
    language: OneOf(LANGUAGES),
  }),
);
export type TakeBackData = ReadBy<typeof takeBackData>;

export function takeBackWork(commands: Commands, identity: Identity, clock: () => Date = () => new Date()): JobWork {
  return async (data, context) => ({
    ...(await takeBack({ commands, identity, asked: takeBackData.read(data), at: clock() }, context)),
  });
}

interface Worker {
  readonly commands: Commands;
  readonly identity: Identity;
  readonly asked: TakeBackData;
  readonly at: Date;
}

async function takeBack(worker: Worker, context: JobContext): Promise<TakeBackResult> {
  const { commands, asked, at } = worker;
  const row = defined(await findImport(commands.pool, asked.import_id));
  const person = await presentPerson(worker, row);
  const isStopped = () => context.signal.aborted;
  const { language, reason } = asked;
  const tried = await previewOfTakingBack(commands, row, { person, language, reason, isStopped });
  if (isStopping(context.signal)) throw new Interrupted();
  const isRefused = tried.preview.kept.length > 0 && !asked.partly;
  if (isRefused || isStopped()) {
    const { gone, kept } = tried.preview;
    const outcome = { taken_back: 0, gone, kept: isRefused ? kept : [], position: null };
    return { ...named(row), ...outcome, stopped: isRefused, cancelled: isStopped() };
  }
  const { position, ...done } = await doAll(worker, row, tried, context);
  const { taken_back, gone, kept, cancelled } = done;
  const left = cancelled ? tried.made.length - gone - taken_back : kept.length;
  const takenBack = taken_back + gone;
  if (takenBack > 0)
    await noteTakenBack(commands.pool, row.import_id, { by: asked.user_id, at, takenBack, kept: left });
  return { ...named(row), ...done, stopped: false, position: position === null ? null : String(position) };
}

const named = ({ import_id, format }: ImportRow) => ({
  import_id,
  resource: defined(importFormat(format)).resource,
});

/** Throws Refusal `forbidden` when the person may not import such files any more. */
async function presentPerson({ identity, asked }: Worker, { format }: ImportRow) {
  return actorOf(identity, asked, importPermission(defined(importFormat(format))));
}

interface Done extends Pick<TakeBackResult, 'taken_back' | 'gone' | 'kept' | 'cancelled'> {
  readonly position: bigint | null;
}

/** Rows first and one after the other, then the names that they used; the rights are those of each moment. */
async function doAll(worker: Worker, row: ImportRow, { made }: Tried, context: JobContext): Promise<Done> {
  const kept: KeptThing[] = [];
  let [taken, gone, toldAtMs] = [0, 0, 0];
  let position: bigint | null = null;
  for (const [index, one] of made.entries()) {
    if (isStopping(context.signal)) throw new Interrupted();
    if (context.signal.aborted) break;
    if (performance.now() - toldAtMs > PROGRESS_EVERY_MS) {
      await context.progress(`${index} of ${made.length}`);
      toldAtMs = performance.now();
    }
    const { outcome, loaded } = await doOne(worker, row, one);
    if (outcome.is === 'gone') gone += 1;
    if (outcome.is === 'kept') kept.push(keptThing(one, loaded, outcome.refusal, worker.asked.language));
    if (outcome.is !== 'taken_back') continue;
    taken += 1;
    if (outcome.position !== undefined) position = outcome.position;
  }
  const handled = taken + gone + kept.length;
  await context.progress(`${handled} of ${made.length}`);
  return { taken_back: taken, gone, kept, cancelled: handled < made.length, position };
}

async function doOne(worker: Worker, row: ImportRow, made: Made) {
  const { commands, asked } = worker;
  const person = await presentPerson(worker, row);
  const loaded = defined((await statesOf(commands, [made])).get(made.stream));
  const attempt = { importId: row.import_id, reason: asked.reason, dryRun: false };
  return { loaded, outcome: await takeBackOne(commands, made, loaded, person, attempt) };
}
