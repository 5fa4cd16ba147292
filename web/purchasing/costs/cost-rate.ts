/** The rate of a later cost: debts of a purchase to one supplier in one currency have one rate. */
import { laterCosts } from '../../../domain/purchasing/costs/later-costs.ts';
import { isTaken } from '../../../domain/purchasing/costs/taken-cost.ts';
import type { LastRate } from '../../shared/document/model/reference-data.ts';
import type { ReadPurchase } from '../read-purchase.ts';

export interface OwedCost {
  readonly currency_fk: number | null;
  readonly payment_type: string;
  readonly supplier_fk: number | null;
}

type Owing = Pick<
  ReadPurchase,
  'currency_fk' | 'system_currency_fk' | 'supplier_fk' | 'rate_fk' | 'rate' | 'costs' | 'applied' | 'entered'
>;

interface CostRate {
  readonly rate_fk: number | null;
  readonly rate: string | null;
}

/** The rate of an earlier debt of the purchase to the supplier, otherwise the rate of the day; null without one. */
export function rateOfCost(purchase: Owing, cost: OwedCost, day: LastRate | undefined): CostRate {
  const { currency_fk, payment_type, supplier_fk } = cost;
  if (currency_fk === null || currency_fk === purchase.system_currency_fk) return { rate_fk: null, rate: null };
  const costs = [...purchase.costs, ...laterCosts(purchase).filter((later) => !isTaken(later, purchase))];
  // The purchase counts even when it was paid in cash: its goods may be returned on account (checkOneRate).
  const debts = [purchase, ...costs.filter((earlier) => earlier.payment_type === 'on_account')];
  const debt = debts.find((owed) => owed.supplier_fk === supplier_fk && owed.currency_fk === currency_fk);
  if (debt && payment_type === 'on_account') return { rate_fk: debt.rate_fk, rate: debt.rate };
  return { rate_fk: day?.rate_id ?? null, rate: day?.out ?? null };
}
