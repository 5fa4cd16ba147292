/**
 * What a salesman earned at an outlet in a period: computed from the books, approved, paid, and reversed as a
 * whole. It counts everything that became known since the last one, so that what is entered, returned or restated
 * late is counted once, in the period that learns of it.
 */
import { type ApprovedEvent, type ApprovedState, approvedDecider } from '../kernel/approved.ts';
import type { PayOutInput } from '../kernel/paid-out.schema.ts';
import type { Slice } from './commission-slices.ts';
import type { SalesmanData } from './salesman.record.ts';
import type { SalesmanCommissionInput } from './salesman-commission.schema.ts';
import { checkApproval, commissionFacts, paidCommission } from './salesman-commission-rules.ts';

/** Stream: `salesman_commission-<id>` */
export const SALESMAN_COMMISSION = 'salesman_commission';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

/** A sale, delivered online order or return (its stream) and what it counts for in this commission. */
export interface CommissionSource {
  readonly source: string;
  readonly amount: string;
}

export interface SalesmanCommission {
  readonly outlet_fk: number;
  readonly salesman_fk: number;
  readonly date: string;
  /** Day after the last commission; null for the first. */
  readonly from_date: string | null;
  readonly to_date: string;
  readonly previous_salesman_commission_fk: number | null;
  /** The books as known at this position. */
  readonly known_position: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly commission_type: SalesmanData['commission_type'];
  readonly slices: readonly Slice[];
  readonly sources: readonly CommissionSource[];
  readonly basis: string;
  readonly amount: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export interface CommissionPaid {
  readonly outlet_fk: number;
  readonly salesman_fk: number;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly amount: string;
  readonly date: string;
  readonly time: string | null;
  readonly account_fk: number;
  readonly account_type: number;
}

export type SalesmanCommissionEvent = ApprovedEvent<typeof SALESMAN_COMMISSION, SalesmanCommission, CommissionPaid>;
export type SalesmanCommissionState = ApprovedState<SalesmanCommission, CommissionPaid>;

export const salesmanCommission = approvedDecider<
  typeof SALESMAN_COMMISSION,
  SalesmanCommissionInput,
  SalesmanCommission,
  PayOutInput,
  CommissionPaid
>(SALESMAN_COMMISSION, {
  facts: commissionFacts,
  approved: checkApproval,
  payment: paidCommission,
  // The log goes on while nothing of it concerns the salesman.
  isSame: (a, b) => JSON.stringify({ ...a, known_position: '' }) === JSON.stringify({ ...b, known_position: '' }),
});
