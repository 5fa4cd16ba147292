/** Kills each process (SIGKILL) under load, repeatedly: the server, the projector, and PostgreSQL. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPidFile } from '../../launcher/database/cluster.ts';
import { knownPlace } from '../../launcher/database/place.ts';
import { mustHold, percentile, scaled } from '../measure.ts';
import { type Business, buyGoods, childrenOf, hasProc } from './business.ts';
import { Load, STOCK } from './load.ts';
import type { Ordeal } from './ordeal.ts';

const CYCLES = 200;
const CLIENTS = 8;

export const kills: Ordeal = {
  name: 'kills',
  about: `${CYCLES} times kill -9 of the server, the projector or PostgreSQL while ${CLIENTS} cashiers sell`,
  missing: () => (hasProc() ? undefined : 'it finds the processes in /proc'),
  async run({ business, size }) {
    const goods = await buyGoods(business, 'Kills', String(STOCK));
    const load = new Load(business, goods, 'kills', CLIENTS);
    const cycles = scaled(CYCLES, size, VICTIMS.length);
    const recoveriesMs: number[] = [];
    const orphans: number[] = [];
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await load.more(CLIENTS);
      const startedMs = performance.now();
      await VICTIMS[cycle % VICTIMS.length]?.(business, orphans);
      // Commands in flight at the kill may still be answered, so more answers than cashiers are required.
      await load.more(CLIENTS + 1);
      recoveriesMs.push(performance.now() - startedMs);
    }
    await load.end();
    await load.check();
    await ended(orphans);
    return [
      { name: 'kills', value: String(cycles) },
      { name: 'sales answered', value: `${load.sold.length}, none lost, none twice` },
      {
        name: 'sells again after',
        value: `p50 ${percentile(recoveriesMs, 0.5).toFixed(0)} ms, p95 ${percentile(recoveriesMs, 0.95).toFixed(0)} ms`,
      },
    ];
  },
};

/** `orphans` collects the processes whose parent was killed. */
type Victim = (business: Business, orphans: number[]) => Promise<void>;

const VICTIMS: readonly Victim[] = [
  async (business, orphans) => {
    orphans.push(...childrenOf(business.pid).filter(isProjector));
    await business.kill();
    await business.start();
  },
  async (business) => {
    for (const pid of childrenOf(business.pid).filter(isProjector)) process.kill(pid, 'SIGKILL');
  },
  async (business) => {
    process.kill(Number(readPidFile(knownPlace(business.folder))[0]), 'SIGKILL');
  },
];

function isProjector(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('projector/main.ts');
  } catch {
    // The process has ended meanwhile.
    return false;
  }
}

/** Longer than a projector needs for its last batch. */
const ORPHANS_END_MS = 30_000;

/** Waits until the orphans have ended by themselves. Throws WrongResult. */
async function ended(orphans: readonly number[]): Promise<void> {
  const untilMs = performance.now() + ORPHANS_END_MS;
  for (let left = orphans.filter(isProjector); left.length > 0; left = left.filter(isProjector)) {
    mustHold(
      performance.now() < untilMs,
      `${left.length} projectors of ${orphans.length} did not end with their parents`,
    );
    await sleep(100);
  }
}
