/** All event types that this version writes, by the kind of record or document. */

import { SET_ASIDE_KIND, SET_ASIDE_TYPE } from '../deciding/set-aside.ts';
import { correctionType } from '../documents/rate-correction.ts';
import { documents } from './documents.ts';
import { RATE_SIDES } from './rate-sides.ts';
import { records } from './records.ts';

const OF_RECORDS = ['registered', 'amended'];
/** Event types that singleton records do not have. */
const OF_DELETING = ['retired', 'restored'];

/** `sale` and the types of its events: `sale.completed` … */
export const EVENT_TYPES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...records.map(({ kind, singleton }) => {
    const names = singleton ? OF_RECORDS : [...OF_RECORDS, ...OF_DELETING];
    return [kind, names.map((name) => `${kind}.${name}`)] as const;
  }),
  ...documents.map(({ kind, postings }) => {
    const corrections = RATE_SIDES.has(kind) ? [correctionType(kind)] : [];
    return [kind, [...Object.keys(postings), ...corrections]] as const;
  }),
  [SET_ASIDE_KIND, [SET_ASIDE_TYPE]],
]);

/** The second part of an event type: `completed`. */
export const happeningOf = (type: string): string => type.slice(type.indexOf('.') + 1);
