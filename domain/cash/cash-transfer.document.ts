/** The cash transfer as a document: its API resource, number prefix and postings. */

import { declareMoney } from '../documents/money-lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { amounts, texts } from '../paper/paper.ts';
import { voucher } from '../paper/voucher.ts';
import { postCashTransfer, postTransferBack } from '../posting/cash-transfer.ts';
import { fields } from '../schemas/held-fields.schema.ts';
import { CashTransferBody } from './cash-transfer.schema.ts';
import { cashTransfer } from './cash-transfer.ts';
import { CASH_TRANSFER } from './cash-transfer-events.ts';

export const cashTransferDocument = declareMoney({
  kind: CASH_TRANSFER,
  resource: 'cash_transactions',
  folder: 'cash',
  isBookkeeping: true,
  decider: cashTransfer,
  body: CashTransferBody,
  papers: voucher('cash_transfer', [
    ...texts('from_account_fk', 'to_account_fk', 'to_outlet_fk', 'to_currency_fk'),
    { field: 'to_amount', kind: 'amount', currency: 'to_currency_fk' },
    ...amounts('bank_fee'),
  ]),
  held: { data: fields('from_account_type to_account_type currency_fk to_currency_fk') },
  post: postCashTransfer,
  postBack: postTransferBack,
  rule: RULES.cashTransfer,
  prefix: 'TT-',
});
