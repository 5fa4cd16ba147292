/** `seal/verify.py`, as an auditor runs it: with two files and without Daftar. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printSeal, type Seal } from '../../seal/seal.ts';
import { cases } from '../support/ring.ts';
import { sealedLog, storeOf } from './sealed-log.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'daftar-verifier-'));
const [logFile, sealFile] = [join(folder, 'log.jsonl'), join(folder, 'seal.jsonl')];
let lines: string[];
let seal: Seal;

beforeAll(async () => {
  ({ lines, seal } = await sealedLog(await storeOf(4)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function verify(log: string | Buffer, sealed = printSeal(seal), ...options: string[]) {
  writeFileSync(logFile, log);
  writeFileSync(sealFile, sealed);
  const { status, stdout, stderr } = spawnSync('python3', ['seal/verify.py', logFile, sealFile, ...options], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

const fileOf = (value: readonly string[]): string => value.map((line) => `${line}\n`).join('');
const bad = (position: number) => new RegExp(`^BROKEN {2}first bad position: ${position} `);
const place = fc.integer({ min: 1, max: 28 });
const without = (at: number) => lines.filter((_, index) => index !== at - 1);
const RUNS = { numRuns: cases(4, 10) };

describe.skipIf(!hasPython)('the separate verifier', () => {
  it('finds a log as it was sealed, with the root that was written down', () => {
    expect(verify(fileOf(lines), printSeal(seal), '--root', seal.root)).toEqual({
      status: 0,
      said: `holds   28 events in 4 days, root ${seal.root}\n`,
    });
    expect(verify(fileOf(lines), printSeal(seal), '--root', '0'.repeat(64))).toMatchObject({ status: 1 });
  });

  it('names the first bad position when a bit is flipped anywhere in the log', () => {
    const log = Buffer.from(fileOf(lines));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: log.length - 1 }), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const flipped = Buffer.from(log);
        flipped[at] = (flipped[at] as number) ^ (1 << bit);
        const position = log.subarray(0, at).toString('latin1').split('\n').length;
        const { status, said } = verify(flipped);
        expect([status, said]).toEqual([1, expect.stringMatching(bad(position))]);
      }),
      RUNS,
    );
  });

  it('names the first bad position when an event is deleted, doubled, inserted or renumbered', () => {
    fc.assert(
      fc.property(place, (at) => {
        const [line = ''] = lines.slice(at - 1, at);
        const renumbered = line.replace(`"position":"${at}"`, `"position":"${at + 100}"`);
        const forged = line.replace('sale.completed', 'sale.discarded');
        expect(verify(fileOf(without(at))).said).toMatch(bad(at));
        expect(verify(fileOf(lines.toSpliced(at - 1, 1, renumbered))).said).toMatch(bad(at));
        expect(verify(fileOf(lines.toSpliced(at - 1, 0, forged))).said).toMatch(bad(at));
        const doubled = verify(fileOf(lines.toSpliced(at, 0, line))).said;
        expect(doubled).toMatch(at < 28 ? bad(at + 1) : /first bad position: after 28/);
      }),
      { numRuns: cases(1, 4) },
    );
  });

  it('names the first bad position when two events are swapped', () => {
    fc.assert(
      fc.property(fc.uniqueArray(place, { minLength: 2, maxLength: 2 }), (pair) => {
        const [a = 1, b = 2] = pair.toSorted((x, y) => x - y);
        const swapped = lines.with(a - 1, lines[b - 1] ?? '').with(b - 1, lines[a - 1] ?? '');
        expect(verify(fileOf(swapped)).said).toMatch(bad(a));
      }),
      RUNS,
    );
  });

  it('names the first missing position when the end is cut off', () => {
    expect(verify(fileOf(lines.slice(0, 11))).said).toMatch(bad(12));
    expect(verify(fileOf(lines).slice(0, -1)).said).toMatch(bad(28));
    expect(verify('').said).toMatch(bad(1));
  });

  it('accepts events after the seal only when the log may have grown', () => {
    const grown = fileOf([...lines, lines[0] ?? '']);
    expect(verify(grown).said).toMatch(/first bad position: after 28/);
    const { status, said } = verify(grown, printSeal(seal), '--grown');
    expect(status).toBe(0);
    expect(said).toMatch(/1 later events/);
  });

  it('distinguishes a changed seal from a changed log, and reports any invalid file', () => {
    const log = fileOf(lines);
    const forged = { ...seal, root: '0'.repeat(64) };
    expect(verify(log, printSeal(forged)).said).toMatch(/^BROKEN {2}the root of the whole/);
    const [first, ...days] = seal.days;
    const wrongDay = { ...seal, days: [{ ...first, root: '0'.repeat(64) }, ...days] } as Seal;
    expect(verify(log, printSeal(wrongDay)).said).toMatch(/^BROKEN {2}the root of 2026-03-01/);
    fc.assert(
      fc.property(fc.string(), fc.json(), (rubbish, json) => {
        const { status, said } = verify(rubbish, `${printSeal(seal)}${json}\n`);
        expect([status, said]).toEqual([1, expect.stringMatching(/^BROKEN {2}/)]);
      }),
      RUNS,
    );
  });

  it('takes gaps between positions, as KurrentDB has them', () => {
    const sparse = lines.slice(0, 3).map((line, n) => line.replace(/"position":"\d+"/, `"position":"${(n + 1) ** 3}"`));
    return sealedSparse(sparse).then((sealed) => {
      expect(verify(fileOf(sparse), sealed).status).toBe(0);
      expect(verify(fileOf([sparse[0] ?? '', sparse[2] ?? '']), sealed).said).toMatch(bad(8));
    });
  });
});

/** The seal of a log with these lines. */
async function sealedSparse(sparse: readonly string[]): Promise<string> {
  const events = sparse.map((line) => {
    const { position, recorded_at: recordedAt, data, meta, ...rest } = JSON.parse(line);
    return { ...rest, position: BigInt(position), recordedAt, data: JSON.stringify(data), meta: JSON.stringify(meta) };
  });
  const { seal: sealed } = await sealedLog({
    head: async () => events.at(-1)?.position,
    readStored: async (after: bigint) => events.filter(({ position }) => position > after),
  } as never);
  return printSeal(sealed);
}
