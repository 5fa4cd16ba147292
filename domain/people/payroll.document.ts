/** The payroll as a document: its API resource, number prefix and postings. */

import { heldPayment } from '../kernel/held.schema.ts';
import { fields, list } from '../kernel/held-fields.schema.ts';
import { declareApproved } from '../kernel/lifecycle.ts';
import { PayOutBody } from '../kernel/paid-out.schema.ts';
import { PAYROLL_PAPERS } from '../paper/money-papers.ts';
import { postPayroll, postPayrollPayment } from '../posting/payroll.ts';
import { RULES } from '../posting/rules.ts';
import { PayrollBody } from './payroll.schema.ts';
import { PAYROLL, payroll } from './payroll.ts';

export const payrollDocument = declareApproved({
  kind: PAYROLL,
  resource: 'payrolls',
  folder: 'people',
  decider: payroll,
  body: PayrollBody,
  papers: PAYROLL_PAPERS,
  held: { data: fields('currency_fk amount', { lines: list('line_id amount') }), since: heldPayment('payroll') },
  measures: ({ from_date, to_date }, commands) =>
    commands.some(({ type }) => type === 'approve') && typeof from_date === 'string' && typeof to_date === 'string'
      ? { of: 'paid_periods', from: from_date, until: to_date }
      : undefined,
  paymentBody: PayOutBody,
  post: postPayroll,
  postPayment: postPayrollPayment,
  rule: RULES.payroll,
  paymentRule: RULES.payrollPayment,
  prefix: 'PY-',
});
