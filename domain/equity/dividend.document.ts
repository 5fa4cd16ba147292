/** The dividend as a document: its API resource, number prefix and postings. */

import { declareApproved } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { amounts, texts } from '../paper/paper.ts';
import { voucher } from '../paper/voucher.ts';
import { postDividend, postDividendPayment } from '../posting/dividend.ts';
import { heldPayment } from '../schemas/held.schema.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { PayOutBody } from '../schemas/paid-out.schema.ts';
import { DividendBody } from './dividend.schema.ts';
import { DIVIDEND, dividend } from './dividend.ts';

export const dividendDocument = declareApproved({
  kind: DIVIDEND,
  resource: 'dividends',
  folder: 'equity',
  decider: dividend,
  body: DividendBody,
  papers: voucher('dividend', [], {
    table: { of: 'lines', columns: [...texts('stockholder_fk'), ...amounts('amount')] },
    signatures: ['approved_by'],
  }),
  held: { data: fields('currency_fk', { lines: list('line_id is_by_percentage') }), since: heldPayment('dividend') },
  measures: ({ date }, commands) =>
    typeof date === 'string' && commands.some(({ type }) => type === 'approve')
      ? { of: 'earnings', until: date }
      : undefined,
  paymentBody: PayOutBody,
  post: postDividend,
  postPayment: postDividendPayment,
  rule: RULES.dividend,
  paymentRule: RULES.dividendPayment,
  prefix: 'DV-',
});
