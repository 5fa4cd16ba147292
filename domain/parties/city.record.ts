/** A city, for the addresses of customers and suppliers. */
import { Body, Maybe, Name, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const city = declareRecord({
  kind: 'city',
  resource: 'cities',
  folder: 'parties',
  idField: 'city_id',
  nameField: 'city_name',
  schema: Body({
    city_name: Name(),
    city_name_ar: Maybe(Text(140)),
    city_name_ckb: Maybe(Text(140)),
  }),
  defaults: { city_name_ar: null, city_name_ckb: null },
  list: {
    columns: ['city_name', 'city_name_ar', 'city_name_ckb'],
    search: ['city_name', 'city_name_ar', 'city_name_ckb'],
  },
});
