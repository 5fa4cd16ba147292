/** A recalculation as a program: reads what is asked, says its progress line by line, and the result as the last. */
import { text } from 'node:stream/consumers';
import type { RecalculationPlan } from '../../domain/ledger/recalculation.ts';
import { ModelsStopped } from '../rebuild/catch-up.ts';
import { asProgram } from '../run/as-program.ts';
import type { Chosen } from './differences.ts';
import { type PlannedEvent, previewPlanned } from './planned-events.ts';
import { recalculateAsInForce } from './replay.ts';

/** Under the rules in force, or the events of a corrected rate or a changed rule. */
type Asked =
  | { readonly chosen: Chosen; readonly plan?: RecalculationPlan }
  | { readonly planned: readonly PlannedEvent[] };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await asProgram(
  async ({ store, databaseUrl, stopping }) => {
    const requested = JSON.parse(await text(process.stdin)) as Asked;
    const place = { store, databaseUrl, onProgress: say };
    // What is only looked at writes nothing: a signal may end the process at any moment.
    const result = await ('planned' in requested
      ? previewPlanned(requested.planned, place)
      : recalculateAsInForce(requested.chosen, requested.plan, { ...place, signal: stopping() }));
    say(`result ${JSON.stringify(result)}`);
  },
  (error) => (error instanceof ModelsStopped ? error.message : undefined),
);
