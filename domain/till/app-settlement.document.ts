/** The settlement of the payment app as a document: its API resource, number prefix and postings. */

import { declareMoney } from '../documents/money-lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { amounts, texts } from '../paper/paper.ts';
import { voucher } from '../paper/voucher.ts';
import { postAppSettlement } from '../posting/app-settlement.ts';
import { backOn } from '../posting/back-on.ts';
import { fields } from '../schemas/held-fields.schema.ts';
import { AppSettlementBody } from './app-settlement.schema.ts';
import { APP_SETTLEMENT, appSettlement } from './app-settlement.ts';

export const appSettlementDocument = declareMoney({
  kind: APP_SETTLEMENT,
  resource: 'app_settlements',
  folder: 'till',
  decider: appSettlement,
  body: AppSettlementBody,
  papers: voucher('app_settlement', [...texts('account_fk'), ...amounts('fee')]),
  held: { data: fields('currency_fk account_type') },
  post: postAppSettlement,
  postBack: backOn(postAppSettlement),
  rule: RULES.appSettlement,
  prefix: 'AS-',
});
