/** The proof of one document, as an auditor checks it: `seal/verify.py --proof`, without the log. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../event-store/port.ts';
import { markOf } from '../../seal/mark.ts';
import { NotAsSealed, type Proof, type ProvenEvent, prove } from '../../seal/prove.ts';
import { printSeal, type Seal, sealLog } from '../../seal/seal.ts';
import { leafHash } from '../../seal/tree.ts';
import { cases, sampleOf } from '../support/ring.ts';
import { historiesOf, sealedLog, storeOf } from './sealed-log.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'daftar-proof-'));
const file = join(folder, 'proof.json');
const DAYS = 4;
const NUMBER = 'S-9';
const POSITION = 10;
let store: EventStore;
let lines: string[];
let seal: Seal;
let proof: Proof;

beforeAll(async () => {
  store = await storeOf(DAYS);
  ({ lines, seal } = await sealedLog(store));
  proof = await provenOf(store, NUMBER);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function provenOf(from: EventStore, number: string): Promise<Proof> {
  const found = await prove(from, await sealLog(from), number);
  if (!found) throw new Error(`${number} is not proven`);
  return found;
}

const codeOf = (position: number): string => `${position}-${markOf(leafHash(lines[position - 1] ?? ''))}`;

function verify(content: unknown, ...options: readonly string[]) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const args = ['seal/verify.py', '--proof', file, ...options];
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** The proof with a changed first event. */
const withEvent = (change: (event: ProvenEvent) => object): object => ({ ...proof, proven: proof.proven.map(change) });

describe('the proof of a document', () => {
  it('has its events and no other, each with the way to the root of the seal', async () => {
    expect(proof).toMatchObject({ number: NUMBER, events: DAYS * 7, root: seal.root });
    expect(proof.proven.map(({ index, line }) => [index, line])).toEqual([[POSITION - 1, lines[POSITION - 1]]]);
  });

  it('is not created for an unknown number, nor from a log that differs from its seal', async () => {
    expect(await prove(store, seal, 'S-999')).toBeUndefined();
    await expect(prove(store, { ...seal, root: '0'.repeat(64) }, NUMBER)).rejects.toThrow(NotAsSealed);
  });
});

describe.skipIf(!hasPython)('the separate verifier', () => {
  it('takes a proof under the root that was written down, with the code of the paper', () => {
    const { status, said } = verify(proof, '--root', proof.root, '--code', codeOf(POSITION));
    expect([status, said]).toEqual([0, expect.stringContaining(`holds   ${NUMBER} is in the log of 28 events`)]);
    expect(said).toMatch(/ 10 {2}2026-03-02T\S+ {2}sale\.completed {2}sale-10 {2}S-9$/m);
  });

  it('takes the proof of every event of a log of any length', async () => {
    for (const days of [1, 2, 3]) {
      const other = await storeOf(days);
      for (const n of [...sampleOf([...Array(days * 7 - 1).keys()], 2), days * 7 - 1]) {
        const one = await provenOf(other, `S-${n}`);
        expect(verify(one, '--root', one.root).status, `event ${n} of ${days * 7}`).toBe(0);
      }
    }
  });

  it('refuses another root, another code, and any change of the event', () => {
    const other = '0'.repeat(64);
    expect(verify(proof, '--root', other)).toMatchObject({ status: 1, said: expect.stringContaining('written down') });
    const [earlier, forged] = [codeOf(POSITION - 1), `${POSITION}-0123456789abcdef`];
    for (const code of [earlier, forged, 'S-9']) {
      const { status, said } = verify(proof, `--code=${code}`, '--root', proof.root);
      expect([status, said]).toEqual([1, expect.stringMatching(/^BROKEN {2}/)]);
    }
    const cheaper = withEvent((event) => ({ ...event, line: event.line.replace('"9.5"', '"8.5"') }));
    expect(verify(cheaper).said).toMatch(/^BROKEN {2}the event at position 10 was not sealed as it stands here/);
    const moved = withEvent((event) => ({ ...event, index: event.index + 1 }));
    expect(verify(moved).said).toMatch(/^BROKEN/);
  });

  it('refuses every way to the root that was changed, and reads any rubbish without falling over', () => {
    const [{ path }] = proof.proven as [ProvenEvent];
    const ways = [path.slice(1), path.slice(0, -1), [...path, '00'.repeat(32)], path.toReversed(), []];
    for (const way of ways) {
      const { status, said } = verify(withEvent((event) => ({ ...event, path: way })));
      expect([status, said]).toEqual([1, expect.stringMatching(/^BROKEN {2}/)]);
    }
    fc.assert(
      fc.property(fc.json(), (rubbish) => {
        const { status, said } = verify(rubbish);
        expect([status, said]).toEqual([1, expect.stringMatching(/^BROKEN {2}/)]);
      }),
      { numRuns: cases(2, 5) },
    );
  });

  it('refuses another number, a gap in the history, and an event of another document', async () => {
    const [whole, other] = [
      await provenOf(await historiesOf(['S-1', 'S-2']), 'S-1'),
      await provenOf(await historiesOf(['S-1', 'S-2']), 'S-2'),
    ];
    expect(verify(whole, '--root', whole.root).status).toBe(0);
    const [first, , last] = whole.proven;
    const forged = [
      { ...whole, number: 'S-3' },
      { ...whole, proven: [first, last] },
      { ...whole, proven: whole.proven.slice(1) },
      { ...whole, proven: whole.proven.toReversed() },
      { ...whole, proven: [...whole.proven, ...other.proven] },
      { ...whole, proven: [first] },
    ];
    expect(other.root).toBe(whole.root);
    expect(forged.map((one) => verify(one).said.trim())).toEqual([
      'BROKEN  no event of sale-1 has the number S-3',
      'BROKEN  event 1 of sale-1 is missing: event 2 follows',
      'BROKEN  event 0 of sale-1 is missing: event 1 follows',
      'BROKEN  event 0 of sale-1 is missing: event 2 follows',
      'BROKEN  no event of sale-2 has the number S-1',
      'BROKEN  no event of sale-1 has the number S-1',
    ]);
  });

  it('takes the proof of two documents with the same number, as two outlets may have', async () => {
    const both = await provenOf(await historiesOf(['S-1', 'S-1']), 'S-1');
    const { status, said } = verify(both, '--root', both.root);
    expect([status, said]).toEqual([0, expect.stringMatching(/sale-1 {2}S-1\n[\s\S]*sale-2 {2}S-1\n/)]);
  });

  it('finds the code of a paper in a seal too', async () => {
    const [log, sealed] = [join(folder, 'log.jsonl'), join(folder, 'seal.jsonl')];
    writeFileSync(log, lines.map((line) => `${line}\n`).join(''));
    writeFileSync(sealed, printSeal(seal));
    const ask = (code: string) => spawnSync('python3', ['seal/verify.py', log, sealed, '--code', code]).status;
    expect([ask(codeOf(POSITION)), ask(`${POSITION}-0123456789abcdef`), ask(`99-${'0'.repeat(16)}`)]).toEqual([
      0, 1, 1,
    ]);
  });
});
