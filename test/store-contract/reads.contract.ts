/** The reads of a decision are conditions of its append: each kind of read, unchanged and changed. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import { type DecisionRead, digestOf } from '../../event-store/decision-read.ts';
import { type Append, type EventStore, NO_STREAM, ReadsMoved } from '../../event-store/port.ts';
import { batchOf, batchWith, date, level, newStream, take, write } from './batches.ts';
import { countOutcomes, type OpenHarness, useHarness } from './harness.ts';

const reading = (...reads: readonly DecisionRead[]): Append =>
  batchOf([write(newStream(), NO_STREAM)], { claims: [], reads });

/** A posting on a day without a financial year, which no level is part of. */
const posted = (day: string): Claim => ({ kind: 'period', day: date(day), paid: true, field: 'date' });

async function movedRead(append: Promise<unknown>): Promise<DecisionRead['of'] | 'stored'> {
  try {
    await append;
    return 'stored';
  } catch (error) {
    if (error instanceof ReadsMoved) return error.read.of;
    throw error;
  }
}

export function readsContract(open: OpenHarness): void {
  describe('what a decision read', () => {
    const harness = useHarness(open);
    const append = (batch: Append) => harness().store.append(batch);
    const asked = (read: DecisionRead) => movedRead(append(reading(read)));
    const totalsOf = async (prefix: string) => ({
      of: 'levels' as const,
      prefix,
      digest: digestOf(await harness().store.levels(prefix)),
    });

    it('is a level at its total', async () => {
      const key = newStream('cash');
      expect(await asked({ of: 'level', key, total: '0' })).toBe('stored');
      await append(batchWith(level(key, '2025-03-10', '10.5')));
      expect(await asked({ of: 'level', key, total: '10.5' })).toBe('stored');
      expect(await asked({ of: 'level', key, total: '0' })).toBe('level');
      await append(batchWith(level(key, '2025-03-01', '-10.5')));
      expect(await asked({ of: 'level', key, total: '10.5' })).toBe('level');
      expect(await asked({ of: 'level', key, total: '0' })).toBe('stored');
    });

    it('is every level under a prefix: one more, one less, and two whose changes cancel each other out', async () => {
      const prefix = `${newStream('open')}:`;
      const nothing = await totalsOf(prefix);
      expect(await asked(nothing)).toBe('stored');
      await append(batchWith(level(`${prefix}a`, '2025-03-10', '4'), level(`${prefix}b`, '2025-03-10', '6.25')));
      expect(await asked(nothing)).toBe('levels');
      const two = await totalsOf(prefix);
      expect(await asked(two)).toBe('stored');
      await append(batchWith(level(`${prefix}a`, '2025-03-11', '1'), level(`${prefix}b`, '2025-03-11', '-1')));
      expect(await asked(two)).toBe('levels');
      const shifted = await totalsOf(prefix);
      await append(batchWith(level(`${prefix}a`, '2025-03-11', '-5')));
      expect(await asked(shifted)).toBe('levels');
      await append(batchWith(level(newStream('open'), '2025-03-11', '5')));
      expect(await asked(await totalsOf(prefix))).toBe('stored');
    });

    it('is every level of a thousand and one', async () => {
      const prefix = `${newStream('open')}:`;
      const claims = Array.from({ length: 1001 }, (_, n) => level(`${prefix}${n}`, '2025-03-10', '1'));
      await append(batchWith(...claims));
      expect(await harness().store.levels(prefix)).toHaveLength(1001);
      const all = await totalsOf(prefix);
      await append(batchWith(level(`${prefix}999`, '2025-03-11', '1')));
      expect(await asked(all)).toBe('levels');
    });

    it('is a stream at its revision', async () => {
      const stream = newStream('drawer');
      expect(await asked({ of: 'stream', stream, revision: NO_STREAM })).toBe('stored');
      await append(batchOf([write(stream, NO_STREAM)]));
      expect(await asked({ of: 'stream', stream, revision: NO_STREAM })).toBe('stream');
      expect(await asked({ of: 'stream', stream, revision: 0 })).toBe('stored');
      await append(batchOf([write(stream, 0)]));
      expect(await asked({ of: 'stream', stream, revision: 0 })).toBe('stream');
    });

    it('is how many records of a kind there are', async () => {
      const prefix = `${newStream('role')}-`;
      const record = { kind: 'record', record: `${prefix}1`, action: 'register', field: '' } as const;
      expect(await asked({ of: 'records', prefix, count: 0 })).toBe('stored');
      await append(batchWith(record));
      expect(await asked({ of: 'records', prefix, count: 0 })).toBe('records');
      await append(batchWith({ ...record, action: 'retire' }));
      expect(await asked({ of: 'records', prefix, count: 1 })).toBe('stored');
    });

    it('is the position of a read model for the streams of a kind', async () => {
      const kind = `category${newStream('').replaceAll('-', '')}`;
      const { position } = await append(batchOf([write(`${kind}-1`, NO_STREAM)]));
      const known = { of: 'kind', prefix: `${kind}-`, position: String(position) } as const;
      await append(batchWith());
      expect(await asked(known)).toBe('stored');
      await append(batchOf([write(newStream(), NO_STREAM), write(`${kind}-2`, NO_STREAM)]));
      expect(await asked(known)).toBe('kind');
      expect(await harness().store.readsHold([known])).toBe(false);
    });

    it('is the position of a read model for the levels up to a day', async () => {
      const { position } = await append(batchWith(level(newStream('cash'), '1990-03-10', '1')));
      const known = { of: 'books', position: String(position), to: '1990-03-31' } as const;
      await append(batchWith(level(newStream('cash'), '1990-04-01', '1')));
      expect(await asked(known)).toBe('stored');
      await append(batchWith(level(newStream('cash'), '1990-04-01', '1'), level(newStream('cash'), '1990-03-31', '1')));
      expect(await asked(known)).toBe('books');
    });

    it('is the position of a read model for everything posted up to a day, also what changes no level', async () => {
      const { position } = await append(batchWith(posted('1985-03-31')));
      const known = { of: 'books', position: String(position), to: '1985-03-31' } as const;
      await append(batchWith(posted('1985-04-01')));
      expect(await asked(known)).toBe('stored');
      await append(batchWith(posted('1985-03-10')));
      expect(await asked(known)).toBe('books');
    });

    it('leaves nothing of a batch when it moved, and answers a repeated command as before', async () => {
      const { store } = harness();
      const [key, stream] = [newStream('cash'), newStream()];
      const read = { of: 'level', key, total: '0' } as const;
      const paid = batchOf([write(stream, NO_STREAM)], { claims: [level(key, '2025-03-10', '7')], reads: [read] });
      const first = await append(paid);
      const again = batchOf([write(newStream(), NO_STREAM)], {
        claims: [level(key, '2025-03-10', '7')],
        reads: [read],
      });
      expect(await movedRead(append(again))).toBe('level');
      expect(await store.levels(key)).toEqual([{ key, total: '7' }]);
      expect(await append(paid)).toMatchObject({ repeated: true, position: first.position });
      // The same command with the present values is stored under the same id.
      await append({ ...again, reads: [{ ...read, total: '7' }] });
      expect(await store.levels(key)).toEqual([{ key, total: '14' }]);
    });

    it('lets one of 32 batches that read and change one level through, each time', async () => {
      const { store } = harness();
      const key = newStream('cash');
      for (const total of ['0', '1', '2']) {
        const settled = await Promise.allSettled(
          Array.from({ length: 32 }, () =>
            store.append(
              batchOf([write(newStream(), NO_STREAM)], {
                claims: [level(key, '2025-03-10', '1')],
                reads: [{ of: 'level', key, total }],
              }),
            ),
          ),
        );
        expect(countOutcomes(settled)).toEqual({ stored: 1, refused: 31 });
      }
    });

    it('holds among batches that come together', async () => {
      for (let round = 0; round < 10; round += 1) expect(await pairsThatBothHeld(harness().store)).toEqual([]);
    });
  });
}

