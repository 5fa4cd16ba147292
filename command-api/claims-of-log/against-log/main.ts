/**
 * Compares the claims with a replay of the log, as a program: prints its progress line by line, and the result last.
 */
import { eventStoreUrlOf, openEventStore } from '../../../event-store/opening/open.ts';
import { compareClaims } from './compare-claims.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set.\n');
  process.exit(1);
}
const eventStoreUrl = eventStoreUrlOf(process.env);
const store = await openEventStore({ databaseUrl, eventStoreUrl });
try {
  const inKurrentDb = eventStoreUrl !== undefined;
  say(`result ${JSON.stringify(await compareClaims({ store, databaseUrl, inKurrentDb, onProgress: say }))}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await store.close();
}
