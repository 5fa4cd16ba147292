/**
 * Daftar as a separate process that can be killed: `node daftar-program.ts FOLDER`. Prints its address and its
 * database. Answers each message of its parent with its used memory (`MemoryInUse`), after a garbage collection.
 */
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { startDaftar } from '../../launcher/daftar.ts';
import { type MemoryInUse, PASSWORD } from './business.ts';

const dataDir = process.argv[2] ?? '';
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const daftar = await startDaftar({
  dataDir,
  environment: process.env,
  say,
  withoutWeb: true,
  // The clock that jumps leaves the log ahead of the clock, and a person would say at the next start which one is right.
  clock: 'confirmed',
  prepare: async (databaseUrl) => {
    await ensureFirstUser({ databaseUrl, password: PASSWORD, rate: '1480' });
  },
});
process.on('message', () => {
  globalThis.gc?.();
  // Runs after finalizers have released memory.
  setImmediate(() => {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    const memory: MemoryInUse = { usedBytes: heapUsed + external, residentBytes: rss };
    process.send?.(memory);
  });
});
for (const shown of ['SIGTERM', 'disconnect'] as const) {
  process.once(shown, () => void daftar.stop().then(() => process.exit(0)));
}
say(`ready ${JSON.stringify({ address: daftar.address, databaseUrl: daftar.database.url })}`);
