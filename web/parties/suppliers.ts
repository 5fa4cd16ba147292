/** Suppliers of goods and services, and our current debt to each. */
import type { SupplierData } from '../../domain/parties/supplier.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { partyActions, partyForm, partyPanel } from './party-balances.tsx';

export const { Table, Form } = recordScreens<SupplierData, 'pending_amount'>('suppliers', {
  words: { many: 'parties:suppliers', one: 'parties:supplier', empty: 'parties:suppliers_empty' },
  columns: [
    ...usual('code'),
    { field: 'supplier_type', kind: 'option' },
    ...usual('mobile', 'city_fk', 'pending_amount', 'is_active'),
  ],
  filters: [
    oneOf('supplier_type', ['individual', 'company']),
    ...by('city_fk'),
    { field: 'pending_amount', kind: 'amount_range' },
    ...by('is_active'),
  ],
  footer: ['pending_amount'],
  inactive: { field: 'is_active', value: false },
  import: { permission: 'suppliers/import', path: '/suppliers/import' },
  panel: partyPanel('suppliers'),
  rowActions: partyActions('suppliers'),
  sections: [
    { fields: ['consumer_name', 'code', 'supplier_type', 'is_active'] },
    {
      title: 'parties:sections.contact',
      fields: ['mobile', 'office_phone', 'email', 'city_fk', 'address'],
    },
    { title: 'parties:sections.addresses', fields: ['addresses'] },
    { title: 'parties:sections.terms', fields: ['payment_terms_days', 'currencies', 'note'] },
  ],
  form: partyForm(async () => ({ default: (await import('./party-account.tsx')).SupplierAccount })),
});
