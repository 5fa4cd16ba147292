/** `npm run rebuild -- claims`: rebuilds claims, counters and answers from the log when PostgreSQL lost them. */
import { eventStoreUrlOf, openEventStore } from '../../../event-store/open.ts';
import { ClaimsNotRebuilt, rebuildClaims } from './rebuild-claims.ts';

async function main(): Promise<number> {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; `npm run rebuild` sets it');
  const eventStoreUrl = eventStoreUrlOf(process.env);
  const store = await openEventStore({ databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) });
  try {
    const startedMs = performance.now();
    const { commands, events } = await rebuildClaims({ store, databaseUrl, inKurrentDb: eventStoreUrl !== undefined });
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    process.stdout.write(`The claims of ${commands} commands (${events} events) were made again in ${seconds} s.\n`);
    process.stdout.write('"npm run verify" holds them against the books.\n');
    return 0;
  } catch (error) {
    if (!(error instanceof ClaimsNotRebuilt)) throw error;
    process.stderr.write(`${error.message}\nNothing was changed.\n`);
    return 1;
  } finally {
    await store.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
