/** Fields that customers and suppliers share: contact, addresses, and permitted currencies. */
import { type Static, Type } from 'typebox';
import type { Issues } from '../values/refusal.ts';
import { telephoneKey } from '../values/telephone.ts';
import { Body, Id, Maybe, Name, Papers, Reference, RequiredText, Text } from './fields.schema.ts';

export const Phone = () => Maybe(Text(40));
export const Email = () => Maybe(Text(140, { format: 'email' }));

/** A place where goods are delivered or fetched. */
export const PartyAddress = Body({
  label: Name({ maxLength: 60 }),
  city_fk: Maybe(Reference('cities')),
  address: RequiredText(140),
  phone: Phone(),
  is_default: Type.Optional(Type.Boolean()),
});

export const Addresses = (maxItems = 50) => Type.Optional(Type.Array(PartyAddress, { maxItems }));

/** Empty means every currency. */
export const Currencies = () =>
  Type.Optional(Type.Array(Id({ 'x-lookup': 'currencies' }), { maxItems: 20, uniqueItems: true }));

/** Days until a document on account is due. */
export const TermsDays = () => Maybe(Type.Integer({ minimum: 0, maximum: 3650 }));

/** The fields of every party, besides its name, its terms and its note. */
export const PARTY_FIELDS = {
  code: Maybe(Text(40)),
  is_active: Type.Optional(Type.Boolean()),
  mobile: Phone(),
  office_phone: Phone(),
  email: Email(),
  city_fk: Maybe(Reference('cities')),
  address: Maybe(Text(140)),
  addresses: Addresses(),
  currencies: Currencies(),
  attachments: Type.Optional(Papers()),
} as const;

export const PARTY_DEFAULTS = {
  code: null,
  is_active: true,
  mobile: null,
  office_phone: null,
  email: null,
  city_fk: null,
  address: null,
  addresses: [],
  currencies: [],
  attachments: [],
} as const;

export const PARTY_REFERENCES = { city_fk: 'city', currencies: 'currency', 'addresses.city_fk': 'city' } as const;

/** The telephones of a party, by which it is found. */
export const PARTY_TELEPHONES = {
  mobile: telephoneKey,
  office_phone: telephoneKey,
  'addresses.phone': telephoneKey,
} as const;

/** What a document and its paper need of their party. E-mail and note are for whoever may open the party. */
export const PARTY_LOOKED_UP = [
  'consumer_name',
  'code',
  'is_active',
  'mobile',
  'office_phone',
  'city_fk',
  'address',
  'addresses',
  'currencies',
  'payment_terms_days',
] as const;

interface WithAddresses {
  readonly addresses?: readonly Static<typeof PartyAddress>[];
}

/** Adds issues unless exactly one address is the default and labels are unique. */
export function checkAddresses({ addresses = [] }: WithAddresses, issues: Issues): void {
  if (addresses.length > 0 && addresses.filter((address) => address.is_default === true).length !== 1) {
    issues.add('addresses', 'exactly_one_default_address');
  }
  addresses.forEach(({ label }, index) => {
    if (addresses.findIndex((other) => other.label === label) !== index) {
      issues.add(`addresses.${index}.label`, 'unique');
    }
  });
}
