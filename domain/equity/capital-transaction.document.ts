/** The capital transaction as a document: its name in the API, its number, and what it has in the books. */
import { declareAtOnce } from '../kernel/lifecycle.ts';
import { postCapitalTransaction } from '../posting/capital-transaction.ts';
import { CapitalTransactionBody } from './capital-transaction.schema.ts';
import { CAPITAL_TRANSACTION, capitalTransaction } from './capital-transaction.ts';

export const capitalTransactionDocument = declareAtOnce({
  kind: CAPITAL_TRANSACTION,
  resource: 'capital_transactions',
  decider: capitalTransaction,
  body: CapitalTransactionBody,
  post: postCapitalTransaction,
  prefix: 'CA-',
});
