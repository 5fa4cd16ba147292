/** The payroll as a document: its API resource, number prefix and postings. */

import type { TSchema } from 'typebox';
import { isApproved, paymentsOf } from '../documents/approved.ts';
import { declareApproved } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { PAYROLL_PAPERS } from '../paper/money-papers.ts';
import { postPayroll, postPayrollCorrection, postPayrollPayment } from '../posting/payroll.ts';
import { heldPayment, PAID_FROM } from '../schemas/held.schema.ts';
import { fields, list, object } from '../schemas/held-fields.schema.ts';
import { itemsOf, propertiesOf, withoutNull } from '../schemas/schema-parts.ts';
import { membersOf, numbersOf, objectsOf } from '../values/members.ts';
import { ZERO } from '../values/money.ts';
import { paidSoFar } from './paid-lines.ts';
import { PayrollBody, PayrollCorrectionBody, PayrollPayOutBody } from './payroll.schema.ts';
import { payroll } from './payroll.ts';
import { PAYROLL } from './payroll-events.ts';

const CORRECTED = 'outlet_fk date currency_fk system_currency_fk true_date reason';

/** The line in the answer of a payroll. */
const lineOf = (data: TSchema): TSchema =>
  itemsOf(withoutNull(membersOf(propertiesOf(withoutNull(membersOf(data)))['lines']))) ?? object('');

export const payrollDocument = declareApproved({
  kind: PAYROLL,
  resource: 'payrolls',
  folder: 'people',
  decider: payroll,
  body: PayrollBody,
  papers: PAYROLL_PAPERS,
  held: {
    data: fields('currency_fk amount', {
      lines: list('line_id amount debt_amount', { repaid_in: list('outlet_fk outlet_name amount') }),
    }),
    since: (data) => {
      const line = lineOf(data);
      return {
        ...heldPayment('payroll')(data),
        paid_parts: list(PAID_FROM, { payroll: data }),
        corrections: list(CORRECTED, { before: line, after: line }),
      };
    },
  },
  measures: ({ from_date: from, to_date: until, date: on, lines }, commands) => {
    if (!commands.some(({ type }) => type === 'approve')) return undefined;
    if (typeof from !== 'string' || typeof until !== 'string' || typeof on !== 'string') return undefined;
    const owing = objectsOf(lines).filter(({ repayment }) => repayment !== undefined && repayment !== null);
    return { of: 'paid_periods', from, until, on, owing: numbersOf(owing.map(({ user_fk }) => user_fk)) };
  },
  ownParts: (state) =>
    isApproved(state)
      ? { atOnce: paidSoFar(state.data, paymentsOf(state)), returned: ZERO, allowed: ZERO, notComing: ZERO }
      : undefined,
  paymentBody: PayrollPayOutBody,
  correction: { body: PayrollCorrectionBody, post: postPayrollCorrection, rule: RULES.payrollCorrection },
  post: postPayroll,
  postPayment: postPayrollPayment,
  rule: RULES.payroll,
  paymentRule: RULES.payrollPayment,
  prefix: 'PY-',
});
