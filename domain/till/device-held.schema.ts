/** Fields of answers about the till entries of a document. */
import { Type } from 'typebox';
import { list, object } from '../schemas/held-fields.schema.ts';

const MARK =
  'uuid enrolment till_fk previous hash made_at booked_at printed_at cashier_fk approved_by_fk drawer_uuid is_second';
const NUMBERS = { sequence: Type.Integer(), clock_offset: Type.Integer() };
export const HELD_REMOVED = {
  removed: Type.Optional(list('item_fk unit_fk quantity price date time cashier_fk')),
};
const BROKEN = list('rule field', { values: Type.Record(Type.String(), Type.String()) });

export const HELD_BY_DEVICE = { device: Type.Optional(object(MARK, NUMBERS)), broken: Type.Optional(BROKEN) };

export const HELD_ENTRIES = list(`${MARK} event drawer_fk date time`, {
  ...NUMBERS,
  broken: BROKEN,
  review: object('user_fk note'),
});
