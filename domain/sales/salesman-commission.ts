/**
 * What a salesman earned at an outlet in a period: computed from the books, approved, paid, and reversed as a
 * whole. It counts everything that became known since the last one, so that what is entered, returned or restated
 * late is counted once, in the period that learns of it.
 */
import { type ApprovedState, approvedDecider } from '../kernel/approved.ts';
import type { PayOutInput } from '../kernel/paid-out.schema.ts';
import type { SalesmanCommissionInput } from './salesman-commission.schema.ts';
import { type CommissionPaid, SALESMAN_COMMISSION, type SalesmanCommission } from './salesman-commission-events.ts';
import { checkApproval, commissionFacts, paidCommission } from './salesman-commission-rules.ts';

export {
  type CommissionPaid,
  type CommissionSource,
  SALESMAN_COMMISSION,
  type SalesmanCommission,
  type SalesmanCommissionEvent,
} from './salesman-commission-events.ts';

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
