/**
 * What one device may store in a day: the log never shrinks, and a page on a till can send entries without end. A till that
 * was without a network for weeks sends the rest the next day (docs/decisions/0176).
 */
import type pg from 'pg';
import { type ActionLimit, counted } from '../identity/action-limit.ts';
import type { EnrolledDevice } from './device-request.ts';
import type { ReceivedBatch } from './receive-batch.ts';

const ENTRIES_OF_DAY_MAX = 20_000;
const ENTRY_BYTES_OF_DAY_MAX = 100 * 1024 * 1024;
const OF_DAY = { seconds: 86_400, message: 'too_many_entries' };

export interface EntryLimits {
  readonly entries: number;
  readonly bytes: number;
}
const USUAL: EntryLimits = { entries: ENTRIES_OF_DAY_MAX, bytes: ENTRY_BYTES_OF_DAY_MAX };

/** Only entries that are stored count, and each of them once, however often it is sent. Throws TooMany. */
export async function withinDay(
  pool: pg.Pool,
  { enrolment }: Pick<EnrolledDevice, 'enrolment'>,
  bodies: readonly unknown[],
  receive: () => Promise<ReceivedBatch>,
  limits: EntryLimits = USUAL,
): Promise<ReceivedBatch> {
  const subject = `device ${enrolment}`;
  const sizes = bodies.map((body) => Buffer.byteLength(JSON.stringify(body) ?? ''));
  const asked: readonly (readonly [ActionLimit, readonly number[]])[] = [
    [{ ...OF_DAY, name: 'entries in a day', max: limits.entries }, sizes.map(() => 1)],
    [{ ...OF_DAY, name: 'bytes of entries in a day', max: limits.bytes }, sizes],
  ];
  const taken: { readonly give: (unused: number) => Promise<void>; readonly amounts: readonly number[] }[] = [];
  const giveBack = async (isUnused: (index: number) => boolean) => {
    for (const { give, amounts } of taken) await give(sum(amounts.filter((_, index) => isUnused(index))));
  };
  try {
    for (const [limit, amounts] of asked) {
      taken.push({ give: await counted(pool, limit, subject, sum(amounts)), amounts });
    }
    const received = await receive();
    // What was stored is answered, counted too high or not.
    await giveBack((index) => received.answers[index]?.state !== 'stored').catch(() => undefined);
    return received;
  } catch (error) {
    // What failed is sent again; what of it was stored is known then.
    await giveBack(() => true).catch(() => undefined);
    throw error;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);
