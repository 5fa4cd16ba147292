/**
 * The commission of a salesman at an outlet for a period: calculated from the books, approved, paid, and reversed as a
 * whole. It counts every change recorded since the last commission, so that late entries, returns and cost changes are
 * counted once, in the period in which they are recorded.
 */
import { type ApprovedState, approvedDecider } from '../../documents/approved.ts';
import type { PayOutInput } from '../../schemas/paid-out.schema.ts';
import type { SalesmanCommissionInput } from './salesman-commission.schema.ts';
import { type CommissionPaid, SALESMAN_COMMISSION, type SalesmanCommission } from './salesman-commission-events.ts';
import { checkApproval, commissionFacts, paidCommission } from './salesman-commission-rules.ts';

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
  // Compares without the position of the log, which advances without concerning the salesman.
  isSame: (a, b) => JSON.stringify({ ...a, known_position: '' }) === JSON.stringify({ ...b, known_position: '' }),
});
