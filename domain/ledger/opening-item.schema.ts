/** Body of an open document of the program before, as the API accepts it. */
import type { Static } from 'typebox';
import { Amount, Body, DateField, Maybe, OneOf, RateField, Reference, RequiredNote } from '../schemas/fields.schema.ts';
import { HELD_OR_OWED, type Held } from '../schemas/held.schema.ts';
import { fields } from '../schemas/held-fields.schema.ts';
import { DUE, NOTED } from '../schemas/paid-fields.schema.ts';

const OPEN_ITEM = {
  outlet_fk: Reference('outlets'),
  /** Exactly one of customer, supplier and user. */
  customer_fk: Maybe(Reference('customers')),
  supplier_fk: Maybe(Reference('suppliers')),
  user_fk: Maybe(Reference('users')),
  /** What is owed for the document, or what was paid in advance with it. */
  opened_as: OneOf(['debt', 'advance']),
  /** Its own day: that of the invoice, before the books begin. */
  date: DateField(),
  /** Of a debt; defaults to the terms of the party, from its own day on. */
  ...DUE,
  currency_fk: Reference('currencies'),
  rate: Maybe(RateField()),
  /** What is open of it. */
  amount: Amount(),
  /** The number of the document (`reference_number`) is its number here too; without one it has one of the series. */
  ...NOTED,
};

export const OpeningItemBody = Body(OPEN_ITEM);
export type OpeningItemInput = Static<typeof OpeningItemBody>;

export const CorrectOpeningItemBody = Body({ ...OPEN_ITEM, reason: RequiredNote() });
export type CorrectOpeningItem = Static<typeof CorrectOpeningItemBody>;

/** Fields that answers contain beyond the body. */
export const OPENING_ITEM_HELD: Held = {
  data: { ...HELD_OR_OWED.data, ...fields('first_day opened_on payment_type') },
};
