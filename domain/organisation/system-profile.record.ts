/** Name, address and receipt texts of the shop: one record, number 1. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Attachments, Body, Lines, Maybe, Reference, Text, translatedName } from '../schemas/fields.schema.ts';
import { Email } from '../schemas/party.schema.ts';

const Receipt = () => Maybe(Lines(400));

export const SystemProfileBody = Body({
  ...translatedName('shop_name'),
  logo: Type.Optional(Attachments(1)),
  phones: Type.Optional(Type.Array(Text(40, { minLength: 1 }), { maxItems: 10, uniqueItems: true })),
  email: Email(),
  city_fk: Maybe(Reference('cities')),
  address: Maybe(Text(140)),
  /** The tax number of the business. */
  tax_number: Maybe(Text(40)),
  receipt_header: Receipt(),
  receipt_footer: Receipt(),
});
export type SystemProfileData = Static<typeof SystemProfileBody>;

export const systemProfile = declareRecord({
  names: { kind: 'system_profile', folder: 'organisation', id: 'system_profile_id', name: 'shop_name' },
  schema: SystemProfileBody,
  singleton: true,
  defaults: {
    logo: [],
    phones: [],
  },
  unique: [],
  references: { city_fk: 'city' },
  list: { columns: ['shop_name', 'address'], search: ['shop_name'] },
  refuseRetireWhen: () => 'cannot_be_deleted',
});
