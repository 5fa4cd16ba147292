/** The stored events of a commission. */

import type { ApprovedEvent } from '../../documents/approved.ts';
import type { PaidOut } from '../../documents/paid-out.ts';
import type { CommissionPeriod, QuotaPeriod } from './commission-periods.ts';
import type { Slice } from './commission-slices.ts';
import type { SalesmanData } from './salesman.record.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

/** Stream: `salesman_commission-<id>` */
export const SALESMAN_COMMISSION = 'salesman_commission';

/** A sale, delivered online order or return (by stream) and its contribution to this commission. */
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
  /** Position of the log at which the books were read. */
  readonly known_position: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly commission_type: SalesmanData['commission_type'];
  readonly slices: readonly Slice[];
  readonly sources: readonly CommissionSource[];
  readonly basis: string;
  readonly amount: string;
  /** With quotas over a period: its length, and the parts of the amount. Absent where each commission stands alone. */
  readonly quota_period?: QuotaPeriod;
  readonly periods?: readonly CommissionPeriod[];
  /** The commission before it over all outlets; null for the first. Present with `periods`. */
  readonly last_salesman_commission_fk?: number | null;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export interface CommissionPaid extends PaidOut {
  readonly outlet_fk: number;
  readonly salesman_fk: number;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly amount: string;
}

export type SalesmanCommissionEvent = ApprovedEvent<typeof SALESMAN_COMMISSION, SalesmanCommission, CommissionPaid>;
