/** Many concurrent writers, and a reader that must not miss an event. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { NO_STREAM, WrongRevision } from '../../event-store/port.ts';
import { cases } from '../support/ring.ts';
import { batchOf, date, level, newEvent, newStream, take, write } from './batches.ts';
import { countOutcomes, type OpenHarness, refusalsOf, takeEvents, useHarness } from './harness.ts';

const WRITERS = 32;
const EVENTS = cases(3_000, 10_000);

export function concurrencyContract(open: OpenHarness): void {
  describe('many at once', () => {
    const harness = useHarness(open);

    it('32 writers append thousands of events, and a concurrent reader never skips one', async () => {
      const { store } = harness();
      const before = await store.head();
      const reading = takeEvents(store.subscribe({ after: before, signal: new AbortController().signal }), EVENTS);
      let left = EVENTS;
      const writer = async () => {
        const stream = newStream();
        let revision = NO_STREAM;
        while (left > 0) {
          const size = Math.min(left, 5);
          left -= size;
          const events = Array.from({ length: size }, () => newEvent());
          revision = (await store.append(batchOf([write(stream, revision, ...events)]))).revisions[0] ?? NO_STREAM;
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, writer));
      const seen = await reading;
      expect(seen).toHaveLength(EVENTS);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(EVENTS);
      const positions = seen.map(({ position }) => position);
      expect(positions.every((position, n) => n === 0 || position > (positions[n - 1] ?? 0n))).toBe(true);
      for (const [stream, revisions] of revisionsByStream(seen)) {
        expect([stream, revisions]).toEqual([stream, revisions.map((_, n) => n)]);
      }
    });

    it('lets one of 32 writers win a revision, each time', async () => {
      const { store } = harness();
      const stream = newStream();
      for (let revision = NO_STREAM; revision < 3; revision += 1) {
        const writers = Array.from({ length: WRITERS }, () => store.append(batchOf([write(stream, revision)])));
        const settled = await Promise.allSettled(writers);
        expect(countOutcomes(settled)).toEqual({ stored: 1, refused: WRITERS - 1 });
        const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
        expect(reasons.every((reason) => reason instanceof WrongRevision)).toBe(true);
      }
    });

    it('sells the last unit to one of 200 buyers', async () => {
      const { store } = harness();
      const key = newStream('stock');
      await store.append(
        batchOf([write(newStream('purchase'), NO_STREAM)], { claims: [level(key, '2025-03-01', '1')] }),
      );
      const before = await store.head();
      const buyers = Array.from({ length: 200 }, () =>
        store.append(batchOf([write(newStream(), NO_STREAM)], { claims: [take(key, '2025-03-02', '1')] })),
      );
      expect(countOutcomes(await Promise.allSettled(buyers))).toEqual({ stored: 1, refused: 199 });
      expect(await store.readAll(before, 10)).toHaveLength(1);
      expect(await store.levels(key, 1)).toEqual([]);
      const late = store.append(batchOf([write(newStream(), NO_STREAM)], { claims: [take(key, '2025-03-02', '1')] }));
      expect(await refusalsOf(late)).toMatchObject([
        { message: 'not_enough_stock', params: { available: '0', needed: '1' } },
      ]);
    });

    it('gives 100 documents of one series 100 numbers without a gap, refused ones beside them', async () => {
      const { store } = harness();
      const [series, key] = [newStream('series'), newStream('stock')];
      const numbers = await Promise.all(
        Array.from({ length: 150 }, async (_, n) => {
          const number = {
            kind: 'number',
            series,
            day: date('2025-03-01'),
            prefix: 'S-',
            width: 4,
            write: 0,
            event: 0,
          } as const;
          const append = (...claims: Claim[]) => store.append(batchOf([write(newStream(), NO_STREAM)], { claims }));
          if (n % 3 < 2) return (await append(number)).numbers[0];
          expect(await refusalsOf(append(number, take(key, '2025-03-01', '1')))).toHaveLength(1);
          return undefined;
        }),
      );
      const given = numbers.filter((number) => number !== undefined).toSorted();
      expect(given).toEqual(Array.from({ length: 100 }, (_, n) => `S-${String(n + 1).padStart(4, '0')}`));
    });
  });
}

function revisionsByStream(events: readonly RecordedEvent[]): Map<string, number[]> {
  const streams = new Map<string, number[]>();
  for (const { stream, revision } of events) streams.set(stream, [...(streams.get(stream) ?? []), revision]);
  return streams;
}
