/** Appending: revisions, atomicity, idempotency, sizes. */
import { describe, expect, it } from 'vitest';
import { BatchTooLarge, IdempotencyMismatch, NO_STREAM, WrongRevision } from '../../event-store/port.ts';
import { batchOf, newEvent, newStream, write } from './batches.ts';
import { type OpenHarness, readToEnd, useHarness } from './harness.ts';

export function appendContract(open: OpenHarness): void {
  describe('append', () => {
    const harness = useHarness(open);

    it('returns the stored events in the order of the stream', async () => {
      const { store } = harness();
      const stream = newStream();
      const data = { total: '0.10', note: 'قەلەم "x" \\ \n', lines: [{ quantity: '2' }], empty: null };
      const meta = { actor: 'user-7', outlet: '3', commandId: 'c-1', reason: 'count' };
      const first = await store.append(
        batchOf([write(stream, NO_STREAM, newEvent(data), newEvent({ n: '2' }))], { meta }),
      );
      const second = await store.append(batchOf([write(stream, 1)]));
      expect(first.revisions).toEqual([1]);
      expect(second.revisions).toEqual([2]);
      expect(second.position).toBeGreaterThan(first.position);
      const events = (await store.readStreams([{ stream, after: NO_STREAM }])).get(stream) ?? [];
      expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect(events[0]).toMatchObject({ data, meta, type: 'sale.completed', v: 1, stream });
      expect(events[1]).toMatchObject({ position: first.position, recordedAt: first.recordedAt });
      expect(first.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('refuses a revision that is not the stream’s, and names the one it is at', async () => {
      const { store } = harness();
      const stream = newStream();
      await store.append(batchOf([write(stream, NO_STREAM)]));
      const late = store.append(batchOf([write(stream, NO_STREAM)]));
      await expect(late).rejects.toThrow(WrongRevision);
      await expect(late).rejects.toMatchObject({ stream, expected: NO_STREAM, actual: 0 });
      await expect(store.append(batchOf([write(stream, 5)]))).rejects.toMatchObject({ expected: 5, actual: 0 });
      await expect(store.append(batchOf([write(newStream(), 0)]))).rejects.toMatchObject({ actual: NO_STREAM });
      await store.append(batchOf([write(stream, 0)]));
    });

    it('stores all writes of a batch or none', async () => {
      const { store } = harness();
      const [sale, payment] = [newStream(), newStream('payment')];
      await store.append(batchOf([write(payment, NO_STREAM)]));
      await expect(store.append(batchOf([write(sale, NO_STREAM), write(payment, NO_STREAM)]))).rejects.toThrow(
        WrongRevision,
      );
      expect((await store.readStreams([{ stream: sale, after: NO_STREAM }])).get(sale)).toEqual([]);
      const both = await store.append(batchOf([write(sale, NO_STREAM, newEvent(), newEvent()), write(payment, 0)]));
      expect(both.revisions).toEqual([1, 1]);
      const read = await store.readStreams([sale, payment].map((stream) => ({ stream, after: NO_STREAM })));
      expect([read.get(sale)?.length, read.get(payment)?.length]).toEqual([2, 2]);
      expect(read.get(payment)?.at(-1)?.position).toBe(both.position);
    });

    it('answers a command that is sent again with the first answer, and stores nothing', async () => {
      const { store } = harness();
      const before = await store.head();
      const batch = batchOf([write(newStream(), NO_STREAM), write(newStream('payment'), NO_STREAM)], { digest: 'd-1' });
      const first = await store.append(batch);
      const again = await store.append(batch);
      expect(first.repeated).toBe(false);
      expect(again).toEqual({ ...first, repeated: true });
      expect(await readToEnd(store, before)).toHaveLength(2);
      const streams = batch.writes.map(({ stream }) => stream);
      expect(await store.findCommand(batch.commandId)).toEqual({ ...again, streams, digest: 'd-1' });
      expect(await store.findCommand(newStream().slice('sale-'.length))).toBeUndefined();
    });

    it('returns the first answer also when the stream has later events', async () => {
      const { store } = harness();
      const stream = newStream();
      const batch = batchOf([write(stream, NO_STREAM)]);
      const first = await store.append(batch);
      await store.append(batchOf([write(stream, 0)]));
      expect(await store.append(batch)).toEqual({ ...first, repeated: true });
    });

    it('refuses a command id that was used for another request', async () => {
      const { store } = harness();
      const batch = batchOf([write(newStream(), NO_STREAM)], { digest: 'd-1' });
      await store.append(batch);
      await expect(store.append({ ...batch, digest: 'd-2' })).rejects.toThrow(IdempotencyMismatch);
    });

    it('stores one event for a command that is sent five times at once', async () => {
      const { store } = harness();
      const before = await store.head();
      const batch = batchOf([write(newStream(), NO_STREAM)]);
      const answers = await Promise.all(Array.from({ length: 5 }, () => store.append(batch)));
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
      expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
      expect(await readToEnd(store, before)).toHaveLength(1);
    });

    it('takes a batch of just under 1 MiB and refuses a larger one whole', async () => {
      const { store } = harness();
      const before = await store.head();
      const stream = newStream();
      const large = batchOf([write(stream, NO_STREAM, newEvent({ text: 'x'.repeat(1_048_000) }))]);
      await store.append(large);
      const tooLarge = batchOf([
        write(stream, 0, newEvent({ text: 'x'.repeat(700_000) }), newEvent({ text: 'y'.repeat(700_000) })),
      ]);
      await expect(store.append(tooLarge)).rejects.toThrow(BatchTooLarge);
      expect(await readToEnd(store, before)).toHaveLength(1);
    });

    it('refuses a batch that no command may build', async () => {
      const { store } = harness();
      const stream = newStream();
      await expect(store.append(batchOf([]))).rejects.toThrow(TypeError);
      await expect(store.append(batchOf([write(stream, NO_STREAM), write(stream, 0)]))).rejects.toThrow(TypeError);
    });
  });
}
