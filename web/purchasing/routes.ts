/** Screens of purchasing: purchases, and what is paid to suppliers. */
import { documentRoutes } from '../shared/document/document-routes.ts';
import { replacing } from '../shared/party/replacing.ts';
import type { ScreenRoute } from '../shell/screen.ts';

export const purchasingRoutes: readonly ScreenRoute[] = [
  ...documentRoutes({
    path: '/purchases/purchases',
    resource: 'purchases',
    title: 'purchasing:purchases',
    titleOfOne: 'purchasing:purchase',
    table: async () => (await import('./purchases-table.ts')).PurchasesTable,
    editor: async () => (await import('./purchase-editor.tsx')).PurchaseEditor,
  }),
  ...documentRoutes({
    path: '/suppliers/transactions',
    resource: 'supplier_transactions',
    title: 'purchasing:supplier_transactions',
    titleOfOne: 'purchasing:supplier_transaction',
    search: replacing,
    table: async () => (await import('./supplier-transactions.tsx')).SupplierTransactionsTable,
    editor: async () => (await import('./supplier-transactions.tsx')).SupplierTransactionEditor,
  }),
];
