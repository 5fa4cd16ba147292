/** A document for today takes effect when it is posted, not when its draft was saved (docs/accounting.md, section 0). */
import type { Facts } from '../deciding/facts.ts';

type Now = Pick<Facts, 'today' | 'now'>;

/** The data of a draft, which has no time unless another one than the present was entered. */
export function ofDraft<Data extends object>(data: Data, { today, now }: Now): Data {
  return isDated(data) && data.date === today && data.time === now ? { ...data, time: null } : data;
}

/** The data of the event that posts a draft: for today without an entered time, at the present time. */
export function postedNow<Data extends object>(data: Data, { today, now }: Now): Data {
  return isDated(data) && data.date === today && data.time === null ? { ...data, time: now } : data;
}

const isDated = (data: object): data is { readonly date: unknown; readonly time: unknown } =>
  'date' in data && 'time' in data;
