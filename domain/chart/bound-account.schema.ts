/** Number and names that the business gives to an account of a system key. */
import type { Static } from 'typebox';
import { Body, OneOf, Text, translatedName } from '../schemas/fields.schema.ts';
import { SYSTEM_KEYS } from './chart.ts';

export const BoundAccountBody = Body({
  system_key: OneOf([...SYSTEM_KEYS]),
  /** Number of the control account; accounts of records are numbered below it. */
  account_code: Text(6, { pattern: '^[1-9]\\d{2,5}$' }),
  ...translatedName('account_name'),
});
export type BoundAccount = Static<typeof BoundAccountBody>;
