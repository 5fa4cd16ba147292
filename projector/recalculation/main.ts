/** A recalculation as a program: reads what is asked, says its progress line by line, and the result as the last. */
import { text } from 'node:stream/consumers';
import type { RecalculationPlan } from '../../domain/ledger/recalculation.ts';
import { eventStoreUrlOf, openEventStore } from '../../event-store/open.ts';
import { ModelsStopped } from '../rebuild/catch-up.ts';
import { STOPPED_EXIT_CODE, stopSignal } from '../run/stop-signal.ts';
import type { Chosen } from './differences.ts';
import { type PlannedEvent, previewPlanned } from './planned-events.ts';
import { recalculateAsInForce } from './replay.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set.\n');
  process.exit(1);
}
/** Under the rules in force, or the events of a corrected rate or a changed rule. */
type Asked =
  | { readonly chosen: Chosen; readonly plan?: RecalculationPlan }
  | { readonly planned: readonly PlannedEvent[] };

let signal: AbortSignal | undefined;

/** What is only looked at writes nothing: a signal may end the process at any moment. */
async function preview(planned: readonly PlannedEvent[]) {
  return previewPlanned(planned, { store, databaseUrl: url, onProgress: say });
}

async function replay(chosen: Chosen, plan: RecalculationPlan | undefined) {
  signal = stopSignal();
  return recalculateAsInForce(chosen, plan, { store, databaseUrl: url, signal, onProgress: say });
}

const url = databaseUrl;
const store = await openEventStore({ databaseUrl, eventStoreUrl: eventStoreUrlOf(process.env) });
try {
  const asked = JSON.parse(await text(process.stdin)) as Asked;
  const result = await ('planned' in asked ? preview(asked.planned) : replay(asked.chosen, asked.plan));
  say(`result ${JSON.stringify(result)}`);
} catch (error) {
  if (!signal?.aborted && !(error instanceof ModelsStopped)) throw error;
  if (error instanceof ModelsStopped) process.stderr.write(`${error.message}\n`);
  process.exitCode = signal?.aborted ? STOPPED_EXIT_CODE : 1;
} finally {
  await store.close();
}
