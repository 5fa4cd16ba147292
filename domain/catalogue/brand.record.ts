/** A brand of goods and its country of origin. */
import { Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Attachments, Body, Maybe, Reference, translatedName } from '../schemas/fields.schema.ts';

export const brand = declareRecord({
  names: { kind: 'brand', folder: 'catalogue', id: 'brand_id', name: 'brand_name' },
  schema: Body({
    ...translatedName('brand_name'),
    made_in_fk: Maybe(Reference('countries')),
    images: Type.Optional(Attachments(1)),
  }),
  references: { made_in_fk: 'country' },
  // Brands that were stored with the country as a text have `brand_made_in` instead of `made_in_fk`.
  list: { columns: ['brand_name', 'made_in_fk'], search: ['brand_name', 'brand_name_ar', 'brand_name_ckb'] },
});
