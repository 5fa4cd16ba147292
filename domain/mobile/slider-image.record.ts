/** A picture of the slider on the mobile application's home page, and its link target. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Attachments, Body, Maybe, Reference, translatedName } from '../schemas/fields.schema.ts';
import type { Issues } from '../values/refusal.ts';

export const SliderImageBody = Body({
  ...translatedName('title'),
  image: Attachments(1),
  mobile_section_fk: Maybe(Reference('mobile_sections')),
  item_fk: Maybe(Reference('items')),
  /** Ascending. */
  sort_order: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
  is_active: Type.Optional(Type.Boolean()),
});
export type SliderImageData = Static<typeof SliderImageBody>;

export const sliderImage = declareRecord({
  names: { kind: 'slider_image', folder: 'mobile', id: 'slider_image_id', name: 'title' },
  schema: SliderImageBody,
  defaults: { sort_order: 0, is_active: true },
  references: { mobile_section_fk: 'mobile_section', item_fk: 'item' },
  list: {
    columns: ['title', 'sort_order', 'mobile_section_fk', 'item_fk', 'is_active'],
    search: ['title', 'title_ar', 'title_ckb'],
  },
  check: checkSlider,
});

function checkSlider(
  next: SliderImageData,
  _previous: SliderImageData | undefined,
  _facts: unknown,
  issues: Issues,
): void {
  const { image, mobile_section_fk, item_fk } = next;
  if (image.length === 0) issues.add('image', 'required');
  if (mobile_section_fk && item_fk) issues.add('item_fk', 'section_or_item');
}
