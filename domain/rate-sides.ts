/** The documents that a corrected rate concerns, by their kind: at which of the two rates each is carried. */
import { documents } from './documents.ts';
import type { RateSide } from './kernel/rate-correction.ts';

export const RATE_SIDES: ReadonlyMap<string, RateSide> = new Map(
  documents.flatMap(({ kind, carriedAt }) => (carriedAt ? [[kind, carriedAt] as const] : [])),
);
