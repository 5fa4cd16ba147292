/** A category of items: a tree of at most four levels, shown as a grid or as a tree. */
import { type Static, Type } from 'typebox';
import type { Facts } from '../kernel/facts.ts';
import { Body, Maybe, Name, Reference, Text } from '../kernel/fields.schema.ts';
import { declareRecord, type RecordData } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';

export const CategoryBody = Body({
  category_name: Name(),
  category_code: Maybe(Text(40)),
  /** The category above it; null is at the top. */
  parent_fk: Maybe(Reference('categories')),
  is_active_online: Type.Optional(Type.Boolean()),
});
export type CategoryData = Static<typeof CategoryBody>;

export const CATEGORY_LEVELS_MAX = 4;

export const category = declareRecord({
  kind: 'category',
  resource: 'categories',
  idField: 'category_id',
  nameField: 'category_name',
  schema: CategoryBody,
  defaults: { category_code: null, parent_fk: null, is_active_online: true },
  unique: ['category_name', 'category_code'],
  references: { parent_fk: 'category' },
  list: {
    columns: ['category_name', 'category_code', 'parent_fk', 'is_active_online'],
    search: ['category_name', 'category_code'],
  },
  check: checkTree,
});

/** Walks up from the parent. Names are unique, so an ancestor with the category's own name is the category itself. */
function checkTree(next: RecordData, previous: RecordData | undefined, facts: Facts, issues: Issues): void {
  let level = 1;
  let above = (next as CategoryData).parent_fk;
  while (above) {
    const parent = facts.record<CategoryData>('category', above)?.data;
    if (!parent) return;
    level += 1;
    if (previous && parent.category_name === previous['category_name']) {
      issues.add('parent_fk', 'category_within_itself');
      return;
    }
    if (level > CATEGORY_LEVELS_MAX) {
      issues.add('parent_fk', 'too_many_levels', { value: String(CATEGORY_LEVELS_MAX) });
      return;
    }
    above = parent.parent_fk;
  }
}
