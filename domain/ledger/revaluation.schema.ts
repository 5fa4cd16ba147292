/** Body of a revaluation, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Body, DateField, OneOf, Reference } from '../schemas/fields.schema.ts';
import { NOTED } from '../schemas/paid-fields.schema.ts';

export const RevaluationBody = Body({
  outlet_fk: Reference('outlets'),
  /** The last day of the period; the revaluation is reversed on the next day. */
  date: DateField(),
  /** The rate record with the in rate and the out rate for the valuation. */
  rate_fk: Reference('currency_rates'),
  ...NOTED,
  /** `posted` enters and posts in one command. */
  status: Type.Optional(OneOf(['draft', 'posted'])),
});
export type RevaluationInput = Static<typeof RevaluationBody>;
