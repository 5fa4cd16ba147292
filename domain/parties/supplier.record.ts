/** A supplier: who sells to us, or carries, clears and repairs for us. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Name, Note, OneOf, Reference, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const SupplierBody = Body({
  consumer_name: Name(),
  code: Maybe(Text(40)),
  supplier_type: Type.Optional(OneOf(['individual', 'company'])),
  mobile: Maybe(Text(40)),
  office_phone: Maybe(Text(40)),
  email: Maybe(Text(140)),
  city_fk: Maybe(Reference('cities')),
  address: Maybe(Note()),
  note: Maybe(Note()),
});
export type SupplierData = Static<typeof SupplierBody>;

export const supplier = declareRecord({
  kind: 'supplier',
  resource: 'suppliers',
  idField: 'consumer_id',
  nameField: 'consumer_name',
  schema: SupplierBody,
  defaults: {
    code: null,
    supplier_type: 'company',
    mobile: null,
    office_phone: null,
    email: null,
    city_fk: null,
    address: null,
    note: null,
  },
  unique: ['consumer_name', 'code'],
  references: { city_fk: 'city' },
  list: {
    columns: ['consumer_name', 'code', 'supplier_type', 'mobile', 'city_fk'],
    search: ['consumer_name', 'code', 'mobile', 'email'],
  },
});
