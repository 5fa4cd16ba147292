/** The payroll as a document: its name in the API, its number, and what it has in the books. */
import { declareApproved } from '../kernel/lifecycle.ts';
import { PayOutBody } from '../kernel/paid-out.schema.ts';
import { postPayroll, postPayrollPayment } from '../posting/payroll.ts';
import { PayrollBody } from './payroll.schema.ts';
import { PAYROLL, payroll } from './payroll.ts';

export const payrollDocument = declareApproved({
  kind: PAYROLL,
  resource: 'payrolls',
  decider: payroll,
  body: PayrollBody,
  paymentBody: PayOutBody,
  post: postPayroll,
  postPayment: postPayrollPayment,
  prefix: 'PY-',
});
