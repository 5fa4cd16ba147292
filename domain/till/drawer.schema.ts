/** Bodies of the commands of a drawer, as the API takes them. */
import { type Static, Type } from 'typebox';
import { Amount, Body, DateField, Maybe, Note, RateField, Reference, TimeField } from '../kernel/fields.schema.ts';

const moment = { date: DateField(), time: Maybe(TimeField()) };

export const OpenDrawerBody = Body({
  outlet_fk: Reference('outlets'),
  /** The cashier; the person who opens it when it is not said. */
  user_fk: Maybe(Reference('users')),
  ...moment,
  /** One cash account for each currency that the drawer takes, with the safe that its float comes from. */
  accounts: Type.Array(
    Body({
      account_fk: Reference('cashes'),
      safe_account_fk: Reference('cashes'),
      float_amount: Maybe(Amount()),
      rate_fk: Maybe(Reference('currency_rates')),
      rate: Maybe(RateField()),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  note: Maybe(Note()),
});
export type OpenDrawerInput = Static<typeof OpenDrawerBody>;

export const PayoutBody = Body({
  ...moment,
  account_fk: Reference('cashes'),
  expense_type_fk: Reference('expense_types'),
  amount: Amount(),
  note: Maybe(Note()),
});
export type PayoutInput = Static<typeof PayoutBody>;

/** What the cashier counts, without being told what is expected. */
export const CountBody = Body({
  ...moment,
  accounts: Type.Array(Body({ account_fk: Reference('cashes'), counted_amount: Amount() }), {
    minItems: 1,
    maxItems: 10,
  }),
});
export type CountInput = Static<typeof CountBody>;

export const CloseDrawerBody = Body({
  ...moment,
  /** What stays in the drawer; all of it goes to the safe where nothing is said. */
  accounts: Maybe(Type.Array(Body({ account_fk: Reference('cashes'), left_amount: Amount() }), { maxItems: 10 })),
});
export type CloseDrawerInput = Static<typeof CloseDrawerBody>;
