/** Salesmen: their commission rates and bases. */
import type { SalesmanData } from '../../domain/sales/commission/salesman.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { oneOf, usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens<SalesmanData>('salesmen', {
  words: { many: 'sales:salesmen', one: 'sales:salesman', empty: 'sales:salesmen_empty' },
  columns: [
    ...usual('mobile', 'user_fk'),
    { field: 'base_salary', kind: 'amount', currency: 'system' },
    { field: 'commission_type', kind: 'option' },
    { field: 'sale_man_commission_percentage', kind: 'percent' },
    ...usual('is_active'),
  ],
  inactive: { field: 'is_active', value: false },
  filters: [oneOf('commission_type', ['none', 'percentage', 'revenue', 'gross_profit'])],
  sections: [
    { fields: ['sale_man_name', 'mobile', 'user_fk', 'base_salary', 'is_active', 'note'] },
    { title: 'sales:sections.commission', fields: ['commission_type', 'sale_man_commission_percentage'] },
    {
      title: 'sales:sections.quotas',
      fields: [
        'quota_period',
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
