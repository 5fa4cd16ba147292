/** `npm run rebuild -- claims`: rebuilds claims, counters and answers from the log when PostgreSQL lost them. */

import { type ComparedLog, compareLog, differenceSentence } from '../../../event-store/log-identity.ts';
import { eventStoreUrlOf, openEventStore } from '../../../event-store/opening/open.ts';
import { forgetSeenInFolder, seenInFolder } from '../../../event-store/opening/seen-in-folder.ts';
import { ClaimsNotRebuilt, lostSentence, rebuildClaims } from './rebuild-claims.ts';

const acceptsLoss = process.argv.includes('--accept-loss');
const dataDir = process.env['DATA_DIR'] ?? 'data';

/** The claims of an older database know nothing of what is lost: only the data folder does. */
async function differenceOfFolder(store: ComparedLog): Promise<string | undefined> {
  const seen = seenInFolder(dataDir);
  const different = seen && (await compareLog(store, [seen]));
  return different && differenceSentence(different);
}

async function main(): Promise<number> {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new Error('DATABASE_URL must be set; `npm run rebuild` sets it');
  const eventStoreUrl = eventStoreUrlOf(process.env);
  const store = await openEventStore({ databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) });
  try {
    const startedMs = performance.now();
    const different = await differenceOfFolder(store);
    const { commands, events, lost } = await rebuildClaims({
      store,
      databaseUrl,
      inKurrentDb: eventStoreUrl !== undefined,
      acceptsLoss,
      different,
    });
    forgetSeenInFolder(dataDir);
    if (different !== undefined) process.stdout.write(`LOST: ${different}\n`);
    if (lost.commands > 0) process.stdout.write(`LOST: ${lostSentence(lost)}\n`);
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
