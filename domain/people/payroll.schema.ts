/** Body of a payroll, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Amount, Body, DateField, Maybe, Note, Reference } from '../schemas/fields.schema.ts';
import { NOTED } from '../schemas/paid-fields.schema.ts';

export const PayrollLineBody = Body({
  user_fk: Reference('users'),
  base_salary: Amount(),
  /** Overtime and allowances. */
  addition: Maybe(Amount()),
  /** Absences and penalties. */
  deduction: Maybe(Amount()),
  /** Kept back for what the person owes the business, as till shortages. */
  repayment: Maybe(Amount()),
  note: Maybe(Note()),
});

export const PayrollBody = Body({
  outlet_fk: Reference('outlets'),
  from_date: DateField(),
  to_date: DateField(),
  /** The posting date. */
  date: DateField(),
  ...NOTED,
  lines: Type.Array(PayrollLineBody, { maxItems: 1000 }),
});
export type PayrollInput = Static<typeof PayrollBody>;
