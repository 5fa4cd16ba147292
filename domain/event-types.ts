/** Every type of event that a program of this version writes, by the kind of record or document that it happens to. */
import { documents } from './documents.ts';
import { correctionType } from './kernel/rate-correction.ts';
import { SET_ASIDE_KIND, SET_ASIDE_TYPE } from './kernel/set-aside.ts';
import { RATE_SIDES } from './rate-sides.ts';
import { records } from './records.ts';

const OF_RECORDS = ['registered', 'amended'];
/** Not of what there is one of only. */
const OF_DELETING = ['retired', 'restored'];

/** `sale` and what can happen to one: `sale.completed` … */
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

/** What happened, without what it happened to: `completed`. */
export const happeningOf = (type: string): string => type.slice(type.indexOf('.') + 1);
