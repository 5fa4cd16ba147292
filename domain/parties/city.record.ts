/** A city, for the addresses of customers and suppliers. */

import { declareRecord } from '../records/record.ts';
import { Body, translatedName } from '../schemas/fields.schema.ts';

export const city = declareRecord({
  names: { kind: 'city', resource: 'cities', folder: 'parties', id: 'city_id', name: 'city_name' },
  schema: Body(translatedName('city_name')),
  list: {
    columns: ['city_name', 'city_name_ar', 'city_name_ckb'],
    search: ['city_name', 'city_name_ar', 'city_name_ckb'],
  },
});
