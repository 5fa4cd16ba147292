/** The items that the application shows and sells. */
import type { ItemData } from '../catalogue/item.schema.ts';

interface OnlineCategory {
  readonly parent_fk?: number | null;
  readonly is_active_online?: boolean;
}

type Categories = (id: number) => OnlineCategory | undefined;

/** Bound of the walk, above the depth of any category tree. */
const LEVELS_MAX = 16;

/** True for an active item whose category and all its ancestors are shown; false for an item without a category. */
export function isShownOnline(
  { is_active, category_fk, sub_category_fk }: Pick<ItemData, 'is_active' | 'category_fk' | 'sub_category_fk'>,
  categories: Categories,
): boolean {
  const own = sub_category_fk ?? category_fk;
  if (is_active === false || !own) return false;
  let id: number | null | undefined = own;
  for (let level = 0; id && level < LEVELS_MAX; level += 1) {
    const category = categories(id);
    if (!category || category.is_active_online === false) return false;
    id = category.parent_fk;
  }
  return true;
}
