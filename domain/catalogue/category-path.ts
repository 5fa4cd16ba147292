/** The way from a category up to the top of its tree. */
import type { Facts } from '../kernel/facts.ts';

/** More than there may ever be: what a cycle that was stored by mistake would be followed for. */
const STEPS_MAX = 16;

/** The category itself first; as far as the categories are known. */
export function categoryPath(facts: Pick<Facts, 'record'>, category: number): readonly number[] {
  const path: number[] = [];
  for (let id: number | null | undefined = category; id && path.length < STEPS_MAX; ) {
    path.push(id);
    id = facts.record<{ readonly parent_fk: number | null }>('category', id)?.data.parent_fk;
  }
  return path;
}
