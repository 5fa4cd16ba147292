/** The kinds of documents that a corrected rate concerns, with the side of the rate that each uses. */

import type { RateSide } from '../documents/rate-correction.ts';
import { documents } from './documents.ts';

export const RATE_SIDES: ReadonlyMap<string, RateSide> = new Map(
  documents.flatMap(({ kind, carriedAt }) => (carriedAt ? [[kind, carriedAt] as const] : [])),
);
