/** Body of a landed cost, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Amount, Body, ChangedWith, Maybe, OneOf, Reference } from '../../schemas/fields.schema.ts';
import { CARRIED_AMOUNT, DATED, ENTERED, NOTED, PAID_THROUGH, PAYMENT } from '../../schemas/paid-fields.schema.ts';
import { CostType } from '../purchase.schema.ts';

export const LandedCostBody = Body({
  outlet_fk: Reference('outlets'),
  cost_type: CostType(),
  ...DATED,
  ...CARRIED_AMOUNT,
  ...PAYMENT,
  /** Required on account. */
  supplier_fk: Maybe(Reference('suppliers')),
  ...PAID_THROUGH,
  /** The basis for sharing it over the purchases, and over the lines of each; `value` when left out. */
  share_by: Type.Optional(OneOf(['value', 'quantity', 'weight', 'volume'])),
  /** The purchases that it belongs to; amounts are entered for all of them, or for none. */
  lines: Type.Array(Body({ purchase_fk: ChangedWith('purchases'), amount: Maybe(Amount()) }), { maxItems: 50 }),
  ...NOTED,
  ...ENTERED,
});
export type LandedCostInput = Static<typeof LandedCostBody>;
