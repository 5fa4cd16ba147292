/** Body of a payroll, as the API takes it. */
import { type Static, Type } from 'typebox';
import { Amount, Body, DateField, Maybe, Note, Reference, ReferenceNumber } from '../kernel/fields.schema.ts';

export const PayrollLineBody = Body({
  user_fk: Reference('users'),
  base_salary: Amount(),
  /** Overtime, allowances. */
  addition: Maybe(Amount()),
  /** Absence, penalties. */
  deduction: Maybe(Amount()),
  note: Maybe(Note()),
});

export const PayrollBody = Body({
  outlet_fk: Reference('outlets'),
  from_date: DateField(),
  to_date: DateField(),
  /** When it counts. */
  date: DateField(),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
  lines: Type.Array(PayrollLineBody, { maxItems: 1000 }),
});
export type PayrollInput = Static<typeof PayrollBody>;
