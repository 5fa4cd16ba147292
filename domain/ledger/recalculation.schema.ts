/** Body of a recalculation: the first day, the goods, and the corrected rate or costing rule. */
import { type Static, Type } from 'typebox';
import { Body, DateField, Maybe, Note, OneOf, Reference } from '../schemas/fields.schema.ts';
import type { Held } from '../schemas/held.schema.ts';
import { object } from '../schemas/held-fields.schema.ts';

const CHOSEN_MAX = 500;

export const RecalculationBody = Body({
  /** First day of the recalculated postings. */
  date: DateField(),
  /** Empty means all items. */
  item_fk: Type.Optional(Type.Array(Reference('items'), { uniqueItems: true, maxItems: CHOSEN_MAX })),
  inventory_fk: Type.Optional(Type.Array(Reference('inventories'), { uniqueItems: true, maxItems: CHOSEN_MAX })),
  /** The wrong rate and its replacement; without both, the rules in force are applied. */
  rate_fk: Maybe(Reference('currency_rates')),
  to_rate_fk: Maybe(Reference('currency_rates')),
  /** The new scope of the average and costing method from that day on; absent fields are unchanged. */
  average_scope: Maybe(OneOf(['inventory', 'company'])),
  cost_method: Maybe(OneOf(['moving_average', 'fifo'])),
  note: Maybe(Note()),
});
export type RecalculationInput = Static<typeof RecalculationBody>;

/** Fields that answers contain beyond the body. */
export const RECALCULATION_HELD: Held = {
  since: () => ({ plan: object('position digest', { differences: Type.Integer() }) }),
};
