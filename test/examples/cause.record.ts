/** A cause of donations: a record with one field. */
import { Type } from 'typebox';
import { declareRecord } from '../../domain/records/record.ts';
import { Body, Maybe, Name, Note, Reference } from '../../domain/schemas/fields.schema.ts';

export const cause = declareRecord({
  names: { kind: 'cause', folder: 'cash', id: 'cause_id', name: 'cause_name' },
  schema: Body({
    cause_name: Name(),
    city_fk: Maybe(Reference('cities')),
    is_yearly: Type.Optional(Type.Boolean()),
    note: Maybe(Note()),
  }),
  defaults: { city_fk: null, is_yearly: false, note: null },
  references: { city_fk: 'city' },
  list: { columns: ['cause_name', 'city_fk', 'is_yearly'], search: ['cause_name'] },
});
