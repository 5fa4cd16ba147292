/** The kinds of documents that a corrected rate concerns, with the side of the rate that each uses. */
import { documents } from './documents.ts';
import type { RateSide } from './kernel/rate-correction.ts';

export const RATE_SIDES: ReadonlyMap<string, RateSide> = new Map(
  documents.flatMap(({ kind, carriedAt }) => (carriedAt ? [[kind, carriedAt] as const] : [])),
);
