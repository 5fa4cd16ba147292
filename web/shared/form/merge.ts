/** Two people changed one record: whose change goes where, field by field. */
import type { RecordData } from '../api/record.ts';
import { same } from './values.ts';

export interface Overlap {
  readonly field: string;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merge {
  /** Fields that both changed, differently: somebody has to choose. */
  readonly overlaps: readonly Overlap[];
  /** What only the other person changed: taken over as it is. */
  readonly theirs: RecordData;
  /** What only I changed, or both alike. */
  readonly mine: RecordData;
}

/** `base` is what I started from, `mine` the fields that I changed, `current` the record as it is now. */
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
