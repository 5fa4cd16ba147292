/** The path from a category to the root of its tree. */
import type { Facts } from '../deciding/facts.ts';

/** Bound of the walk, above any valid depth: a cycle that was stored by mistake must not loop forever. */
const STEPS_MAX = 16;

/** The category itself first, then its ancestors, as far as the facts contain them. */
export function categoryPath(facts: Pick<Facts, 'record'>, category: number): readonly number[] {
  const path: number[] = [];
  for (let id: number | null | undefined = category; id && path.length < STEPS_MAX; ) {
    path.push(id);
    id = facts.record<{ readonly parent_fk: number | null }>('category', id)?.data.parent_fk;
  }
  return path;
}
