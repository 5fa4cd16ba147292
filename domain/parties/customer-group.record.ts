/** A group of customers: wholesale, pharmacies, staff. */

import { declareRecord } from '../records/record.ts';
import { Body, Maybe, Note, translatedName } from '../schemas/fields.schema.ts';
import { TermsDays } from '../schemas/party.schema.ts';

export const customerGroup = declareRecord({
  names: { kind: 'customer_group', folder: 'parties', id: 'customer_group_id', name: 'customer_group_name' },
  schema: Body({
    ...translatedName('customer_group_name'),
    /** For customers of the group without terms of their own. */
    payment_terms_days: TermsDays(),
    note: Maybe(Note()),
  }),
  ofDay: { fields: ['payment_terms_days'] },
  list: {
    columns: ['customer_group_name', 'note'],
    search: ['customer_group_name', 'customer_group_name_ar', 'customer_group_name_ckb', 'note'],
  },
});
