/** Body of a recalculation: from which day, for which goods, and under which rate. */
import { type Static, Type } from 'typebox';
import { Body, DateField, Maybe, Note, Reference } from '../kernel/fields.schema.ts';

const CHOSEN_MAX = 500;

export const RecalculationBody = Body({
  /** Differences that count from this day on. */
  date: DateField(),
  /** Empty is all of them. */
  item_fk: Type.Optional(Type.Array(Reference('items'), { uniqueItems: true, maxItems: CHOSEN_MAX })),
  inventory_fk: Type.Optional(Type.Array(Reference('inventories'), { uniqueItems: true, maxItems: CHOSEN_MAX })),
  /** A rate that was wrong, and the one that its documents should have had; neither is under the rules in force. */
  rate_fk: Maybe(Reference('currency_rates')),
  to_rate_fk: Maybe(Reference('currency_rates')),
  note: Maybe(Note()),
});
export type RecalculationInput = Static<typeof RecalculationBody>;
