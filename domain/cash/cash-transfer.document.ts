/** The cash transfer as a document: its name in the API, its number, and what it has in the books. */
import { declareAtOnce } from '../kernel/lifecycle.ts';
import { postCashTransfer } from '../posting/cash-transfer.ts';
import { CashTransferBody } from './cash-transfer.schema.ts';
import { CASH_TRANSFER, cashTransfer } from './cash-transfer.ts';

export const cashTransferDocument = declareAtOnce({
  kind: CASH_TRANSFER,
  resource: 'cash_transactions',
  decider: cashTransfer,
  body: CashTransferBody,
  post: postCashTransfer,
  prefix: 'TT-',
});
