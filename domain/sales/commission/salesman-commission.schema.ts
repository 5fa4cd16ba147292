/** Bodies of the commands of a salesman's commission, as the API accepts them; the amounts are calculated. */
import type { Static } from 'typebox';
import { Body, DateField, Reference } from '../../schemas/fields.schema.ts';
import { NOTED } from '../../schemas/paid-fields.schema.ts';

export const SalesmanCommissionBody = Body({
  outlet_fk: Reference('outlets'),
  salesman_fk: Reference('salesmen'),
  /** Last day of the period, which starts after the last commission. */
  to_date: DateField(),
  /** The posting date. */
  date: DateField(),
  ...NOTED,
});
export type SalesmanCommissionInput = Static<typeof SalesmanCommissionBody>;
