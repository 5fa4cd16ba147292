/** Body of the close of a financial year. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Note, OneOf, Reference } from '../kernel/fields.schema.ts';

/** What does not stand in the way of a close when a person says that they have looked at it. */
export const ACKNOWLEDGEABLE = ['transit', 'negative_stock'] as const;

export const YearCloseBody = Body({
  financial_year_fk: Reference('financial_years'),
  /** The year before it, which must be closed; absent for the first. */
  previous_year_fk: Maybe(Reference('financial_years')),
  acknowledged: Type.Optional(Type.Array(OneOf([...ACKNOWLEDGEABLE]), { uniqueItems: true, maxItems: 2 })),
  note: Maybe(Note()),
});
export type YearCloseInput = Static<typeof YearCloseBody>;
