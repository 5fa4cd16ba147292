/** An outlet: a shop or a warehouse with books, people and documents of its own. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Name, Reference, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const OutletBody = Body({
  outlet_name: Name(),
  mobile: Maybe(Text(40)),
  city_fk: Maybe(Reference('cities')),
  address: Maybe(Text(140)),
  code: Maybe(Text(40)),
  is_active: Type.Optional(Type.Boolean()),
});
export type OutletData = Static<typeof OutletBody>;

export const outlet = declareRecord({
  kind: 'outlet',
  resource: 'outlets',
  folder: 'organisation',
  idField: 'outlet_id',
  nameField: 'outlet_name',
  schema: OutletBody,
  defaults: { mobile: null, city_fk: null, address: null, code: null, is_active: true },
  unique: ['outlet_name', 'code'],
  references: { city_fk: 'city' },
  scope: { by: 'outlet', field: 'outlet_id' },
  list: {
    columns: ['outlet_name', 'code', 'mobile', 'city_fk', 'is_active'],
    search: ['outlet_name', 'code', 'mobile'],
  },
});
