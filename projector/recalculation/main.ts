/** A recalculation as a program: says its progress line by line, and the result as the last. */
import type { RecalculationPlan } from '../../domain/ledger/recalculation.ts';
import { openEventStore } from '../../event-store/open.ts';
import type { Chosen } from './differences.ts';
import { recalculateAsInForce } from './replay.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const databaseUrl = process.env['DATABASE_URL'];
const asked = process.argv[2];
if (!databaseUrl || !asked) {
  process.stderr.write('DATABASE_URL and what is to be recalculated are needed.\n');
  process.exit(1);
}
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

const store = await openEventStore({ databaseUrl, eventStoreUrl: process.env['EVENTSTORE_URL'] || undefined });
try {
  const { chosen, plan } = JSON.parse(asked) as { readonly chosen: Chosen; readonly plan?: RecalculationPlan };
  const options = { store, databaseUrl, signal: stopping.signal, onProgress: say };
  say(`result ${JSON.stringify(await recalculateAsInForce(chosen, plan, options))}`);
} finally {
  await store.close();
}
