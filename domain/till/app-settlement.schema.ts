/** Body of a settlement of the payment app, as the API takes it. */
import type { Static } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  Note,
  Reference,
  ReferenceNumber,
  TimeField,
} from '../kernel/fields.schema.ts';

export const AppSettlementBody = Body({
  outlet_fk: Reference('outlets'),
  date: DateField(),
  time: Maybe(TimeField()),
  /** What the app owes us for, in the system currency. */
  amount: Amount(),
  /** What it keeps. */
  fee: Maybe(Amount()),
  expense_type_fk: Maybe(Reference('expense_types')),
  /** The bank account that it pays into. */
  account_fk: Reference('cashes'),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
});
export type AppSettlementInput = Static<typeof AppSettlementBody>;
