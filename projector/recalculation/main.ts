/** A recalculation as a program: reads what is asked, says its progress line by line, and the result as the last. */
import { text } from 'node:stream/consumers';
import type { RecalculationPlan } from '../../domain/ledger/recalculation.ts';
import { openEventStore } from '../../event-store/open.ts';
import { type PlannedEvent, previewCorrectedRate } from './corrected-rate.ts';
import type { Chosen } from './differences.ts';
import { recalculateAsInForce } from './replay.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set.\n');
  process.exit(1);
}
/** Under the rules in force, or the events of a corrected rate. */
type Asked =
  | { readonly chosen: Chosen; readonly plan?: RecalculationPlan }
  | { readonly planned: readonly PlannedEvent[] };

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

const store = await openEventStore({ databaseUrl, eventStoreUrl: process.env['EVENTSTORE_URL'] || undefined });
try {
  const asked = JSON.parse(await text(process.stdin)) as Asked;
  const options = { store, databaseUrl, signal: stopping.signal, onProgress: say };
  const result =
    'planned' in asked
      ? await previewCorrectedRate(asked.planned, options)
      : await recalculateAsInForce(asked.chosen, asked.plan, options);
  say(`result ${JSON.stringify(result)}`);
} finally {
  await store.close();
}
