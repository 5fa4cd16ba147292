/** Customers: terms, credit limit, and current balance. */
import type { CustomerData } from '../../domain/parties/customer.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { partyActions, partyForm, partyPanel } from './party-balances.tsx';

export const { Table, Form } = recordScreens<CustomerData, 'pending_amount'>('customers', {
  words: { many: 'parties:customers', one: 'parties:customer', empty: 'parties:customers_empty' },
  columns: [
    ...usual('code', 'mobile', 'customer_group_fk', 'city_fk'),
    { field: 'allowed_debit_amount', kind: 'amount', currency: 'system' },
    ...usual('pending_amount', 'is_active'),
  ],
  filters: [
    ...by('customer_group_fk', 'city_fk'),
    oneOf('customer_type', ['individual', 'company']),
    { field: 'mobile', kind: 'text' },
    { field: 'allowed_debit_amount', kind: 'amount_range' },
    { field: 'pending_amount', kind: 'amount_range' },
    ...by('is_active'),
  ],
  footer: ['pending_amount'],
  inactive: { field: 'is_active', value: false },
  import: { permission: 'customers/import', path: '/customers/import' },
  panel: partyPanel('customers'),
  rowActions: partyActions('customers'),
  sections: [
    { fields: ['consumer_name', 'code', 'customer_type', 'customer_group_fk', 'is_active'] },
    {
      title: 'parties:sections.contact',
      fields: ['mobile', 'office_phone', 'email', 'city_fk', 'address'],
    },
    { title: 'parties:sections.addresses', fields: ['addresses'] },
    {
      title: 'parties:sections.terms',
      fields: [
        'pricing_profile_fk',
        'allowed_debit_amount',
        'payment_terms_days',
        'overdue_option',
        'overdue_days',
        'least_shelf_life_days',
        'currencies',
        'note',
      ],
    },
  ],
  form: partyForm(async () => ({ default: (await import('./party-account.tsx')).CustomerAccount })),
});
