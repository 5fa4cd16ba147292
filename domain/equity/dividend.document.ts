/** The dividend as a document: its name in the API, its number, and what it has in the books. */

import { heldPayment } from '../kernel/held.schema.ts';
import { fields, list } from '../kernel/held-fields.schema.ts';
import { declareApproved } from '../kernel/lifecycle.ts';
import { PayOutBody } from '../kernel/paid-out.schema.ts';
import { DIVIDEND_PAPERS } from '../paper/money-papers.ts';
import { postDividend, postDividendPayment } from '../posting/dividend.ts';
import { RULES } from '../posting/rules.ts';
import { DividendBody } from './dividend.schema.ts';
import { DIVIDEND, dividend } from './dividend.ts';

export const dividendDocument = declareApproved({
  kind: DIVIDEND,
  resource: 'dividends',
  folder: 'equity',
  decider: dividend,
  body: DividendBody,
  papers: DIVIDEND_PAPERS,
  held: { data: fields('currency_fk', { lines: list('line_id') }), since: heldPayment('dividend') },
  paymentBody: PayOutBody,
  post: postDividend,
  postPayment: postDividendPayment,
  rule: RULES.dividend,
  paymentRule: RULES.dividendPayment,
  prefix: 'DV-',
});
