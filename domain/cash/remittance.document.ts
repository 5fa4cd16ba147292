/** The remittance as a document: its API resource, number prefix and postings. */

import { declareApproved } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { amounts, texts } from '../paper/paper.ts';
import { voucher } from '../paper/voucher.ts';
import { postRemittance, postRemittancePayment } from '../posting/remittance.ts';
import { HELD_DELIVERY, heldPayment } from '../schemas/held.schema.ts';
import { fields } from '../schemas/held-fields.schema.ts';
import { RemittanceBody, RemittancePayOutBody } from './remittance.schema.ts';
import { REMITTANCE, remittance } from './remittance.ts';

export const remittanceDocument = declareApproved({
  kind: REMITTANCE,
  resource: 'remittances',
  folder: 'cash',
  decider: remittance,
  body: RemittanceBody,
  papers: voucher('remittance', [...texts('receiver', 'account_fk', 'remittance_account_fk'), ...amounts('fee')]),
  held: { data: fields('account_type currency_fk'), since: heldPayment('remittance', HELD_DELIVERY) },
  carriedAt: 'out',
  paymentBody: RemittancePayOutBody,
  readsRates: true,
  // Of all currencies: a debt is paid with any money.
  openItems: ({ supplier_fk, currency_fk }) =>
    supplier_fk && currency_fk ? { party: `supplier-${supplier_fk}`, withOutlets: true } : undefined,
  measures: ({ remittance_account_fk: account }, commands, id) =>
    typeof account === 'number' && id !== undefined && commands.some(({ type }) => type === 'pay_out')
      ? { of: 'remitted_money', account, own: id }
      : undefined,
  post: postRemittance,
  postPayment: postRemittancePayment,
  rule: RULES.remittance,
  paymentRule: RULES.remittancePayment,
  prefix: 'RM-',
});
