/** A supplier of goods or services, such as transport, customs clearance and repairs. */
import { type Static, Type } from 'typebox';
import { declareRecord } from '../records/record.ts';
import { Body, Maybe, Name, Note, OneOf } from '../schemas/fields.schema.ts';
import {
  checkAddresses,
  PARTY_DEFAULTS,
  PARTY_FIELDS,
  PARTY_LOOKED_UP,
  PARTY_REFERENCES,
  PARTY_TELEPHONES,
  TermsDays,
} from '../schemas/party.schema.ts';

export const SupplierBody = Body({
  consumer_name: Name(),
  supplier_type: Type.Optional(OneOf(['individual', 'company'])),
  ...PARTY_FIELDS,
  /** Days until a document on account is due; null means its own day. */
  payment_terms_days: TermsDays(),
  note: Maybe(Note()),
});
export type SupplierData = Static<typeof SupplierBody>;

export const supplier = declareRecord({
  names: { kind: 'supplier', folder: 'parties', id: 'consumer_id', name: 'consumer_name' },
  schema: SupplierBody,
  defaults: { ...PARTY_DEFAULTS, supplier_type: 'company' },
  unique: ['consumer_name', 'code'],
  references: PARTY_REFERENCES,
  ofDay: { fields: ['payment_terms_days'] },
  list: {
    columns: ['consumer_name', 'code', 'supplier_type', 'mobile', 'city_fk', 'is_active'],
    search: ['consumer_name', 'code', 'mobile', 'office_phone', 'email'],
    codes: PARTY_TELEPHONES,
    lookedUp: [...PARTY_LOOKED_UP, 'supplier_type'],
  },
  check: (next: SupplierData, _previous, _facts, issues) => checkAddresses(next, issues),
});
