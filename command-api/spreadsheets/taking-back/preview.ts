/** What taking an import back would do, row by row; nothing is stored. */
import type { KeptThing, TakeBackPreview } from '../../../domain/imports/imports-made.ts';
import { defined } from '../../../domain/values/defined.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { Person } from '../../../identity/person.ts';
import type { LoadedAggregate } from '../../aggregates/aggregate-repository.ts';
import type { Commands } from '../../commands/open-commands.ts';
import type { ImportRow } from '../imports-made.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { keptThing, takeBackOne } from './attempt.ts';
import { type Made, madeBy } from './made-by.ts';

/** Number of states read at once. */
const BATCH = 500;

export interface Tried {
  readonly made: readonly Made[];
  readonly preview: TakeBackPreview;
  /** A row would be refused because of a balance that the person may not see, and counts as ready. */
  readonly isUntold: boolean;
}

interface Asked {
  readonly person: Person;
  readonly language: Language;
  readonly reason: string | null;
  readonly isStopped?: () => boolean;
}

export async function previewOfTakingBack(
  commands: Commands,
  row: ImportRow,
  { person, language, reason, isStopped }: Asked,
): Promise<Tried> {
  const made = await madeBy(commands, row);
  const kept = new Map<number, KeptThing>();
  let [ready, gone, reasoned, isUntold] = [0, 0, false, false];
  for (let from = 0; from < made.length; from += BATCH) {
    const batch = made.slice(from, from + BATCH);
    const states = await statesOf(commands, batch);
    await mapConcurrently(
      batch,
      async (one, index) => {
        const loaded = defined(states.get(one.stream));
        const attempt = { importId: row.import_id, reason, dryRun: true };
        const outcome = await takeBackOne(commands, one, loaded, person, attempt);
        if (outcome.is === 'gone') gone += 1;
        if (outcome.is === 'kept') kept.set(from + index, keptThing(one, loaded, outcome.refusal, language));
        if (outcome.is !== 'taken_back') return;
        ready += 1;
        reasoned ||= outcome.reasoned;
        isUntold ||= outcome.isUntold;
      },
      isStopped,
    );
  }
  const inOrder = [...kept].toSorted(([one], [other]) => one - other).map(([, thing]) => thing);
  return { made, preview: { ready, gone, kept: inOrder, reasoned }, isUntold };
}

export const statesOf = ({ handler }: Commands, made: readonly Made[]): Promise<ReadonlyMap<string, LoadedAggregate>> =>
  handler.states.read(made.map(({ stream }) => stream));
