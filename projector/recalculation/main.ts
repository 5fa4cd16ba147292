/** A recalculation as a program: reads its query, prints its progress line by line, and its result as the last line. */

import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { ModelsStopped } from '../rebuild/catch-up.ts';
import { asProgram } from '../run/as-program.ts';
import { previewPlanned } from './planned-events.ts';
import { recalculateAsInForce } from './replay.ts';

const Ids = Type.Array(Type.Integer());
const Plan = Type.Object({ position: Type.String(), digest: Type.String(), differences: Type.Integer() });
const Planned = Type.Object({
  stream: Type.String(),
  revision: Type.Integer(),
  type: Type.String(),
  data: Type.Unknown(),
});

/** Under the rules in force, or the events of a corrected rate or a changed rule. */
const question = checked(
  'the question of the recalculation',
  Type.Union([
    Type.Object({
      chosen: Type.Object({ date: Type.String(), item_fk: Ids, inventory_fk: Ids }),
      plan: Type.Optional(Plan),
    }),
    Type.Object({ planned: Type.Array(Planned) }),
  ]),
);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await asProgram(
  async ({ store, databaseUrl, stopping }) => {
    const requested = question.parse(await text(process.stdin));
    const place = { store, databaseUrl, onProgress: say };
    // A preview writes nothing, so a signal may end the process at any moment.
    const result = await ('planned' in requested
      ? previewPlanned(requested.planned, place)
      : recalculateAsInForce(requested.chosen, requested.plan, { ...place, signal: stopping() }));
    say(`result ${JSON.stringify(result)}`);
  },
  (error) => (error instanceof ModelsStopped ? error.message : undefined),
);
