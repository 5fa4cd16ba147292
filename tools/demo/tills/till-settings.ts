/** The settings of the tills: the scales of the shops, and thirty categories above the grid of goods. */

import type { Clerk } from '../clerk.ts';
import type { Range } from '../goods/goods.ts';
import type { GoodsByWeight } from './by-weight.ts';
import { SCALES } from './codes.ts';

const CATEGORIES_COUNT = 30;

/** All categories, and then kinds of goods from each of them in turn. */
export function gridCategories(
  { categories, kinds }: Range,
  { category }: Pick<GoodsByWeight, 'category'>,
): readonly number[] {
  const each = kinds.length / Math.max(1, categories.length);
  const inTurn = kinds.map((_, place) => {
    const [round, of] = [Math.floor(place / categories.length), place % categories.length];
    return kinds[of * each + round] ?? 0;
  });
  return [...categories, category, ...inTurn].slice(0, CATEGORIES_COUNT);
}

export async function setUpTills(clerk: Clerk, range: Range, byWeight: GoodsByWeight): Promise<void> {
  const grid_categories = gridCategories(range, byWeight);
  await clerk.change('till_settings', 1, { scales: SCALES, grid_categories });
}
