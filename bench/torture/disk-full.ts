/** The disk is full: commands are answered with 503, nothing is lost, and work continues when there is space again. */
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canMountDisks, mountDisk, unmountDisk } from '../../test/support/own-disk.ts';
import { mustHold, scaled } from '../measure.ts';
import { Business, buyGoods, saleOf } from './business.ts';
import { Load, STOCK } from './load.ts';
import type { Ordeal } from './ordeal.ts';

const TIMES = 3;
const CLIENTS = 4;
/** More than a first start requires. */
const DISK_MIB = 900;

export const diskFull: Ordeal = {
  name: 'disk-full',
  about: `${TIMES} times the disk of a business is filled to the last byte while ${CLIENTS} cashiers sell`,
  missing: () => (canMountDisks() ? undefined : 'it mounts a disk of its own, which only root may do'),
  async run({ size }) {
    const disk = mkdtempSync(join(tmpdir(), 'daftar-full-'));
    mustHold(mountDisk(disk, `${DISK_MIB}m`), 'no disk could be mounted');
    const business = new Business(join(disk, 'data'));
    try {
      await business.start();
      return await fill(business, disk, scaled(TIMES, size, 1));
    } finally {
      await business.stop();
      unmountDisk(disk);
      rmSync(disk, { recursive: true, force: true });
    }
  },
};

async function fill(business: Business, disk: string, times: number) {
  const goods = await buyGoods(business, 'Disk full', String(STOCK));
  const load = new Load(business, goods, 'disk-full', CLIENTS);
  const recoveredMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await load.more(CLIENTS);
    const filler = join(disk, 'filler');
    for (let part = 0; freeOf(disk) > 0; part += 1) writeAll(`${filler}-${part}`, freeOf(disk));
    // The command must be refused with a message, not time out.
    for (let isRefused = false; !isRefused; await sleep(20)) {
      const answer = await business.call('POST', 'sales', saleOf(goods), `full ${time} ${performance.now()}`);
      isRefused = answer?.status === 503;
      mustHold(
        answer === undefined || [201, 401, 503].includes(answer.status),
        `a full disk was answered with ${answer?.status}`,
      );
    }
    const freedMs = performance.now();
    for (const name of readdirSync(disk).filter((name) => name.startsWith('filler'))) rmSync(join(disk, name));
    await load.more(CLIENTS + 1);
    recoveredMs.push(performance.now() - freedMs);
  }
  await load.end();
  await business.holds();
  return [
    { name: 'filled', value: `${times} times` },
    { name: 'sales answered', value: `${load.sold.length}, none lost` },
    { name: 'sells again after', value: `${Math.max(...recoveredMs).toFixed(0)} ms at most` },
  ];
}

const freeOf = (disk: string): number => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};

function writeAll(file: string, bytes: number): void {
  try {
    writeFileSync(file, Buffer.alloc(Math.min(bytes, 64 * 1_048_576)));
  } catch {
    // Other processes wrote meanwhile; the disk is full.
  }
}
