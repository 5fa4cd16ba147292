/** The remittance as a document: its name in the API, its number, and what it has in the books. */
import { declareApproved } from '../kernel/lifecycle.ts';
import { PayOutBody } from '../kernel/paid-out.schema.ts';
import { postRemittance, postRemittancePayment } from '../posting/remittance.ts';
import { RemittanceBody } from './remittance.schema.ts';
import { REMITTANCE, remittance } from './remittance.ts';

export const remittanceDocument = declareApproved({
  kind: REMITTANCE,
  resource: 'remittances',
  decider: remittance,
  body: RemittanceBody,
  paymentBody: PayOutBody,
  post: postRemittance,
  postPayment: postRemittancePayment,
  prefix: 'RM-',
});
