/** Body of a cash transfer, as the API takes it. */
import type { Static } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  Note,
  RateField,
  Reference,
  ReferenceNumber,
  TimeField,
} from '../kernel/fields.schema.ts';

export const CashTransferBody = Body({
  /** The outlet that sends. */
  outlet_fk: Reference('outlets'),
  /** The outlet that receives; the same one when it is not said. */
  to_outlet_fk: Maybe(Reference('outlets')),
  date: DateField(),
  time: Maybe(TimeField()),
  from_account_fk: Reference('cashes'),
  to_account_fk: Reference('cashes'),
  /** In the currency of the account that it leaves. */
  amount: Amount(),
  /** In the currency of the account that it reaches; between two currencies the rate follows from the amounts. */
  to_amount: Maybe(Amount()),
  /** Only between two accounts in the same foreign currency. */
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
});
export type CashTransferInput = Static<typeof CashTransferBody>;
