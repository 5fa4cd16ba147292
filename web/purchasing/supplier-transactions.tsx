/** What we pay to suppliers, what we get back from them, and what they let us off. */
import { transactionScreens } from '../shared/party/party-transactions.ts';

export const { Table, Editor, OfParty } = transactionScreens({
  resource: 'supplier_transactions',
  party: 'supplier_fk',
  parties: 'suppliers',
  types: ['pay', 'get_back', 'discount'],
  direction: 'out',
});
