/** The groups of pools that share one average at a moment, and the FIFO layers of each group. */
import { type Layer, layersAfter, layersOf } from './layers.ts';
import type { PostedMovement } from './movement.ts';
import { addTo, type Part, partOf, total } from './parts.ts';
import type { CostMethod, CostRules } from './rules.ts';
import { type Holding, isGiven, originOf } from './valuation.ts';

/** Layers by inventory number; COMPANY (0) is the group of pools that share one average. */
export type BookLayers = Map<number, { readonly since: string; readonly layers: readonly Layer[] }>;

export const COMPANY = 0;

/** The pools over which a movement is valued, including its own. */
export interface Group {
  readonly name: number;
  readonly method: CostMethod;
  /** First day of the layers; stock held before that day is one layer. */
  readonly since: string;
  readonly members: readonly Part[];
}

/** The group where no costing rule was ever changed. */
export const alone = (own: Part): Group => ({ name: COMPANY, method: 'moving_average', since: '', members: [own] });

export function groupOf(rules: CostRules, parts: readonly Part[], own: Part, at: string): Group {
  const { pool } = own;
  const { scope, method, from } = rules.at(pool, at);
  if (scope === 'inventory' || pool.kind !== 'stock') {
    return { name: pool.kind === 'stock' ? pool.inventory : COMPANY, method, since: from, members: [own] };
  }
  const members = parts.filter((part) => {
    const rule = rules.at(part.pool, at);
    return rule.scope === 'company' && rule.method === method;
  });
  return { name: COMPANY, method, since: rules.lastChange(pool.item, at), members };
}

/** The layers of a group that holds `before`: the stored layers of the same rule, else one layer of everything. */
export function layersIn(layers: BookLayers, { name, since }: Group, before: Holding): readonly Layer[] {
  const known = layers.get(name);
  return known?.since === since ? known.layers : layersOf(before);
}

/** The layers after `movements` with known values, on pools that held `parts` before them. Changes `parts`. */
export function layersFrom(
  known: BookLayers,
  parts: Part[],
  movements: readonly PostedMovement[],
  rules: CostRules,
): BookLayers {
  const layers: BookLayers = new Map(known);
  for (const movement of movements) {
    const own = partOf(parts, movement.pool);
    if (!own) throw new Error(`${movement.document} moves goods of a pool that is not there`);
    const group = groupOf(rules, parts, own, movement.effective);
    const before = total(group.members);
    if (group.method === 'fifo') pushLayer(layers, group, before, movement);
    addTo(parts, movement, 1n);
  }
  return layers;
}

/** Applies a movement with known value to the layers of its group. */
export function pushLayer(layers: BookLayers, group: Group, before: Holding, movement: PostedMovement): void {
  const { document, quantity, value } = movement;
  const moved = { document, quantity, value, isGiven: isGiven(movement), origin: originOf(movement) };
  layers.set(group.name, { since: group.since, layers: layersAfter(layersIn(layers, group, before), before, moved) });
}
