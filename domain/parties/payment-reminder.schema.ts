/** Body of a payment reminder, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Note, OneOf, Reference } from '../schemas/fields.schema.ts';
import type { Held } from '../schemas/held.schema.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { PLACED } from '../schemas/paid-fields.schema.ts';

export const PaymentReminderBody = Body({
  customer_fk: Reference('customers'),
  ...PLACED,
  /** Language of the letter. */
  letter_language: OneOf(['en', 'ar', 'ckb']),
  /** The overdue documents of the reminder, by stream: `sale-12`. */
  documents: Type.Array(Body({ document: Type.String({ pattern: '^[a-z_]+-\\d{1,10}$' }) }), {
    minItems: 1,
    maxItems: 1000,
  }),
  note: Maybe(Note()),
});
export type PaymentReminderInput = Static<typeof PaymentReminderBody>;

/** Fields that answers contain beyond the body. */
export const PAYMENT_REMINDER_HELD: Held = {
  data: fields('reminder_level', { documents: list('document currency_fk date due_date amount times') }),
};
