/** Bodies of a payroll, of its payments and of the correction of a line, as the API accepts them. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Id,
  Maybe,
  Note,
  Reference,
  RequiredNote,
  TimeField,
} from '../schemas/fields.schema.ts';
import { NOTED, OTHER_MONEY } from '../schemas/paid-fields.schema.ts';

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

/** Pays what is left of the chosen lines, or of all lines when none is chosen. */
export const PayrollPayOutBody = Body({
  date: DateField(),
  time: Maybe(TimeField()),
  account_fk: Reference('cashes'),
  ...OTHER_MONEY,
  lines: Maybe(Type.Array(Body({ line_id: Id() }), { maxItems: 1000 })),
});
export type PayrollPayOutInput = Static<typeof PayrollPayOutBody>;

/** What the pay of one person should have been; the repayment of the line stays. */
export const PayrollCorrectionBody = Body({
  date: DateField(),
  line_id: Id(),
  base_salary: Amount(),
  addition: Maybe(Amount()),
  deduction: Maybe(Amount()),
  note: Maybe(Note()),
  reason: RequiredNote(),
});
export type PayrollCorrectionInput = Static<typeof PayrollCorrectionBody>;
