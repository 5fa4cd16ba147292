/**
 * Daftar as a process of its own that can be killed: `node daftar-program.ts FOLDER`. Prints its address and its database.
 * Each message of its parent is answered with what is in use of its memory (`MemoryInUse`), after garbage is collected.
 */
import { ensureFirstUser } from '../../command-api/main.ts';
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
  prepare: async (databaseUrl) => {
    await ensureFirstUser({ databaseUrl, password: PASSWORD, rate: '1480' });
  },
});
process.on('message', () => {
  globalThis.gc?.();
  // What finalizers have let go.
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
