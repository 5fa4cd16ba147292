/** Salesmen: what they earn, and on what. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { oneOf, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'salesmen',
  title: 'sales:salesmen',
  empty: 'sales:salesmen_empty',
  columns: [
    { field: 'sale_man_name', kind: 'text', main: true },
    ...usual('mobile'),
    { field: 'base_salary', kind: 'amount', currency: 'system' },
    { field: 'commission_type', kind: 'option' },
    { field: 'sale_man_commission_percentage', kind: 'percent' },
    ...usual('is_active'),
  ],
  inactive: { field: 'is_active', value: false },
  filters: [oneOf('commission_type', ['none', 'percentage', 'revenue', 'gross_profit'])],
});

export const Form = recordForm({
  resource: 'salesmen',
  title: 'sales:salesman',
  sections: [
    { fields: ['sale_man_name', 'mobile', 'base_salary', 'is_active', 'note'] },
    { title: 'sales:sections.commission', fields: ['commission_type', 'sale_man_commission_percentage'] },
    {
      title: 'sales:sections.quotas',
      fields: [
        'sale_man_quota_1',
        'sale_man_commission_percentage_1',
        'sale_man_quota_2',
        'sale_man_commission_percentage_2',
        'sale_man_quota_3',
        'sale_man_commission_percentage_3',
      ],
    },
  ],
});
