/** A customer of the mobile application: name, addresses, and whether orders are accepted. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Body, Maybe, Name, Note, OneOf, Reference, RequiredText } from '../schemas/fields.schema.ts';
import { Addresses, checkAddresses, Email } from '../schemas/party.schema.ts';
import type { Issues } from '../values/refusal.ts';
import { isMobileNumber, normalMobile, telephoneKey } from '../values/telephone.ts';

export const OnlineCustomerBody = Body({
  consumer_name: Name(),
  mobile: RequiredText(40),
  email: Email(),
  addresses: Addresses(),
  /** The customer account of the orders. */
  customer_fk: Maybe(Reference('customers')),
  status: Type.Optional(OneOf(['active', 'inactive', 'blocked'])),
  note: Maybe(Note()),
});
export type OnlineCustomerData = Static<typeof OnlineCustomerBody>;

export const onlineCustomer = declareRecord({
  names: { kind: 'online_customer', folder: 'mobile', id: 'consumer_id', name: 'consumer_name' },
  schema: OnlineCustomerBody,
  defaults: { addresses: [], status: 'active' },
  // The application identifies customers by their mobile.
  unique: ['mobile'],
  normalise: { mobile: normalMobile },
  keys: { mobile: telephoneKey },
  references: { customer_fk: 'customer', 'addresses.city_fk': 'city' },
  // The customer account of an order is that of its online customer.
  embeds: ['customer'],
  list: {
    columns: ['consumer_name', 'mobile', 'email', 'customer_fk', 'status'],
    search: ['consumer_name', 'mobile', 'email'],
    codes: { mobile: telephoneKey, 'addresses.phone': telephoneKey },
    // An order is brought to an address.
    lookedUp: ['consumer_name', 'mobile', 'addresses', 'customer_fk', 'status'],
  },
  check: checkCustomer,
});

/** A number from before this rule remains until it is changed. */
function checkCustomer(
  next: OnlineCustomerData,
  previous: OnlineCustomerData | undefined,
  _facts: unknown,
  issues: Issues,
): void {
  checkAddresses(next, issues);
  if (next.mobile !== previous?.mobile && !isMobileNumber(next.mobile)) {
    issues.add('mobile', 'mobile_number_expected');
  }
}
