/** `npm run demo` enters equal events for equal seeds. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isNightly } from '../support/ring.ts';
import { column, FEW_GOODS, openDemo } from './open-demo.ts';

it('gives the same events for the same seed, and in the night others for another', async () => {
  const digests: string[] = [];
  const runs: readonly (readonly [string, ...string[]])[] = [
    ['7'],
    ['7', '--once'],
    ...(isNightly ? [['8', '--once'] as const] : []),
  ];
  for (const [seed, ...once] of runs) {
    const demo = await openDemo('--days', '3', ...FEW_GOODS, '--seed', seed, ...once);
    expect(demo.code, demo.output).toBe(0);
    // With `--once` the program ends; otherwise it runs until it is stopped.
    expect(demo.output.includes('Stopping.')).toBe(once.length === 0);
    const events = await column(
      demo,
      `select stream || type || data || recorded_at as value from log.event order by position`,
    );
    digests.push(createHash('sha256').update(events.join('\n')).digest('hex'));
    await demo.close();
  }
  expect(digests[1]).toBe(digests[0]);
  if (isNightly) expect(digests[2]).not.toBe(digests[0]);
});
