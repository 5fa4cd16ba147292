/** The log file never exceeds its limit, and a full disk never ends the process. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogFile } from '../../launcher/machine/log-file.ts';
import { canMountDisks, mountDisk, unmountDisk } from '../support/own-disk.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-log-'));
  path = join(folder, 'daftar.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const numbersIn = (file: string): number[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.includes('"lost"'))
    .map((line) => Number(line.split(' ')[0]));
const lineOf = (number: number): string => `${number} ${'x'.repeat(90)}\n`;
const lostIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"lost"'))
    .map((line) => JSON.parse(line) as { lost: number; cause: string });

describe('a log that is full', () => {
  it('begins anew, keeps those before it and removes the oldest, and loses no line between them', async () => {
    const log = new LogFile(path, { bytesMax: 1_000, keptMax: 3 });
    for (let number = 0; number < 100; number += 1) {
      log.write(lineOf(number));
      await log.flush();
    }
    await log.close();
    const files = readdirSync(folder).sort();
    expect(files).toEqual(['daftar.log', 'daftar.log.1', 'daftar.log.2', 'daftar.log.3']);
    for (const file of files) {
      expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(1_000);
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    }
    const kept = ['daftar.log.3', 'daftar.log.2', 'daftar.log.1', 'daftar.log'].flatMap((file) =>
      numbersIn(join(folder, file)),
    );
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 100 - kept.length + index));
    expect(kept.length).toBeGreaterThan(30);
  });

  it('includes its size before the start', async () => {
    writeFileSync(path, lineOf(0).repeat(20));
    const log = new LogFile(path, { bytesMax: 1_000, keptMax: 2 });
    log.write(lineOf(1));
    await log.close();
    expect(numbersIn(path)).toEqual([1]);
    expect(numbersIn(`${path}.1`)).toHaveLength(20);
  });

  it('takes many lines at once in their order', async () => {
    const log = new LogFile(path);
    for (let number = 0; number < 5_000; number += 1) log.write(lineOf(number));
    await log.close();
    expect(numbersIn(path)).toEqual(Array.from({ length: 5_000 }, (_, number) => number));
  });
});

describe('a disk that is full', () => {
  it.runIf(existsSync('/dev/full'))(
    'costs lines and no error; they are counted when there is space again',
    async () => {
      symlinkSync('/dev/full', path);
      const log = new LogFile(path);
      for (let number = 0; number < 3; number += 1) {
        log.write(lineOf(number));
        await log.flush();
      }
      rmSync(path);
      log.write(lineOf(3));
      await log.close();
      expect(numbersIn(path)).toEqual([3]);
      expect(lostIn(path)).toMatchObject([{ lost: 3, cause: 'ENOSPC' }]);
    },
  );

  it.runIf(canMountDisks())('is survived on a real disk of 64 kB too (where one can be mounted)', async () => {
    expect(mountDisk(folder, '64k')).toBe(true);
    try {
      const log = new LogFile(path);
      log.write(lineOf(0));
      await log.flush();
      const filler = join(folder, 'filler');
      expect(() => writeFileSync(filler, Buffer.alloc(1024 * 1024))).toThrow(/ENOSPC/);
      const before = numbersIn(path);
      for (let number = 1; number < 100; number += 1) {
        log.write(lineOf(number));
        await log.flush();
      }
      rmSync(filler);
      log.write(lineOf(100));
      await log.close();
      expect(before).toEqual([0]);
      const [told] = lostIn(path);
      expect(told?.cause).toBe('ENOSPC');
      expect(numbersIn(path).at(-1)).toBe(100);
      // Each line is in the file, wholly or partly, or in the number of lost lines.
      expect(numbersIn(path).length + (told?.lost ?? 0)).toBeGreaterThanOrEqual(101);
    } finally {
      unmountDisk(folder);
    }
  });

  it('is no reason to keep more and more lines in memory', async () => {
    const log = new LogFile(join(folder, 'no', 'folder', 'daftar.log'));
    for (let number = 0; number < 30_000; number += 1) log.write(lineOf(number));
    await log.close();
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });
});
