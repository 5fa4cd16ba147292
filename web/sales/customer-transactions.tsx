/** What customers pay, what is paid back to them, and what they are let off. */
import { transactionScreens } from '../shared/party/party-transactions.ts';

export const { Table, Editor, OfParty } = transactionScreens({
  resource: 'customer_transactions',
  party: 'customer_fk',
  parties: 'customers',
  types: ['receive', 'pay_back', 'discount'],
  direction: 'in',
});
