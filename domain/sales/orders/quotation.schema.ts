/** Bodies of the quotation's commands, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { Amount, Body, DateField, Maybe, OneOf, Reference } from '../../schemas/fields.schema.ts';
import { DiscountBody, ROUNDED } from '../../schemas/line-fields.schema.ts';
import { AT_INVENTORY, ENTERED, IN_CURRENCY, NOTED } from '../../schemas/paid-fields.schema.ts';
import { lineFields } from '../sale.schema.ts';

export const QuotationBody = Body({
  ...AT_INVENTORY,
  customer_fk: Maybe(Reference('customers')),
  date: DateField(),
  /** Last day on which it can be converted; null means no limit. */
  expire_date: Maybe(DateField()),
  ...IN_CURRENCY,
  discount: Maybe(DiscountBody),
  ...ROUNDED,
  delivery_charge: Maybe(Amount()),
  ...NOTED,
  lines: Type.Array(Body(lineFields), { maxItems: 2000 }),
  ...ENTERED,
});
export type QuotationInput = Static<typeof QuotationBody>;

/** Payment terms and date of the drafted sale; the date defaults to today. */
export const ConvertBody = Body({
  date: Maybe(DateField()),
  payment_type: OneOf(['cash', 'on_account']),
  account_fk: Maybe(Reference('cashes')),
});
export type ConvertInput = Static<typeof ConvertBody>;
