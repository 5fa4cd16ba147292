import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CoalescingLoader } from '../../identity/coalescing-loader.ts';

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

describe('what is asked once', () => {
  it('never answers with what was read before it was asked', async () => {
    const { now, asked } = watched();
    const first = asked.get('clerk');
    now.value = 'after';
    expect(await asked.get('clerk')).toBe('after');
    expect(await first).toBe('before');
  });

  it('asks twice for a hundred who come at once', async () => {
    const { now, asked } = watched();
    await Promise.all(Array.from({ length: 100 }, () => asked.get('clerk')));
    expect(now.questions).toBe(2);
    await asked.get('clerk');
    expect(now.questions).toBe(3);
  });

  it('asks again after a question that failed, and gives the failure to those who asked it', async () => {
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
