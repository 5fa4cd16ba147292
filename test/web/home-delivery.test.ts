/** The list of orders in delivery. */
import { expect, it } from 'vitest';
import { COLLECTED } from '../../web/sales/collected-column.tsx';

it('shows nothing to collect with an order on account', () => {
  const order = { id: 1, unpaid: '2500' };
  expect(COLLECTED.text({ ...order, payment_type: 'cash' })).toBe('2500');
  expect(COLLECTED.text({ ...order, payment_type: 'on_account' })).toBe('0');
});
