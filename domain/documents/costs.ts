/** Costs of a document, each in its own currency, paid at once or owed to its own supplier. */
import type { Facts } from '../deciding/facts.ts';
import type { Issues } from '../values/refusal.ts';
import {
  checkAboveZero,
  inMoney,
  isSameRate,
  known,
  type SettledCurrency,
  settleCurrency,
  settlePayment,
} from './document-rules.ts';
import { type OtherMoney, settledMoney } from './other-money.ts';

export interface CostInput {
  readonly amount: string;
  readonly currency_fk: number;
  readonly rate_fk?: number | null;
  readonly rate?: string | null;
  readonly payment_type: 'cash' | 'on_account';
  readonly supplier_fk?: number | null;
  readonly account_fk?: number | null;
  readonly paid_rate?: string | null;
  readonly money_amount?: string | null;
  readonly note?: string | null;
}

/**
 * A cost of a document (transport, freight, customs) as its event stores it: paid in cash, or owed to its own
 * supplier.
 */
export interface PaidCost extends Omit<SettledCurrency, 'system_currency_fk'>, OtherMoney {
  readonly amount: string;
  readonly payment_type: 'cash' | 'on_account';
  readonly supplier_fk: number | null;
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly note: string | null;
  /** On account, by the terms of its supplier; absent in documents of earlier versions. */
  readonly due_date?: string;
}

/** Where and when a cost is paid. */
export interface CostPlace {
  readonly outlet_fk: number;
  readonly date: string;
}

/** The stored form of a cost; its amount must be above zero, and it is converted at the out rate. */
export function settleCost(
  cost: CostInput,
  { outlet_fk, date }: CostPlace,
  facts: Facts,
  issues: Issues,
  prefix: string,
): PaidCost {
  known(facts, issues, `${prefix}supplier_fk`, 'supplier', cost.supplier_fk);
  checkAboveZero(cost.amount, `${prefix}amount`, issues);
  const { system_currency_fk: _, ...currency } = settleCurrency(cost, 'out', facts, issues, prefix);
  const paid = inMoney({ ...cost, outlet_fk }, facts);
  const payment = settlePayment(paid, cost.supplier_fk, 'supplier_fk', facts, issues, prefix);
  return {
    amount: cost.amount,
    ...currency,
    payment_type: cost.payment_type,
    supplier_fk: cost.supplier_fk ?? null,
    ...payment,
    ...settledMoney({ ...cost, date, rate: currency.rate }, 'out', facts, issues, prefix),
    note: cost.note ?? null,
  };
}

interface OwedCost {
  readonly payment_type: 'cash' | 'on_account';
  readonly supplier_fk: number | null;
  readonly currency_fk: number;
  readonly rate: string | null;
}

/**
 * Refuses a cost on account at another rate than a debt of the same document to the same supplier in the same currency:
 * together they are one open item, which is settled at one rate.
 */
export function checkOneRate(
  cost: OwedCost,
  owed: readonly Omit<OwedCost, 'payment_type'>[],
  field: string,
  issues: Issues,
): void {
  if (cost.payment_type !== 'on_account') return;
  const isAnother = ({ rate }: Pick<OwedCost, 'rate'>) => !isSameRate(cost.rate ?? '', rate ?? '');
  const another = owed.some(
    (debt) => debt.supplier_fk === cost.supplier_fk && debt.currency_fk === cost.currency_fk && isAnother(debt),
  );
  if (another) issues.add(field, 'one_rate_per_supplier');
}

/** The same for the costs of a document that owes nothing else to suppliers. */
export function checkOneRateOfCosts(costs: readonly OwedCost[], issues: Issues): void {
  const owed = costs.filter(({ payment_type }) => payment_type === 'on_account');
  costs.forEach((cost, index) => {
    checkOneRate(cost, owed, `costs.${index}.rate`, issues);
  });
}
