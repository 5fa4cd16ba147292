/** Groups of customers: wholesale, pharmacies, staff. */
import { recordScreens } from '../shared/record/record-screens.ts';
import { usual } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('customer_groups', {
  words: { many: 'parties:customer_groups', one: 'parties:customer_group', empty: 'parties:customer_groups_empty' },
  columns: usual('note'),
  sections: [
    {
      fields: [
        'customer_group_name',
        'customer_group_name_ar',
        'customer_group_name_ckb',
        'payment_terms_days',
        'note',
      ],
    },
  ],
});
