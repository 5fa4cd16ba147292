/** A country of origin of goods; the first 224 are entered at the first start. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Body, Maybe, translatedName } from '../schemas/fields.schema.ts';

export const CountryBody = Body({
  ...translatedName('country_name'),
  /** ISO 3166: two letters. */
  country_code: Maybe(Type.String({ pattern: '^[A-Z]{2}$' })),
});
export type CountryData = Static<typeof CountryBody>;

export const country = declareRecord({
  names: { kind: 'country', resource: 'countries', folder: 'parties', id: 'country_id', name: 'country_name' },
  schema: CountryBody,
  unique: ['country_name', 'country_code'],
  list: {
    columns: ['country_name', 'country_name_ar', 'country_name_ckb', 'country_code'],
    search: ['country_name', 'country_name_ar', 'country_name_ckb', 'country_code'],
  },
});
