/** Body of the close of a financial year. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Note, OneOf, Reference } from '../schemas/fields.schema.ts';
import type { Held } from '../schemas/held.schema.ts';
import { fields, list, object } from '../schemas/held-fields.schema.ts';

/** Findings that do not block the close because a person acknowledged them. */
export const ACKNOWLEDGEABLE = ['transit', 'negative_stock', 'depreciation'] as const;

export const YearCloseBody = Body({
  financial_year_fk: Reference('financial_years'),
  /** The previous year, which must be closed; absent for the first. */
  previous_year_fk: Maybe(Reference('financial_years')),
  acknowledged: Type.Optional(
    Type.Array(OneOf([...ACKNOWLEDGEABLE]), { uniqueItems: true, maxItems: ACKNOWLEDGEABLE.length }),
  ),
  note: Maybe(Note()),
});
export type YearCloseInput = Static<typeof YearCloseBody>;

/** Fields that answers contain beyond the body. */
export const YEAR_CLOSE_HELD: Held = {
  data: fields('start_date date'),
  since: () => ({
    books: object('position', {
      rules: object('posting costing read_models'),
      digests: object('trial_balance stock subledgers'),
      balances: list('account outlet_fk currency_fk base foreign_amount'),
      previous: object('year_close_fk position', { digests: object('trial_balance stock subledgers') }),
      differences: list('account outlet_fk currency_fk before after'),
    }),
  }),
};
