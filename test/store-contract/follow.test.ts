import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { follow } from '../../event-store/polling-subscription.ts';

describe('a subscription whose read fails', () => {
  it('reports each error, retries from the same position, and continues', async () => {
    const stop = new AbortController();
    const asked: bigint[] = [];
    const errors: unknown[] = [];
    const event = { position: 8n } as RecordedEvent;
    const following = follow({
      after: 7n,
      signal: stop.signal,
      onError: (error) => errors.push(error),
      read: async (after) => {
        asked.push(after);
        if (asked.length < 3) throw new Error(`broken ${asked.length}`);
        return [event];
      },
      wait: async () => undefined,
    });
    const { value } = await following.next();
    expect(value).toEqual([event]);
    expect(asked).toEqual([7n, 7n, 7n]);
    expect(errors.map(String)).toEqual(['Error: broken 1', 'Error: broken 2']);
    stop.abort();
    expect((await following.next()).done).toBe(true);
  });
});
