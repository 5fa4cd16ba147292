/** `npm run verify [-- --without-replay]`: checks all invariants, and prints each check with its result. */
import { parseArgs } from 'node:util';
import { eventStoreUrlOf, openEventStore } from '../../event-store/opening/open.ts';
import { verify } from './verify.ts';

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

async function main(databaseUrl: string): Promise<number> {
  const { values } = parseArgs({ options: { 'without-replay': { type: 'boolean', default: false } } });
  const eventStoreUrl = eventStoreUrlOf(process.env);
  const store = await openEventStore({ databaseUrl, eventStoreUrl });
  try {
    const holds = await verify({
      store,
      databaseUrl,
      eventStoreUrl,
      dataDir: process.env['DATA_DIR'] ?? 'data',
      replay: !values['without-replay'],
      signal: stopping.signal,
      say: (line) => process.stdout.write(`${line}\n`),
    });
    return holds ? 0 : 1;
  } finally {
    await store.close();
  }
}

const databaseUrl = process.env['DATABASE_URL'];
if (databaseUrl) {
  process.exitCode = await main(databaseUrl);
} else {
  process.stderr.write('DATABASE_URL is not set.\n');
  process.exitCode = 1;
}
