/** Bodies of the commands of a drawer, as the API accepts them. */
import { type Static, Type } from 'typebox';
import { Amount, Body, DateField, Maybe, Note, RateField, Reference, TimeField } from '../schemas/fields.schema.ts';
import type { Held } from '../schemas/held.schema.ts';
import { fields, list, object } from '../schemas/held-fields.schema.ts';
import { HELD_BY_DEVICE, HELD_ENTRIES, HELD_REMOVED } from './device-held.schema.ts';

export const Denominations = () =>
  Type.Array(Body({ value: Amount(), count: Type.Integer({ minimum: 0, maximum: 1_000_000 }) }), { maxItems: 30 });

const moment = { date: DateField(), time: Maybe(TimeField()) };

export const OpenDrawerBody = Body({
  outlet_fk: Reference('outlets'),
  /** The cashier; defaults to the actor. */
  user_fk: Maybe(Reference('users')),
  ...moment,
  /** One cash account for each currency of the drawer, with the safe that provides its float. */
  accounts: Type.Array(
    Body({
      account_fk: Reference('cashes'),
      safe_account_fk: Reference('cashes'),
      /** The amount in the drawer after the opening; only what the account lacks in the books comes from the safe. */
      float_amount: Maybe(Amount()),
      rate_fk: Maybe(Reference('currency_rates')),
      rate: Maybe(RateField()),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  note: Maybe(Note()),
});
export type OpenDrawerInput = Static<typeof OpenDrawerBody>;

const moved = { ...moment, account_fk: Reference('cashes'), amount: Amount(), note: Maybe(Note()) };

/** Money from the safe of the account. */
export const PayInBody = Body(moved);
export type PayInInput = Static<typeof PayInBody>;

export const PayoutBody = Body({ ...moved, expense_type_fk: Reference('expense_types') });
export type PayoutInput = Static<typeof PayoutBody>;

export const CountedAccounts = () =>
  Type.Array(
    Body({
      account_fk: Reference('cashes'),
      counted_amount: Amount(),
      /** Number of counted notes and coins by value. */
      denominations: Type.Optional(Denominations()),
    }),
    { minItems: 1, maxItems: 10 },
  );

/** The blind count: the cashier does not see the expected amounts. */
export const CountBody = Body({
  ...moment,
  accounts: CountedAccounts(),
});
export type CountInput = Static<typeof CountBody>;

export const CloseDrawerBody = Body({
  ...moment,
  /** Amounts that remain in the drawer; by default everything goes to the safe. */
  accounts: Maybe(Type.Array(Body({ account_fk: Reference('cashes'), left_amount: Amount() }), { maxItems: 10 })),
  /** Why the count is not what is expected; required where it is not. */
  difference_reason: Maybe(Note()),
});
export type CloseDrawerInput = Static<typeof CloseDrawerBody>;

const ACCOUNT_HELD =
  'account_fk account_type safe_account_fk safe_account_type currency_fk rate_fk rate float_amount carried_amount moved_amount expected_amount counted_amount left_amount printed_amount owed_amount';

/** Fields that answers contain beyond the body. */
export const DRAWER_HELD: Held = {
  data: fields('is_beside', {
    accounts: list('account_type safe_account_type currency_fk carried_amount moved_amount'),
    ...HELD_BY_DEVICE,
  }),
  since: () => ({
    payouts: list('payout_id outlet_fk system_currency_fk date time expense_type_fk amount note is_late', {
      account: object(ACCOUNT_HELD),
      ...HELD_BY_DEVICE,
    }),
    payins: list('payin_id outlet_fk system_currency_fk date time amount note is_late', {
      account: object(ACCOUNT_HELD),
      ...HELD_BY_DEVICE,
    }),
    count: object('date time', {
      accounts: list('account_fk counted_amount', { denominations: list('value', { count: Type.Integer() }) }),
      ...HELD_BY_DEVICE,
    }),
    closing: object('closing outlet_fk user_fk system_currency_fk date time difference_reason', {
      accounts: list(ACCOUNT_HELD),
      ...HELD_REMOVED,
      ...HELD_BY_DEVICE,
    }),
    ...fields('closings', { entries: HELD_ENTRIES }),
  }),
};
