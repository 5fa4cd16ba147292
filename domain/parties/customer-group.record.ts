/** A group of customers: wholesale, pharmacies, staff. */
import { Body, Maybe, Name, Note } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const customerGroup = declareRecord({
  names: { kind: 'customer_group', folder: 'parties', id: 'customer_group_id', name: 'customer_group_name' },
  schema: Body({ customer_group_name: Name(), note: Maybe(Note()) }),
  list: { columns: ['customer_group_name', 'note'], search: ['customer_group_name', 'note'] },
});
