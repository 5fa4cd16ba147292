/** What an import has made, found in the log by the ids of its commands, which follow from its own id and the step. */
import { importFormat } from '../../../domain/imports/formats.ts';
import { defined } from '../../../domain/values/defined.ts';
import { type AggregateType, readStream } from '../../aggregates/aggregate-types.ts';
import type { Commands } from '../../commands/open-commands.ts';
import { kindOf } from '../check-records.ts';
import { importCommandId, isChange } from '../import-commands.ts';
import { finishKey, nameKey } from '../import-run.ts';
import { type ImportRow, namesOf } from '../imports-made.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { possibleKeys } from '../steps.ts';

export interface Made {
  readonly kind: AggregateType;
  readonly id: number;
  readonly stream: string;
  /** Of the last command of the import: a later one means that somebody has changed it. */
  readonly revision: number;
  /** The record was there before, and the import has changed it. */
  readonly isChange: boolean;
}

/** Rows in the order of the file, then the names that were created for them, the deepest first. */
export async function madeBy(commands: Commands, { import_id, format, asked }: ImportRow): Promise<readonly Made[]> {
  const known = importFormat(format);
  if (!known) return [];
  const keys = possibleKeys(known, asked);
  const created = (await namesOf(commands.pool, import_id)).map(([resource, name]) => nameKey(resource, name));
  const finished = keys.flatMap((key) => (finishKey(key) === key ? [] : [finishKey(key)]));
  const steps = [...keys, ...finished, ...created.toReversed()];
  const found = new Map<string, Made>();
  const stored = new Array<Made | undefined>(steps.length);
  await mapConcurrently(steps, async (key, index) => {
    const command = await commands.store.findCommand(importCommandId(import_id, key));
    const [stream = ''] = command?.streams ?? [];
    const named = readStream(stream);
    if (!command || !named) return;
    const kind = kindOf(commands, named.kind);
    const revision = defined(command.revisions[0]);
    stored[index] = {
      kind,
      id: named.id,
      stream,
      revision,
      isChange: isChange({ ...named, revision }, commands.kinds),
    };
  });
  for (const made of stored) {
    const before = made && found.get(made.stream);
    if (made && (!before || before.revision < made.revision)) found.set(made.stream, made);
  }
  return [...found.values()];
}
