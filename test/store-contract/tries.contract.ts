/** `tryAppend` is refused for the same reasons as `append`, and stores nothing. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import { digestOf } from '../../event-store/decision-read.ts';
import {
  type Append,
  BatchTooLarge,
  ClaimsRefused,
  NO_STREAM,
  ReadsMoved,
  WrongRevision,
} from '../../event-store/port.ts';
import { batchOf, batchWith, date, level, newEvent, newStream, take, write } from './batches.ts';
import { type OpenHarness, useHarness } from './harness.ts';

export function triesContract(open: OpenHarness): void {
  describe('an append that is tried', () => {
    const harness = useHarness(open);
    const append = (batch: Append) => harness().store.append(batch);
    /** What the call throws, in a shape that can be compared. */
    const thrown = (batch: Append, by: 'append' | 'tryAppend') =>
      harness()
        .store[by](batch)
        .then(
          () => 'nothing',
          (error: unknown) => {
            if (error instanceof ClaimsRefused) return error.refusals;
            if (error instanceof WrongRevision) return { at: error.actual, expected: error.expected };
            if (error instanceof ReadsMoved) return error.read;
            if (error instanceof BatchTooLarge) return error.bytes;
            throw error;
          },
        );
    /** Asserts that two tries and the append throw the same, and returns it. */
    const answered = async (batch: Append) => {
      const tried = [await thrown(batch, 'tryAppend'), await thrown(batch, 'tryAppend')];
      const stored = await thrown(batch, 'append');
      expect(tried).toEqual([stored, stored]);
      return stored;
    };

    it('is refused for every claim that is refused', async () => {
      const [stock, name, record] = [newStream('stock'), newStream('name'), newStream('brand')];
      const unique = (owner: string): Claim => ({
        ...({
          kind: 'unique',
          set: 'brand.brand_name',
          key: name,
          owner,
          action: 'take',
          field: 'brand_name',
        } as const),
      });
      await append(batchWith(level(stock, '2025-03-10', '3'), unique('brand-1')));
      const batch = batchWith(
        take(stock, '2025-03-10', '5'),
        unique('brand-2'),
        { kind: 'use', record, field: 'brand_fk' },
        { kind: 'period', day: date('1999-01-01'), field: 'date' },
      );
      expect(await answered(batch)).toMatchObject([
        { field: 'quantity', message: 'not_enough_stock', params: { available: '3', needed: '5' } },
        { field: 'brand_name', message: 'already_taken', params: { owner: 'brand-1' } },
        { field: 'brand_fk', message: 'not_found' },
        { field: 'date', message: 'outside_open_year' },
      ]);
    });

    it('is refused for a revision that is not there, and for a read that has moved', async () => {
      const [stream, prefix] = [newStream(), `${newStream('open')}:`];
      await append(batchOf([write(stream, NO_STREAM)]));
      expect(await answered(batchOf([write(stream, NO_STREAM)]))).toEqual({ at: 0, expected: NO_STREAM });
      await append(batchWith(level(`${prefix}a`, '2025-03-10', '4')));
      const read = { of: 'levels', prefix, digest: digestOf([]) } as const;
      expect(await answered(batchOf([write(newStream(), NO_STREAM)], { reads: [read] }))).toEqual(read);
    });

    it('is refused for a revision that is not there rather than for claims, which were decided on an earlier one', async () => {
      const [stream, stock] = [newStream(), newStream('stock')];
      await append(batchOf([write(stream, NO_STREAM)]));
      const late = batchOf([write(stream, NO_STREAM)], { claims: [take(stock, '2025-03-10', '5')] });
      expect(await answered(late)).toEqual({ at: 0, expected: NO_STREAM });
      expect(await answered({ ...late, writes: [write(stream, 0)] })).toMatchObject([{ message: 'not_enough_stock' }]);
    });

    it('is refused when it is too large', async () => {
      const large = newEvent({ note: 'x'.repeat(1_100_000) });
      expect(await answered(batchOf([write(newStream(), NO_STREAM, large)]))).toBeGreaterThan(1_048_576);
    });

    it('leaves no event, no claim and no number', async () => {
      const [stock, stream, series] = [newStream('stock'), newStream(), newStream('series')];
      const number: Claim = {
        kind: 'number',
        series,
        day: date('2025-03-01'),
        prefix: 'S-',
        width: 3,
        write: 0,
        event: 0,
      };
      const batch = batchOf([write(stream, NO_STREAM, newEvent({ number: null }))], {
        claims: [level(stock, '2025-03-10', '3'), number],
      });
      const { store } = harness();
      const head = await store.head();
      await store.tryAppend(batch);
      expect(await store.head()).toBe(head);
      expect(await store.levels(stock)).toEqual([]);
      expect((await store.readStreams([{ stream, after: NO_STREAM }])).get(stream)).toEqual([]);
      expect(await store.findCommand(batch.commandId)).toBeUndefined();
      expect((await store.append(batch)).numbers).toEqual(['S-001']);
    });

    it('returns the next ids, and assigns none', async () => {
      const { store } = harness();
      const kind = newStream('kind').replaceAll('-', '_');
      for (let round = 0; round < 40; round += 1) {
        const seen = [await store.peekId(kind), await store.peekId(kind, 1), await store.peekId(kind, 2)];
        expect(seen).toEqual([round + 1, round + 2, round + 3]);
        expect(await store.nextId(kind)).toBe(round + 1);
      }
    });
  });
}
