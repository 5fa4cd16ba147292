/** The stored events of a settlement, and its two sides as transactions. */
import type { SettledCurrency } from '../documents/document-rules.ts';
import type { AtOnceState, MoneyEvent } from '../documents/immediate.ts';
import type { RateSide, SettlementSides } from '../documents/rate-correction.ts';
import type { Allocation, CompletedTransaction } from '../parties/transaction-events.ts';
import { CUSTOMER_SIDE, SUPPLIER_SIDE, type TransactionSide } from './transaction-side.ts';

/** Stream: `settlement-<id>` */
export const SETTLEMENT = 'settlement';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

/** The rate is that of the foreign one of the two currencies. */
export interface Settlement extends SettledCurrency {
  readonly outlet_fk: number;
  readonly date: string;
  readonly time: string | null;
  /** Exactly one of the two is null. */
  readonly customer_fk: number | null;
  readonly supplier_fk: number | null;
  readonly settled_as: 'debt' | 'credit';
  readonly amount: string;
  /** They add up to the amount. */
  readonly allocations: readonly Allocation[];
  /** Exactly one of the three is not null. */
  readonly account: number | null;
  readonly to_customer_fk: number | null;
  readonly to_supplier_fk: number | null;
  /** Null with an account. */
  readonly to_currency_fk: number | null;
  readonly to_amount: string | null;
  /** The rest of the amount is open under the settlement. */
  readonly to_allocations: readonly Allocation[];
  readonly reason: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type SettlementEvent = MoneyEvent<typeof SETTLEMENT, Settlement>;

/** One side of a settlement: a transaction without money. */
export interface SettlementSide {
  readonly side: TransactionSide;
  readonly of: CompletedTransaction;
}

type Named = Pick<Settlement, 'customer_fk' | 'supplier_fk' | 'settled_as'>;

/** True where the party is credited: a customer owes less, or a supplier has less of our money. */
const isCredited = ({ customer_fk, settled_as }: Named): boolean => (customer_fk !== null) === (settled_as === 'debt');

/** The party whose documents are settled. */
export const settledSide = (
  of: Named,
): Pick<CompletedTransaction, 'transaction_type'> & Pick<SettlementSide, 'side'> =>
  of.customer_fk === null ? supplierSide(isCredited(of)) : customerSide(isCredited(of));

/** The other party, which gets what the first one gives. */
export const otherSide = (of: Named & Pick<Settlement, 'to_customer_fk'>) =>
  of.to_customer_fk === null ? supplierSide(!isCredited(of)) : customerSide(!isCredited(of));

const customerSide = (credited: boolean) =>
  ({ side: CUSTOMER_SIDE, transaction_type: credited ? 'receive' : 'pay_back' }) as const;
const supplierSide = (credited: boolean) =>
  ({ side: SUPPLIER_SIDE, transaction_type: credited ? 'get_back' : 'pay' }) as const;

/** The side of the settlement's own rate is that of the party whose documents are settled. */
export const ownRateSide = ({ customer_fk }: { readonly customer_fk?: unknown }): RateSide =>
  customer_fk === null ? SUPPLIER_SIDE.rate : CUSTOMER_SIDE.rate;

/** A customer's documents are at the in rate, a supplier's at the out rate. */
export function ratesIn(state: AtOnceState<Settlement>): { readonly sides?: SettlementSides } {
  if (state.status === 'none') return {};
  const own = ownRateSide(state.data);
  return { sides: { own, allocations: own, to_allocations: otherSide(state.data).side.rate } };
}

/** Both sides; one when it is settled with an account. */
export function sidesOf(of: Settlement): readonly SettlementSide[] {
  const { outlet_fk, date, time, system_currency_fk, rate_fk, rate, reference_number, note } = of;
  const common = {
    outlet_fk,
    date,
    time,
    system_currency_fk,
    rate_fk,
    rate,
    reference_number,
    note,
    account_fk: null,
    account_type: null,
    replaces_fk: null,
    number: null,
  };
  const { side, transaction_type } = settledSide(of);
  const { customer_fk, supplier_fk, currency_fk, amount, allocations } = of;
  const first = { ...common, customer_fk, supplier_fk, transaction_type, currency_fk, amount, allocations };
  if (of.to_currency_fk === null || of.to_amount === null) return [{ side, of: first }];
  const other = otherSide(of);
  const second = {
    ...common,
    customer_fk: of.to_customer_fk,
    supplier_fk: of.to_supplier_fk,
    transaction_type: other.transaction_type,
    currency_fk: of.to_currency_fk,
    amount: of.to_amount,
    allocations: of.to_allocations,
  };
  return [
    { side, of: first },
    { side: other.side, of: second },
  ];
}
