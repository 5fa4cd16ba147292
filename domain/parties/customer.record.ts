/** A customer: who buys, on which terms, and up to which debit. */
import { type Static, Type } from 'typebox';
import { Amount, Body, Maybe, Name, Note, Reference, Text } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const CustomerBody = Body({
  consumer_name: Name(),
  code: Maybe(Text(40)),
  mobile: Maybe(Text(40)),
  office_phone: Maybe(Text(40)),
  email: Maybe(Text(140)),
  city_fk: Maybe(Reference('cities')),
  address: Maybe(Note()),
  /** In the system currency; null is without limit. */
  allowed_debit_amount: Maybe(Amount()),
  /** A sale on account is refused while a document is unpaid for longer; null is without limit. */
  overdue_days: Maybe(Type.Integer({ minimum: 0, maximum: 3650 })),
  note: Maybe(Note()),
});
export type CustomerData = Static<typeof CustomerBody>;

export const customer = declareRecord({
  kind: 'customer',
  resource: 'customers',
  idField: 'consumer_id',
  nameField: 'consumer_name',
  schema: CustomerBody,
  defaults: {
    code: null,
    mobile: null,
    office_phone: null,
    email: null,
    city_fk: null,
    address: null,
    allowed_debit_amount: null,
    overdue_days: null,
    note: null,
  },
  unique: ['code'],
  references: { city_fk: 'city' },
  list: {
    columns: ['consumer_name', 'code', 'mobile', 'city_fk', 'allowed_debit_amount'],
    search: ['consumer_name', 'code', 'mobile', 'email'],
  },
});
