/** What we pay to suppliers, what we get back from them, and what they let us off. */
import { createTransactionDeclaration, transactionsTable } from '../shared/party/party-transactions.ts';
import { transactionScreen } from '../shared/party/transaction-screen.tsx';
import { transactionsOf } from '../shared/party/transactions-of.tsx';

const side = {
  resource: 'supplier_transactions',
  path: '/suppliers/transactions',
  party: 'supplier_fk',
  parties: 'suppliers',
  types: ['pay', 'get_back', 'discount'],
} as const;

export const Table = transactionsTable({
  ...side,
  title: 'documents:supplier_transaction.many',
  empty: 'documents:supplier_transaction.empty',
});

export const Editor = transactionScreen(
  createTransactionDeclaration({
    ...side,
    title: 'documents:supplier_transaction.number',
    newTitle: 'documents:supplier_transaction.new',
    direction: 'out',
  }),
);

export const TransactionsOfSupplier = transactionsOf(side.path, side.party);
