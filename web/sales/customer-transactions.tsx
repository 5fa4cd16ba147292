/** What customers pay, what is paid back to them, and what they are let off. */
import { createTransactionDeclaration, transactionsTable } from '../shared/party/party-transactions.ts';
import { transactionScreen } from '../shared/party/transaction-screen.tsx';
import { transactionsOf } from '../shared/party/transactions-of.tsx';

const side = {
  resource: 'customer_transactions',
  path: '/customers/transactions',
  party: 'customer_fk',
  parties: 'customers',
  types: ['receive', 'pay_back', 'discount'],
} as const;

export const Table = transactionsTable({
  ...side,
  title: 'documents:customer_transaction.many',
  empty: 'documents:customer_transaction.empty',
});

export const Editor = transactionScreen(
  createTransactionDeclaration({
    ...side,
    title: 'documents:customer_transaction.number',
    newTitle: 'documents:customer_transaction.new',
    direction: 'in',
  }),
);

export const TransactionsOfCustomer = transactionsOf(side.path, side.party);
