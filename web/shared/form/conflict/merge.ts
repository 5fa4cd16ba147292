/** Merges two people's changes of one record, field by field. */
import type { RecordData } from '../../api/record.ts';
import { same } from '../values.ts';

export interface Overlap {
  readonly field: string;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merge {
  /** Fields that both changed differently: a person must choose. */
  readonly overlaps: readonly Overlap[];
  /** Changes of the other person only, which are taken over. */
  readonly theirs: RecordData;
  /** Changes of mine only, or equal ones of both. */
  readonly mine: RecordData;
}

/** `base` is the common starting point, `mine` my changed fields, `current` the stored record. */
export function mergeChanges(base: RecordData, mine: RecordData, current: RecordData): Merge {
  const overlaps: Overlap[] = [];
  const theirs: Record<string, unknown> = {};
  const kept: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const changedByThem = !same(base[field], current[field]);
    const changedByMe = field in mine && !same(base[field], mine[field]);
    if (changedByMe && changedByThem && !same(mine[field], current[field])) {
      overlaps.push({ field, before: base[field], mine: mine[field], theirs: current[field] });
    } else if (changedByMe) kept[field] = mine[field];
    else if (changedByThem) theirs[field] = current[field];
  }
  return { overlaps, theirs, mine: kept };
}
