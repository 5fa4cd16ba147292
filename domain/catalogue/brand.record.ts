/** A brand of goods and the country that makes it. */
import { Body, Maybe, Name } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const brand = declareRecord({
  kind: 'brand',
  resource: 'brands',
  idField: 'brand_id',
  nameField: 'brand_name',
  schema: Body({
    brand_name: Name(),
    brand_made_in: Maybe(Name()),
  }),
  list: { columns: ['brand_name', 'brand_made_in'], search: ['brand_name', 'brand_made_in'] },
});
