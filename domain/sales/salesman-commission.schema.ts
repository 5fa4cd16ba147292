/** Bodies of the commands of a salesman's commission, as the API accepts them: nobody types its amounts. */
import type { Static } from 'typebox';
import { Body, DateField, Reference } from '../kernel/fields.schema.ts';
import { NOTED } from '../kernel/paid-fields.schema.ts';

export const SalesmanCommissionBody = Body({
  outlet_fk: Reference('outlets'),
  salesman_fk: Reference('salesmen'),
  /** Last day of the period, which begins where the last commission ended. */
  to_date: DateField(),
  /** When it counts. */
  date: DateField(),
  ...NOTED,
});
export type SalesmanCommissionInput = Static<typeof SalesmanCommissionBody>;
