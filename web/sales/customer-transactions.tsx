/** Payments of customers, refunds to them, and discounts. */
import { transactionScreens } from '../shared/party/party-transactions.ts';

export const { declaration, Table, Editor, OfParty } = transactionScreens({
  resource: 'customer_transactions',
  party: 'customer_fk',
  parties: 'customers',
  types: ['receive', 'pay_back', 'discount'],
  direction: 'in',
});
