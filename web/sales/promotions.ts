/** Promotions: what must be bought, and what the customer is given for it. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'promotions',
  title: 'sales:promotions',
  empty: 'sales:promotions_empty',
  columns: [
    { field: 'title', kind: 'text', main: true },
    { field: 'reward_type', kind: 'option' },
    { field: 'start_date', kind: 'date' },
    { field: 'end_date', kind: 'date' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'status', kind: 'status', tones: { draft: 'neutral', active: 'success', inactive: 'warning' } },
  ],
  filters: [
    { field: 'status', kind: 'option', options: ['draft', 'active', 'inactive'] },
    { field: 'reward_type', kind: 'option', options: ['get_free', 'get_discount', 'get_amount'] },
    { field: 'start_date', kind: 'date_range' },
  ],
  inactive: { field: 'status', value: 'inactive' },
});

export const Form = recordForm({
  resource: 'promotions',
  title: 'sales:promotion',
  sections: [
    { fields: ['title', 'status', 'start_date', 'end_date', 'outlet_fk'] },
    { title: 'sales:sections.condition', fields: ['items', 'minimum_amount', 'currency_fk', 'applies'] },
    { title: 'sales:sections.reward', fields: ['reward_type', 'reward_items', 'reward_percentage', 'reward_amount'] },
  ],
});
