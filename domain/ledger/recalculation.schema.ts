/** Body of a recalculation: from which day, for which goods, and under which rate or rule. */
import { type Static, Type } from 'typebox';
import { Body, DateField, Maybe, Note, OneOf, Reference } from '../kernel/fields.schema.ts';
import type { Held } from '../kernel/held.schema.ts';
import { object } from '../kernel/held-fields.schema.ts';

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
  /** Over which goods the average is taken from that day on, and by which method goods are valued; neither leaves both as they are. */
  average_scope: Maybe(OneOf(['inventory', 'company'])),
  cost_method: Maybe(OneOf(['moving_average', 'fifo'])),
  note: Maybe(Note()),
});
export type RecalculationInput = Static<typeof RecalculationBody>;

/** What its answers hold besides. */
export const RECALCULATION_HELD: Held = {
  since: () => ({ plan: object('position digest', { differences: Type.Integer() }) }),
};
