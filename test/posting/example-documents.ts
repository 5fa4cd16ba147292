/** Purchases and sales of goods, as the worked examples of docs/accounting.md have them. */
import { purchase } from '../../domain/purchasing/purchase.ts';
import { sale } from '../../domain/sales/sale.ts';
import { given } from '../domain/given.ts';

export const PLACE = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1 };

export const bought = (quantity: string, price: string, date: string, item_fk = 11) =>
  given(purchase).after([
    {
      type: 'draft',
      input: {
        ...{ ...PLACE, supplier_fk: 8, date, payment_type: 'on_account' as const },
        lines: [{ item_fk, unit_fk: 1, quantity, price }],
      },
    },
    { type: 'complete', receive: true },
  ]);

export const sold = (quantity: string, price: string, date: string) =>
  given(sale).after([
    {
      type: 'draft',
      input: {
        ...{ ...PLACE, customer_fk: 7, date, payment_type: 'on_account' as const },
        lines: [{ item_fk: 11, unit_fk: 1, quantity, price }],
      },
    },
    { type: 'complete' },
  ]);
