/** A simulated day as a test. */
import { afterAll, expect, it } from 'vitest';
import { SEED } from '../support/ring.ts';
import { KINDS } from './baskets.ts';
import { Day } from './day.ts';
import { everythingAgrees } from './evening.ts';

const MS_PER_STEP = 600;
const BASE_MS = 120_000;

export function isADayOf(steps: number): void {
  let day: Day | undefined;
  afterAll(() => day?.shop.office.close());

  it(
    `of ${steps} steps at four tills ends with drawers, books, shelves and papers as they are calculated by hand`,
    async () => {
      const played = await Day.play({ steps, seed: SEED });
      day = played;
      await played.told(() => everythingAgrees(played));
      expect(KINDS.filter((kind) => !played.taken.has(kind))).toEqual([]);
      expect([...played.expectedReviews.values()]).toContain('clock_impossible');
      expect(played.receipts.length + played.refunds.length).toBeGreaterThanOrEqual(steps);
    },
    BASE_MS + steps * MS_PER_STEP,
  );
}
