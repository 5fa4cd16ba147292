/** A category of items: a tree of at most four levels, shown as a grid or as a tree. */
import { type Static, Type } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { categoryPath } from '../records/category-path.ts';
import { declareRecord } from '../records/record.ts';
import { Attachments, Body, LeastShelfLife, Maybe, Reference, Text, translatedName } from '../schemas/fields.schema.ts';
import type { Issues } from '../values/refusal.ts';

export const CategoryBody = Body({
  ...translatedName('category_name'),
  category_code: Maybe(Text(40)),
  /** The parent category; null for a root. */
  parent_fk: Maybe(Reference('categories')),
  /** Visible to customers who order online. */
  is_active_online: Type.Optional(Type.Boolean()),
  images: Type.Optional(Attachments(1)),
  /** Of its items, unless a category below says otherwise: goods with fewer days are asked about before they are sold. */
  least_shelf_life_days: LeastShelfLife(),
});
export type CategoryData = Static<typeof CategoryBody>;

export const CATEGORY_LEVELS_MAX = 4;

export const category = declareRecord({
  names: { kind: 'category', resource: 'categories', folder: 'catalogue', id: 'category_id', name: 'category_name' },
  schema: CategoryBody,
  defaults: {
    is_active_online: true,
    images: [],
  },
  unique: ['category_name', 'category_code'],
  references: { parent_fk: 'category' },
  ofDay: { fields: ['parent_fk'] },
  list: {
    columns: ['category_name', 'category_code', 'parent_fk', 'is_active_online'],
    search: ['category_name', 'category_name_ar', 'category_name_ckb', 'category_code'],
  },
  // A category is moved together with all its descendants.
  measures: (given, id) => (id !== undefined && given['parent_fk'] ? { of: 'levels_below', category: id } : undefined),
  check: checkTree,
});

/** Adds an issue for a cycle, or when the category or a descendant would be deeper than the last level. */
function checkTree(next: CategoryData, previous: CategoryData | undefined, facts: Facts, issues: Issues): void {
  const { parent_fk } = next;
  if (!parent_fk || previous?.['parent_fk'] === parent_fk) return;
  const above = categoryPath(facts, parent_fk);
  if (facts.ownId !== undefined && above.includes(facts.ownId)) {
    issues.add('parent_fk', 'category_within_itself');
    return;
  }
  const below = typeof facts.queryResult === 'number' ? facts.queryResult : 0;
  if (above.length + 1 + below > CATEGORY_LEVELS_MAX) {
    issues.add('parent_fk', 'too_many_levels', { value: String(CATEGORY_LEVELS_MAX) });
  }
}
