/** Maps a list with limited concurrency, in order, until it is stopped. */
import { defined } from '../../domain/values/defined.ts';
export const AT_ONCE_MAX = 32;

/** Ends when all started calls have ended; then throws the first error. */
export async function mapConcurrently<Of>(
  all: readonly Of[],
  work: (value: Of, index: number) => Promise<void>,
  isStopped: () => boolean = () => false,
  atOnce: number = AT_ONCE_MAX,
): Promise<void> {
  let next = 0;
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (next < all.length && failures.length === 0 && !isStopped()) {
      const index = next;
      next += 1;
      try {
        await work(defined(all[index]), index);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane));
  if (failures.length > 0) throw failures[0];
}
