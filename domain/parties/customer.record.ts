/** A customer: name, addresses, payment terms and credit limit. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Amount, Body, LeastShelfLife, Maybe, Name, Note, OneOf, Reference } from '../schemas/fields.schema.ts';
import {
  checkAddresses,
  PARTY_DEFAULTS,
  PARTY_FIELDS,
  PARTY_LOOKED_UP,
  PARTY_REFERENCES,
  PARTY_TELEPHONES,
  TermsDays,
} from '../schemas/party.schema.ts';
import type { Issues } from '../values/refusal.ts';

export const CustomerBody = Body({
  consumer_name: Name(),
  ...PARTY_FIELDS,
  customer_type: Type.Optional(OneOf(['individual', 'company'])),
  customer_group_fk: Maybe(Reference('customer_groups')),
  /** In the system currency; null means no limit. */
  allowed_debit_amount: Maybe(Amount()),
  /** Days until a document on account is due; null means the overdue days, or the terms of the group. */
  payment_terms_days: TermsDays(),
  /** `all`: unpaid documents are overdue after their own day. `custom`: after `overdue_days`. */
  overdue_option: Type.Optional(OneOf(['all', 'custom'])),
  /** A sale on account is refused while a document is overdue by more days; null means no limit. */
  overdue_days: Maybe(Type.Integer({ minimum: 0, maximum: 3650 })),
  /** Goods of a batch that expires in fewer days are asked about before they are sold (docs/decisions/0198). */
  least_shelf_life_days: LeastShelfLife(),
  /** The pricing list for the customer's prices. */
  pricing_profile_fk: Maybe(Reference('pricing_profiles')),
  note: Maybe(Note()),
});
export type CustomerData = Static<typeof CustomerBody>;

export const customer = declareRecord({
  names: { kind: 'customer', folder: 'parties', id: 'consumer_id', name: 'consumer_name' },
  schema: CustomerBody,
  defaults: { ...PARTY_DEFAULTS, customer_type: 'individual', overdue_option: 'custom' },
  unique: ['code'],
  references: { ...PARTY_REFERENCES, customer_group_fk: 'customer_group', pricing_profile_fk: 'pricing_profile' },
  ofDay: { fields: ['customer_group_fk', 'payment_terms_days', 'overdue_days', 'pricing_profile_fk'] },
  embeds: ['pricing_profile', 'customer_group'],
  list: {
    columns: [
      'consumer_name',
      'code',
      'customer_type',
      'customer_group_fk',
      'mobile',
      'city_fk',
      'allowed_debit_amount',
      'is_active',
    ],
    search: ['consumer_name', 'code', 'mobile', 'office_phone', 'email'],
    codes: PARTY_TELEPHONES,
    lookedUp: [
      ...PARTY_LOOKED_UP,
      'customer_type',
      'customer_group_fk',
      'allowed_debit_amount',
      'overdue_option',
      'overdue_days',
      'pricing_profile_fk',
    ],
  },
  check: checkCustomer,
});

function checkCustomer(next: CustomerData, _previous: CustomerData | undefined, _facts: unknown, issues: Issues): void {
  checkAddresses(next, issues);
  const { overdue_option, overdue_days } = next;
  if (overdue_option === 'all' && typeof overdue_days === 'number') issues.add('overdue_days', 'custom_overdue_only');
}
