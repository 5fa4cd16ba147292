/** Reading by position and subscribing: order, no gaps, slow readers, ends. */
import { describe, expect, it } from 'vitest';
import { NO_STREAM, START } from '../../event-store/port.ts';
import { batchOf, newEvent, newStream, write } from './batches.ts';
import { type OpenHarness, readToEnd, takeEvents, useHarness } from './harness.ts';

export function readingContract(open: OpenHarness): void {
  describe('reading', () => {
    const harness = useHarness(open);

    it('reads the whole log in order of position, in pages of any size', async () => {
      const { store } = harness();
      const before = await store.head();
      for (let n = 0; n < 7; n += 1) {
        await store.append(batchOf([write(newStream(), NO_STREAM, newEvent({ n }), newEvent({ n }))]));
      }
      const all = await store.readAll(before, 100);
      expect(all.map(({ data }) => (data as { n: number }).n)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
      expect(all.at(-1)?.position).toBe(await store.head());
      let position = before;
      for (const expected of all) {
        const [event, ...more] = await store.readAll(position, 1);
        expect(more).toEqual([]);
        expect(event).toEqual(expected);
        position = expected.position;
      }
      expect(await store.readAll(position, 10)).toEqual([]);
    });

    it('returns the same events as they are stored, with the text of their data', async () => {
      const { store } = harness();
      const before = await store.head();
      await store.append(batchOf([write(newStream(), NO_STREAM, newEvent({ note: 'سەلام "1"\n', n: 1, '2': [] }))]));
      const [event] = await store.readAll(before, 10);
      const [stored, ...more] = await store.readStored(before, 10);
      expect(more).toEqual([]);
      expect({ ...stored, data: JSON.parse(stored?.data ?? ''), meta: JSON.parse(stored?.meta ?? '') }).toEqual(event);
      expect(stored?.data).toBe(JSON.stringify({ '2': [], note: 'سەلام "1"\n', n: 1 }));
    });

    it('never returns an earlier time at a later position', async () => {
      const { store } = harness();
      const events = await readToEnd(store, START);
      const times = events.map(({ recordedAt }) => recordedAt);
      expect(times).toEqual(times.toSorted());
    });

    it('reads many streams at once, each after its own revision', async () => {
      const { store } = harness();
      const [first, second, missing] = [newStream(), newStream(), newStream()];
      await store.append(batchOf([write(first, NO_STREAM, newEvent(), newEvent(), newEvent())]));
      await store.append(batchOf([write(second, NO_STREAM, newEvent(), newEvent())]));
      const streams = await store.readStreams([
        { stream: first, after: 0 },
        { stream: second, after: NO_STREAM },
        { stream: missing, after: NO_STREAM },
      ]);
      expect(streams.get(first)?.map(({ revision }) => revision)).toEqual([1, 2]);
      expect(streams.get(second)?.map(({ revision }) => revision)).toEqual([0, 1]);
      expect(streams.get(missing)).toEqual([]);
    });

    it('follows the log: first the stored events, then new ones', async () => {
      const { store } = harness();
      const before = await store.head();
      await store.append(batchOf([write(newStream(), NO_STREAM, newEvent({ n: 0 }), newEvent({ n: 1 }))]));
      const abort = new AbortController();
      const taken = takeEvents(store.subscribe({ after: before, signal: abort.signal }), 4);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await store.append(batchOf([write(newStream(), NO_STREAM, newEvent({ n: 2 }))]));
      await store.append(batchOf([write(newStream(), NO_STREAM, newEvent({ n: 3 }))]));
      expect((await taken).map(({ data }) => (data as { n: number }).n)).toEqual([0, 1, 2, 3]);
    });

    it('sends a slow reader all events, in batches of the requested size', async () => {
      const { store } = harness();
      const before = await store.head();
      const total = 60;
      const abort = new AbortController();
      const seen: number[] = [];
      const reading = (async () => {
        for await (const batch of store.subscribe({ after: before, batchSize: 7, signal: abort.signal })) {
          expect(batch.length).toBeLessThanOrEqual(7);
          await new Promise((resolve) => setTimeout(resolve, 5));
          seen.push(...batch.map(({ data }) => (data as { n: number }).n));
          if (seen.length >= total) break;
        }
      })();
      for (let n = 0; n < total; n += 1) await store.append(batchOf([write(newStream(), NO_STREAM, newEvent({ n }))]));
      await reading;
      expect(seen).toEqual(Array.from({ length: total }, (_, n) => n));
    });

    it('ends a subscription when its signal is aborted, also while it waits', async () => {
      const { store } = harness();
      const abort = new AbortController();
      const ended = takeEvents(store.subscribe({ after: await store.head(), signal: abort.signal }), 1);
      setTimeout(() => abort.abort(), 50);
      expect(await ended).toEqual([]);
      expect(await takeEvents(store.subscribe({ after: START, signal: AbortSignal.abort() }), 1)).toEqual([]);
    });

    it('reconnects by itself when every connection is cut', async () => {
      const { store, cutConnections } = harness();
      const before = await store.head();
      const abort = new AbortController();
      const taken = takeEvents(store.subscribe({ after: before, signal: abort.signal }), 20);
      for (let n = 0; n < 20; n += 1) {
        const batch = batchOf([write(newStream(), NO_STREAM, newEvent({ n }))]);
        if (n % 5 === 2) await cutConnections?.();
        await sendUntilStored(() => store.append(batch));
      }
      expect((await taken).map(({ data }) => (data as { n: number }).n)).toEqual(
        Array.from({ length: 20 }, (_, n) => n),
      );
    });

    it('returns each id once, from 1 on', async () => {
      const { store } = harness();
      const kind = newStream('kind');
      const ids = await Promise.all(Array.from({ length: 100 }, () => store.nextId(kind)));
      expect(new Set(ids).size).toBe(100);
      expect(Math.min(...ids)).toBe(1);
    });

    it('returns ids after one that was given elsewhere, and never goes back', async () => {
      const { store } = harness();
      const kind = newStream('kind');
      for (const [passed, next] of [
        [5, 6],
        [3, 7],
        [20, 21],
        [1_000, 1_001],
      ] as const) {
        await store.passId(kind, passed);
        expect([await store.peekId(kind), await store.nextId(kind)]).toEqual([next, next]);
      }
    });
  });
}

/** Sends the same batch again after StoreUnavailable, as a caller does. */
export async function sendUntilStored<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'StoreUnavailable' || attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
