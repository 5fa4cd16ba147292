/** The seal over 1,000,000 events, compared with reading the same events; and the separate verifier on the export. */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { openPostgresStore } from '../event-store/postgres/store.ts';
import { checkSeal } from '../seal/check.ts';
import { printSeal, sealLog, storedUntil } from '../seal/seal.ts';
import { type Figure, mustHold, perSecond, type Run, type Scenario, scaled } from './measure.ts';
import { fillLog } from './sample-log.ts';

const EVENTS = 1_000_000;
const SECONDS_MAX = 10;

export const seal: Scenario = {
  name: 'seal',
  about: `the Merkle tree over ${EVENTS.toLocaleString('en')} events, with the root of each day`,
  run,
};

async function run({ size, databaseUrl }: Run): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-seal-'));
  try {
    // Records, and documents that return to draft, add further events.
    const documents = Math.ceil(scaled(EVENTS, size, 1_000) / 2.005);
    const items = scaled(1_000, size, 20);
    const { events } = await fillLog(databaseUrl, {
      documents,
      linesPerDocument: 2,
      items,
      outlets: 2,
      latePerMille: 5,
    });
    const store = await openPostgresStore({ url: databaseUrl, timeoutMs: 60_000 });
    try {
      let read = 0;
      const head = await store.head();
      const readMs = await elapsed(async () => {
        for await (const page of storedUntil(store, head)) read += page.length;
      });
      let bytes = 0;
      const log = createWriteStream(join(folder, 'log.jsonl'));
      const startedMs = performance.now();
      const sealed = await sealLog(store);
      const sealMs = performance.now() - startedMs;
      await sealLog(store, (lines) => {
        const text = `${lines.join('\n')}\n`;
        bytes += Buffer.byteLength(text);
        log.write(text);
      });
      log.end();
      await finished(log);
      writeFileSync(join(folder, 'seal.jsonl'), printSeal(sealed));
      mustHold(sealed.events === events && read === events, `${sealed.events} of ${events} events were sealed`);
      const checkMs = await elapsed(async () => {
        mustHold((await checkSeal(store, sealed)) === undefined, 'the log is what was sealed');
      });
      const inTime = sealMs / 1000 <= (SECONDS_MAX * events) / EVENTS;
      return [
        {
          name: 'sealed',
          value: `${(sealMs / 1000).toFixed(1)} s`,
          reference: { name: 'reading them', value: `${(readMs / 1000).toFixed(1)} s`, ratio: readMs / sealMs },
          target: { text: `${events.toLocaleString('en')} events in ${SECONDS_MAX} s`, reached: inTime },
        },
        { name: 'events', value: perSecond(events / (sealMs / 1000), 'events') },
        { name: 'checked', value: `${(checkMs / 1000).toFixed(1)} s` },
        { name: 'size of the log', value: `${Math.round(bytes / 2 ** 20)} MiB` },
        ...verified(folder),
      ];
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function verified(folder: string): Figure[] {
  const startedMs = performance.now();
  const verifier = join(import.meta.dirname, '..', 'seal', 'verify.py');
  const { status, error } = spawnSync('python3', [verifier, join(folder, 'log.jsonl'), join(folder, 'seal.jsonl')]);
  if (error) return [{ name: 'verify.py', value: 'no python3 here' }];
  mustHold(status === 0, 'verify.py finds the log as it was sealed');
  return [{ name: 'verify.py', value: `${((performance.now() - startedMs) / 1000).toFixed(1)} s` }];
}

async function elapsed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
