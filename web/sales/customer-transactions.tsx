/** What customers pay, what is paid back to them, and what they are let off. */
import { documentScreen } from '../shared/document/document-screen.tsx';
import { createTransactionDeclaration, transactionsTable } from '../shared/document/party-transactions.ts';

const side = {
  resource: 'customer_transactions',
  path: '/customers/transactions',
  party: 'customer_fk',
  parties: 'customers',
  types: ['receive', 'pay_back', 'discount'],
} as const;

export const CustomerTransactionsTable = transactionsTable({
  ...side,
  title: 'sales:customer_transactions',
  empty: 'sales:customer_transactions_empty',
});

export const CustomerTransactionEditor = documentScreen(
  createTransactionDeclaration({
    ...side,
    title: 'sales:customer_transaction_number',
    newTitle: 'sales:new_customer_transaction',
    direction: 'in',
  }),
);
