/** Body of a payment of tax, as the API accepts it. */
import type { Static } from 'typebox';
import { Amount, Body, DateField, Maybe, OneOf, Reference } from '../schemas/fields.schema.ts';
import { DATED, NOTED, OTHER_MONEY } from '../schemas/paid-fields.schema.ts';

export const TaxPaymentBody = Body({
  /** The outlet whose tax is paid and whose account pays. */
  outlet_fk: Reference('outlets'),
  /** The period of the payment; unpaid tax of earlier periods is payable in it too. */
  from_date: DateField(),
  to_date: DateField(),
  ...DATED,
  /** `received`: the office pays back a credit of tax. Defaults to `paid`. */
  tax_direction: Maybe(OneOf(['paid', 'received'])),
  /** In the system currency. */
  amount: Amount(),
  account_fk: Reference('cashes'),
  ...OTHER_MONEY,
  /** Treatment of the amount above the payable tax; defaults to `refused`. */
  above_payable: Maybe(OneOf(['refused', 'advance'])),
  ...NOTED,
});
export type TaxPaymentInput = Static<typeof TaxPaymentBody>;