/**
 * Appends pairs of batches, of which each changes a read of the other: at most one of a pair may be stored. Returns the
 * kinds of reads for which both were.
 */
async function pairsThatBothHeld(store: EventStore): Promise<string[]> {
  const head = String(await store.head());
  const [cash, drawer, role] = [newStream('cash'), newStream('drawer'), newStream('role')];
  const on = newStream('').replaceAll('-', '');
  await store.append(batchWith(level(`${cash}:1`, '2000-01-01', '9')));
  const changes: Readonly<Record<DecisionRead['of'] | 'postings', [DecisionRead, Partial<Append>]>> = {
    level: [{ of: 'level', key: `${cash}:1`, total: '9' }, { claims: [take(`${cash}:1`, '2000-01-01', '1')] }],
    levels: [
      { of: 'levels', prefix: `${cash}:`, digest: digestOf([{ key: `${cash}:1`, total: '9' }]) },
      { claims: [level(`${cash}:2`, '2000-01-01', '1')] },
    ],
    stream: [{ of: 'stream', stream: drawer, revision: NO_STREAM }, { writes: [write(drawer, NO_STREAM)] }],
    records: [
      { of: 'records', prefix: role, count: 0 },
      { claims: [{ kind: 'record', record: `${role}-1`, action: 'register', field: '' }] },
    ],
    kind: [{ of: 'kind', prefix: `kind${on}-`, position: head }, { writes: [write(`kind${on}-1`, NO_STREAM)] }],
    books: [
      { of: 'books', position: String(await store.head()), to: '1980-01-01' },
      { claims: [level(newStream('cash'), '1980-01-01', '1')] },
    ],
    postings: [
      { of: 'books', position: String(await store.head()), to: '1970-01-01' },
      { claims: [posted('1970-01-01')] },
    ],
  };
  const both: string[] = [];
  for (const [name, [read, change]] of Object.entries(changes)) {
    const key = newStream('cash');
    const one = batchOf([write(newStream(), NO_STREAM)], { claims: [level(key, '2030-01-01', '1')], reads: [read] });
    const other = batchOf(change.writes ?? [write(newStream(), NO_STREAM)], {
      ...(change.claims ? { claims: change.claims } : {}),
      reads: [{ of: 'level', key, total: '0' }],
    });
    const settled = await Promise.allSettled([store.append(one), store.append(other)]);
    if (countOutcomes(settled).stored === 2) both.push(name);
  }
  return both;
}
