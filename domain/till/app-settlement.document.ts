/** The settlement of the payment app as a document: its name in the API, its number, and what it has in the books. */
import { declareAtOnce } from '../kernel/lifecycle.ts';
import { postAppSettlement } from '../posting/app-settlement.ts';
import { AppSettlementBody } from './app-settlement.schema.ts';
import { APP_SETTLEMENT, appSettlement } from './app-settlement.ts';

export const appSettlementDocument = declareAtOnce({
  kind: APP_SETTLEMENT,
  resource: 'app_settlements',
  decider: appSettlement,
  body: AppSettlementBody,
  post: postAppSettlement,
  prefix: 'AS-',
});
