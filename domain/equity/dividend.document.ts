/** The dividend as a document: its name in the API, its number, and what it has in the books. */
import { declareApproved } from '../kernel/lifecycle.ts';
import { PayOutBody } from '../kernel/paid-out.schema.ts';
import { postDividend, postDividendPayment } from '../posting/dividend.ts';
import { DividendBody } from './dividend.schema.ts';
import { DIVIDEND, dividend } from './dividend.ts';

export const dividendDocument = declareApproved({
  kind: DIVIDEND,
  resource: 'dividends',
  decider: dividend,
  body: DividendBody,
  paymentBody: PayOutBody,
  post: postDividend,
  postPayment: postDividendPayment,
  prefix: 'DV-',
});
