/** The capital transaction as a document: its API resource, number prefix and postings. */

import { declareMoney } from '../documents/money-lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { options, texts } from '../paper/paper.ts';
import { MONEY_GIVEN } from '../paper/usual-facts.ts';
import { voucher } from '../paper/voucher.ts';
import { backOn } from '../posting/back-on.ts';
import { postCapitalTransaction } from '../posting/capital-transaction.ts';
import { HELD_MONEY } from '../schemas/held.schema.ts';
import { CapitalTransactionBody } from './capital-transaction.schema.ts';
import { CAPITAL_TRANSACTION, capitalTransaction } from './capital-transaction.ts';

export const capitalTransactionDocument = declareMoney({
  kind: CAPITAL_TRANSACTION,
  resource: 'capital_transactions',
  folder: 'equity',
  decider: capitalTransaction,
  body: CapitalTransactionBody,
  papers: voucher('capital_transaction', [
    ...options('transaction_type'),
    ...texts('stockholder_fk', 'account_fk'),
    MONEY_GIVEN,
  ]),
  held: HELD_MONEY,
  carriedAt: 'in',
  post: postCapitalTransaction,
  postBack: backOn(postCapitalTransaction),
  rule: RULES.capital,
  prefix: 'CA-',
});
