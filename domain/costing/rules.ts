/**
 * The rule that values a movement: the goods over which the average is taken, and the method. A rule is valid from a
 * day on for items and inventories; a later change replaces everything from its own first day on.
 */

import type { Pool } from '../entries/entry.ts';
import { defined } from '../values/defined.ts';

/** The goods of one inventory, or the goods of an item in all inventories with this scope. */
export type AverageScope = 'inventory' | 'company';
export type CostMethod = 'moving_average' | 'fifo';

export interface CostRule {
  readonly scope: AverageScope;
  readonly method: CostMethod;
}

export interface RuleChange {
  /** First day of validity. */
  readonly from: string;
  /** Empty means all items. */
  readonly items: readonly number[];
  readonly inventories: readonly number[];
  /** An omitted field leaves the rule unchanged. */
  readonly scope?: AverageScope;
  readonly method?: CostMethod;
}

interface Stretch extends CostRule {
  /** First day of the stretch; empty means the beginning. */
  readonly from: string;
}

const AT_FIRST: Stretch = { from: '', scope: 'inventory', method: 'moving_average' };
const UNCHANGED: readonly Stretch[] = [AT_FIRST];

export class CostRules {
  readonly changes: readonly RuleChange[];
  readonly #stretches = new Map<string, readonly Stretch[]>();

  /** `changes` are in the order in which they were recorded. */
  constructor(changes: readonly RuleChange[] = []) {
    this.changes = changes;
  }

  with(change: RuleChange): CostRules {
    return new CostRules([...this.changes, change]);
  }

  /** True when inventories of the item share one average at any time: they are valued together in one book. */
  isShared(item: number): boolean {
    return this.changes.some((change) => change.scope === 'company' && names(change.items, item));
  }

  /** True when goods of the item are valued by FIFO at any time. */
  hasLayers(item: number): boolean {
    return this.changes.some((change) => change.method === 'fifo' && names(change.items, item));
  }

  /** `at` is a day or a moment. */
  at(pool: Pool, at: string): Stretch {
    if (this.changes.length === 0 || pool.kind !== 'stock') return AT_FIRST;
    const stretches = this.#stretchesOf(pool.item, pool.inventory);
    for (let index = stretches.length - 1; index > 0; index--) {
      const stretch = defined(stretches[index]);
      if (stretch.from <= at) return stretch;
    }
    return defined(stretches[0]);
  }

  /** The day of the last change that names the item, whatever its inventory. */
  lastChange(item: number, at: string): string {
    let last = '';
    for (const { from, items } of this.changes) if (names(items, item) && from <= at && from > last) last = from;
    return last;
  }

  #stretchesOf(item: number, inventory: number): readonly Stretch[] {
    const key = `${item}:${inventory}`;
    const known = this.#stretches.get(key);
    if (known) return known;
    let stretches = UNCHANGED;
    for (const change of this.changes) {
      if (!names(change.items, item) || !names(change.inventories, inventory)) continue;
      stretches = changed(stretches, change);
    }
    this.#stretches.set(key, stretches);
    return stretches;
  }
}

/**
 * True when the change can alter the value of goods of the pool. Where inventories are valued together, layers begin
 * on the day of the last change that names the item (`lastChange`), whichever of its inventories it names.
 */
export function concerns({ items, inventories }: RuleChange, pool: Pool, rules: CostRules): boolean {
  if (pool.kind !== 'stock' || !names(items, pool.item)) return false;
  return names(inventories, pool.inventory) || rules.isShared(pool.item);
}

export const names = (ids: readonly number[], id: number): boolean => ids.length === 0 || ids.includes(id);

/** A change without effect starts no new stretch: existing layers remain. */
function changed(stretches: readonly Stretch[], { from, scope, method }: RuleChange): readonly Stretch[] {
  const given = { ...(scope ? { scope } : {}), ...(method ? { method } : {}) };
  const split = stretches.some((stretch) => stretch.from === from)
    ? stretches
    : [...stretches, { ...(stretches.findLast((stretch) => stretch.from < from) ?? AT_FIRST), from }].sort((a, b) =>
        a.from < b.from ? -1 : 1,
      );
  const next = split.map((stretch) => (stretch.from < from ? stretch : { ...stretch, ...given }));
  return next.filter((stretch, index) => {
    const before = next[index - 1];
    return !before || before.scope !== stretch.scope || before.method !== stretch.method;
  });
}
