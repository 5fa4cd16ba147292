/** The payment of tax as a document: its API resource, number prefix and postings. */

import { declareMoney } from '../documents/money-lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { amounts, days, options, texts } from '../paper/paper.ts';
import { voucher } from '../paper/voucher.ts';
import { backOn } from '../posting/back-on.ts';
import { postTaxPayment } from '../posting/tax-payment.ts';
import { fields } from '../schemas/held-fields.schema.ts';
import { TaxPaymentBody } from './tax-payment.schema.ts';
import { TAX_PAYMENT, taxPayment } from './tax-payment.ts';

export const taxPaymentDocument = declareMoney({
  kind: TAX_PAYMENT,
  resource: 'tax_payments',
  folder: 'cash',
  decider: taxPayment,
  body: TaxPaymentBody,
  papers: voucher('tax_payment', [
    ...days('from_date', 'to_date'),
    ...amounts('payable_amount', 'input_amount'),
    ...options('tax_direction'),
    ...texts('account_fk'),
  ]),
  held: {
    data: fields('account_type paid_amount paid_currency_fk currency_fk rate_fk rate input_amount payable_amount'),
  },
  isBookkeeping: true,
  carriesSums: true,
  measures: ({ outlet_fk, to_date }) =>
    typeof outlet_fk === 'number' && typeof to_date === 'string'
      ? { of: 'tax', outlet: outlet_fk, to: to_date }
      : undefined,
  post: postTaxPayment,
  postBack: backOn(postTaxPayment),
  rule: RULES.taxPayment,
  prefix: 'TP-',
});
