import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CoalescingLoader } from '../../identity/machine/coalescing-loader.ts';

/** A loader that counts its queries. Each returns the value at its start. */
function watched() {
  const now = { value: 'before', questions: 0 };
  const asked = new CoalescingLoader<string, string>(async () => {
    now.questions += 1;
    const { value } = now;
    await later(5);
    return value;
  });
  return { now, asked };
}

describe('a coalescing loader', () => {
  it('never returns a value that was read before the request', async () => {
    const { now, asked } = watched();
    const first = asked.get('clerk');
    now.value = 'after';
    expect(await asked.get('clerk')).toBe('after');
    expect(await first).toBe('before');
  });

  it('runs two queries for a hundred concurrent requests', async () => {
    const { now, asked } = watched();
    await Promise.all(Array.from({ length: 100 }, () => asked.get('clerk')));
    expect(now.questions).toBe(2);
    await asked.get('clerk');
    expect(now.questions).toBe(3);
  });

  it('queries again after a failed query, and rejects the requests of the failed one', async () => {
    let fails = true;
    const asked = new CoalescingLoader<string, string>(async () => {
      await later(1);
      if (fails) throw new Error('no database');
      return 'there';
    });
    const first = asked.get('clerk');
    const second = asked.get('clerk');
    await expect(first).rejects.toThrow('no database');
    fails = false;
    await expect(second)
      .rejects.toThrow('no database')
      .catch(() => undefined);
    expect(await asked.get('clerk')).toBe('there');
  });
});
