/** A section of the mobile application's home page: chosen items, or the items that match a filter. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Amount, Body, Id, Lines, Maybe, OneOf, Reference, Text, translatedName } from '../schemas/fields.schema.ts';
import { money } from '../values/money.ts';
import type { Issues } from '../values/refusal.ts';

export const MobileSectionBody = Body({
  ...translatedName('title'),
  description: Maybe(Lines(400)),
  content: Type.Optional(OneOf(['items', 'filters'])),
  /** In display order. */
  items: Type.Optional(
    Type.Array(Id({ 'x-lookup': 'items' }), { maxItems: 200, uniqueItems: true, 'x-ordered': true }),
  ),
  category_fk: Maybe(Reference('categories')),
  item_name_contains: Maybe(Text(140)),
  start_price: Maybe(Amount()),
  end_price: Maybe(Amount()),
  is_active: Type.Optional(Type.Boolean()),
});
export type MobileSectionData = Required<Static<typeof MobileSectionBody>>;

export const mobileSection = declareRecord({
  names: { kind: 'mobile_section', folder: 'mobile', id: 'mobile_section_id', name: 'title' },
  schema: MobileSectionBody,
  defaults: {
    content: 'items',
    items: [],
    is_active: true,
  },
  references: { items: 'item', category_fk: 'category' },
  list: {
    columns: ['title', 'title_ar', 'title_ckb', 'content', 'is_active'],
    search: ['title', 'title_ar', 'title_ckb', 'description'],
  },
  check: checkSection,
});

const FILTERS = ['category_fk', 'item_name_contains', 'start_price', 'end_price'] as const;

function checkSection(
  data: MobileSectionData,
  _previous: MobileSectionData | undefined,
  _facts: unknown,
  issues: Issues,
): void {
  const { start_price, end_price } = data;
  if (start_price !== null && end_price !== null && money(end_price) <= money(start_price)) {
    issues.add('end_price', 'end_price_after_start_price');
  }
  if (data.content === 'items' && data.items.length === 0) issues.add('items', 'required');
  if (data.content === 'filters' && FILTERS.every((field) => data[field] === null)) {
    issues.add('item_name_contains', 'section_needs_a_filter');
  }
}
