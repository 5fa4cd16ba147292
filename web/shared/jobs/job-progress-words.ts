/** A job's progress line, `12 of 300`: its share, its rate and the remaining time. */
export interface Steps {
  readonly done: number;
  readonly all: number;
}

export function stepsOf(line: string | null): Steps | undefined {
  const match = /^(\d+) of (\d+)$/.exec(line ?? '');
  return match ? { done: Number(match[1]), all: Number(match[2]) } : undefined;
}

/** Whole percent; 100 at the end only. */
export const percentOf = ({ done, all }: Steps): number => Math.floor((done * 100) / Math.max(all, 1));

/** Finished steps a second since the start, with one decimal below ten; undefined before the first step. */
export function ratePerSecond(startedAt: string, { done }: Steps, nowMs: number): string | undefined {
  const tookMs = nowMs - new Date(startedAt).getTime();
  if (done === 0 || tookMs <= 0) return undefined;
  const rate = (done * 1_000) / tookMs;
  return rate.toFixed(rate < 10 ? 1 : 0);
}

const MINUTE_MS = 60_000;

/** Estimated remaining minutes; undefined before the first step, and below one minute. */
export function minutesLeft(startedAt: string, { done, all }: Steps, nowMs: number): number | undefined {
  const tookMs = nowMs - new Date(startedAt).getTime();
  if (done === 0 || tookMs <= 0) return undefined;
  const leftMs = (tookMs / done) * (all - done);
  return leftMs < MINUTE_MS ? undefined : Math.round(leftMs / MINUTE_MS);
}
