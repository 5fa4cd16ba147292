/** Payments to suppliers, refunds from them, and their discounts. */
import { transactionScreens } from '../shared/party/party-transactions.ts';

export const { declaration, Table, Editor, OfParty } = transactionScreens({
  resource: 'supplier_transactions',
  party: 'supplier_fk',
  parties: 'suppliers',
  types: ['pay', 'get_back', 'discount'],
  direction: 'out',
});
