/**
 * A purchase's part of a landed cost (landed-cost.ts): a later cost whose money or debt is that of the landed cost, so that
 * the purchase posts only what its goods take of it. It leaves with the landed cost, never alone.
 */

import { Refusal } from '../../values/refusal.ts';
import type { EnteredCost, PurchaseCost, PurchaseEvent } from '../purchase-events.ts';
import type { CompletePurchase } from '../purchase-state.ts';
import type { LandedCost } from './landed-cost-events.ts';

export interface TakenCost extends Pick<EnteredCost, 'date' | 'time'> {
  readonly landed_cost_fk: number;
  /** Its amount is the purchase's part. */
  readonly cost: Omit<PurchaseCost, 'cost_id'>;
}

/** Parts of landed costs, and rests of costs, are numbered beyond the numbers of the purchase's own costs. */
export const LANDED_FIRST = 101;

export const nextNumber = ({ entered = [], withdrawn = [] }: Pick<CompletePurchase, 'entered' | 'withdrawn'>): number =>
  Math.max(LANDED_FIRST - 1, ...entered.map(({ cost }) => cost.cost_id), ...withdrawn) + 1;

/** The part `amount` of the landed cost with that id, as a purchase takes it. */
export function takenOf(of: LandedCost, landed_cost_fk: number, amount: string): TakenCost {
  const { cost_type, currency_fk, rate_fk, rate, decimals, payment_type, note, share_by, date, time } = of;
  const { supplier_fk, account_fk, account_type } = of;
  const paid = { payment_type, supplier_fk, account_fk, account_type, note };
  const currency = { currency_fk, rate_fk, rate, ...(decimals === undefined ? {} : { decimals }) };
  return { landed_cost_fk, date, time, cost: { cost_type, amount, ...currency, ...paid, share_by, shares: [] } };
}

/** Repeating the same landed cost returns no event. */
export function takenCost({ landed_cost_fk, date, time, cost }: TakenCost, state: CompletePurchase): PurchaseEvent[] {
  const { purchase, entered = [] } = state;
  if (entered.some((own) => own.landed_cost_fk === landed_cost_fk)) return [];
  const cost_id = nextNumber(state);
  const { outlet_fk, system_currency_fk } = purchase;
  const data = { outlet_fk, system_currency_fk, date, time, cost: { cost_id, ...cost }, landed_cost_fk };
  return [{ type: 'purchase.cost_entered', v: 1, data }];
}

/** Repeating it returns no event. */
export function leftCost(landed_cost_fk: number, reason: string | null, state: CompletePurchase): PurchaseEvent[] {
  const own = state.entered?.find((entered) => entered.landed_cost_fk === landed_cost_fk);
  return own ? [{ type: 'purchase.cost_withdrawn', v: 1, data: { cost_id: own.cost.cost_id, reason } }] : [];
}

/** Of the entered costs, the number in `rest_of_cost_id` of the money that was paid before its goods. */
export const OF_MONEY = 0;

/** The later costs that goods share: all but the credit for money that was paid before its goods. */
export const sharedCosts = (entered: readonly EnteredCost[]): readonly EnteredCost[] =>
  entered.filter(({ rest_of_cost_id }) => rest_of_cost_id !== OF_MONEY);

/** Whether the cost is a part of a landed cost. */
export const isTaken = (
  { cost_id }: Pick<PurchaseCost, 'cost_id'>,
  { entered = [] }: Pick<CompletePurchase, 'entered'>,
): boolean => entered.some(({ cost, landed_cost_fk }) => landed_cost_fk !== undefined && cost.cost_id === cost_id);

/** A part of a landed cost is taken back with the landed cost: refuses to take this one back, or all together. */
export function checkNoLandedCost(state: CompletePurchase, cost_id?: number): void {
  const costs = cost_id === undefined ? (state.entered ?? []).map(({ cost }) => cost) : [{ cost_id }];
  if (!costs.some((cost) => isTaken(cost, state))) return;
  throw new Refusal('validation', [{ field: cost_id === undefined ? '' : 'cost_id', message: 'landed_cost_stands' }]);
}
