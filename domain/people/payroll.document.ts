/** The payroll as a document: its API resource, number prefix and postings. */

import { declareApproved } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { PAYROLL_PAPERS } from '../paper/money-papers.ts';
import { postPayroll, postPayrollPayment } from '../posting/payroll.ts';
import { heldPayment } from '../schemas/held.schema.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { PayOutBody } from '../schemas/paid-out.schema.ts';
import { numbersOf, objectsOf } from '../values/members.ts';
import { PayrollBody } from './payroll.schema.ts';
import { PAYROLL, payroll } from './payroll.ts';

export const payrollDocument = declareApproved({
  kind: PAYROLL,
  resource: 'payrolls',
  folder: 'people',
  decider: payroll,
  body: PayrollBody,
  papers: PAYROLL_PAPERS,
  held: {
    data: fields('currency_fk amount', {
      lines: list('line_id amount', { repaid_in: list('outlet_fk outlet_name amount') }),
    }),
    since: heldPayment('payroll'),
  },
  measures: ({ from_date: from, to_date: until, date: on, lines }, commands) => {
    if (!commands.some(({ type }) => type === 'approve')) return undefined;
    if (typeof from !== 'string' || typeof until !== 'string' || typeof on !== 'string') return undefined;
    const owing = objectsOf(lines).filter(({ repayment }) => repayment !== undefined && repayment !== null);
    return { of: 'paid_periods', from, until, on, owing: numbersOf(owing.map(({ user_fk }) => user_fk)) };
  },
  paymentBody: PayOutBody,
  post: postPayroll,
  postPayment: postPayrollPayment,
  rule: RULES.payroll,
  paymentRule: RULES.payrollPayment,
  prefix: 'PY-',
});
