import { describe, expect, it } from 'vitest';
import { StreamReadBatcher } from '../../command-api/aggregates/stream-read-batcher.ts';
import type { StreamRequest } from '../../event-store/port.ts';

/** A store whose reads end when the test resolves them. */
function scene() {
  const reads: { readonly requests: readonly StreamRequest[]; readonly end: (error?: Error) => void }[] = [];
  const batcher = new StreamReadBatcher({
    readStreams: (requests) =>
      new Promise((resolve, reject) => {
        const found = new Map(requests.map(({ stream }) => [stream, []] as const));
        reads.push({ requests, end: (error) => (error ? reject(error) : resolve(found)) });
      }),
  });
  const read = (stream: string, after = -1) => batcher.read([{ stream, after }]);
  return { batcher, reads, read, streams: () => reads.map(({ requests }) => requests.map(({ stream }) => stream)) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('reads of commands', () => {
  it('that arrive while two are pending are combined, each stream once and from the earliest requested revision', async () => {
    const { reads, read, streams } = scene();
    const first = read('sale-1');
    await turn();
    const second = read('sale-2');
    await turn();
    const later = [read('sale-3', 4), read('item-1'), read('sale-3', 2)];
    await turn();
    expect(streams()).toEqual([['sale-1'], ['sale-2']]);
    reads[0]?.end();
    await first;
    await turn();
    expect(reads[2]?.requests).toEqual([
      { stream: 'sale-3', after: 2 },
      { stream: 'item-1', after: -1 },
    ]);
    reads[1]?.end();
    reads[2]?.end();
    expect([...(await second).keys()]).toEqual(['sale-2']);
    expect((await Promise.all(later)).every((found) => found.has('sale-3'))).toBe(true);
  });

  it('are read again by the next command: nothing is cached', async () => {
    const { reads, read } = scene();
    for (const turns of [1, 2]) {
      const answer = read('sale-1');
      await turn();
      reads.at(-1)?.end();
      await answer;
      expect(reads).toHaveLength(turns);
    }
  });

  it('fail with their own group, and the next group is read all the same', async () => {
    const { reads, read } = scene();
    const failing = Promise.allSettled([read('sale-1'), read('sale-2')]);
    await turn();
    reads[0]?.end(new Error('no connection'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = read('sale-3');
    await turn();
    reads[1]?.end();
    expect([...(await next).keys()]).toEqual(['sale-3']);
  });

  it('of very many streams go by themselves and at once', async () => {
    const { batcher, reads, read, streams } = scene();
    void read('sale-1');
    await turn();
    void read('sale-2');
    await turn();
    void batcher.read(Array.from({ length: 300 }, (_, index) => ({ stream: `item-${index}`, after: -1 })));
    expect(streams().map(({ length }) => length)).toEqual([1, 1, 300]);
    for (const { end } of reads) end();
  });
});
