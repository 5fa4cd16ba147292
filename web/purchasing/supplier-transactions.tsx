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

export const SupplierTransactionsTable = transactionsTable({
  ...side,
  title: 'purchasing:supplier_transactions',
  empty: 'purchasing:supplier_transactions_empty',
});

export const SupplierTransactionEditor = transactionScreen(
  createTransactionDeclaration({
    ...side,
    title: 'purchasing:supplier_transaction_number',
    newTitle: 'purchasing:new_supplier_transaction',
    direction: 'out',
  }),
);

export const TransactionsOfSupplier = transactionsOf(side.path, side.party);
