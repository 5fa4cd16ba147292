/** Customers of the mobile application. */

import type { OnlineCustomerData } from '../../domain/mobile/online-customer.record.ts';
import { recordScreens } from '../shared/record/record-screens.ts';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { givePassword } from './give-password.tsx';

const STATUSES = ['active', 'inactive', 'blocked'];

export const { Table, Form } = recordScreens<OnlineCustomerData>('online_customers', {
  words: { many: 'mobile:online_customers', one: 'mobile:online_customer', empty: 'mobile:online_customers_empty' },
  columns: [
    ...usual('mobile', 'email', 'customer_fk'),
    { field: 'status', kind: 'status', tones: { active: 'success', inactive: 'neutral', blocked: 'danger' } },
  ],
  filters: [oneOf('status', STATUSES), ...by('customer_fk')],
  inactive: { field: 'status', value: 'inactive' },
  form: { aside: givePassword },
  sections: [
    { fields: ['consumer_name', 'mobile', 'email', 'status', 'customer_fk', 'note'] },
    { title: 'parties:sections.addresses', fields: ['addresses'] },
  ],
});
