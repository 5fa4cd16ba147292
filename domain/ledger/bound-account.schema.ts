/** How the business calls an account that postings name by a system key: its number and its names. */
import type { Static } from 'typebox';
import { Body, OneOf, Text, translatedName } from '../kernel/fields.schema.ts';
import { SYSTEM_KEYS } from './chart.ts';

export const BoundAccountBody = Body({
  system_key: OneOf([...SYSTEM_KEYS]),
  /** Of the control account; the accounts of records are numbered below it. */
  account_code: Text(6, { pattern: '^[1-9]\\d{2,5}$' }),
  ...translatedName('account_name'),
});
export type BoundAccount = Static<typeof BoundAccountBody>;
