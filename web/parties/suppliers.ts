/** Suppliers: who sells to us, or carries, clears and repairs for us, and what we owe them now. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { PartyBalances, partyActions, partyPanel } from './party-balances.tsx';

export const Table = tableScreen({
  resource: 'suppliers',
  title: 'parties:suppliers',
  empty: 'parties:suppliers_empty',
  columns: [
    { field: 'consumer_name', kind: 'text', main: true },
    { field: 'code', kind: 'code' },
    { field: 'supplier_type', kind: 'option' },
    { field: 'mobile', kind: 'code' },
    { field: 'city_fk', kind: 'reference', resource: 'cities' },
    { field: 'pending_amount', kind: 'amount', currency: 'system', sortable: false },
    { field: 'is_active', kind: 'boolean' },
  ],
  filters: [
    { field: 'supplier_type', kind: 'option', options: ['individual', 'company'] },
    { field: 'city_fk', kind: 'lookup', resource: 'cities' },
    { field: 'is_active', kind: 'boolean' },
  ],
  inactive: { field: 'is_active', value: false },
  import: { permission: 'suppliers/import', path: '/suppliers/import' },
  panel: partyPanel('suppliers'),
  rowActions: partyActions('suppliers'),
});

export const Form = recordForm({
  resource: 'suppliers',
  title: 'parties:supplier',
  aside: PartyBalances,
  sections: [
    { fields: ['consumer_name', 'code', 'supplier_type', 'is_active'] },
    {
      title: 'parties:sections.contact',
      fields: ['mobile', 'office_phone', 'email', 'city_fk', 'address'],
    },
    { title: 'parties:sections.addresses', fields: ['addresses'] },
    { title: 'parties:sections.terms', fields: ['currencies', 'note'] },
  ],
});
