/** The progress of an import: its share of all entries, its rate, and the remaining time. */

const SAID_EVERY_MS = 5_000;

/** The outcome for one record or document of the file; `there_before` needed no command. */
export type Entered = 'entered' | 'there_before' | 'refused';

export interface ImportProgress {
  /** Total number of records and documents of the import. */
  begin(total: number): void;
  /** One of them is finished. `there_before` does not count for the rate. */
  step(what: string, entered: Entered): void;
}

/**
 * Reports a line every five seconds, when another part begins, and at the end. The rate is that of the part, because
 * items are entered faster than invoices. `nowMs` is a monotonic clock.
 */
export function importProgress(say: (line: string) => void, nowMs: () => number): ImportProgress {
  let [total, done] = [0, 0];
  let part = { name: '', beganAtMs: 0, sent: 0 };
  let saidAtMs = 0;
  return {
    begin(count) {
      total = count;
    },
    step(what, entered) {
      const now = nowMs();
      const isNew = what !== part.name;
      if (isNew) part = { name: what, beganAtMs: now, sent: 0 };
      else if (entered !== 'there_before') part.sent += 1;
      done += 1;
      if (!isNew && done < total && now - saidAtMs < SAID_EVERY_MS) return;
      saidAtMs = now;
      const perSecond = part.sent / Math.max((now - part.beganAtMs) / 1_000, Number.EPSILON);
      const rate = part.sent > 0 ? `, ${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second` : '';
      const left = part.sent > 0 && done < total ? `, ${duration((total - done) / perSecond)} left` : '';
      say(`  ${what}: ${Math.floor((done * 100) / total)} % of the file (${done} of ${total})${rate}${left}`);
    },
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
