/** Purchases and sales of goods, as the worked examples of docs/accounting.md have them. */
import type { Facts } from '../../domain/deciding/facts.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { sale } from '../../domain/sales/sale.ts';
import { given } from '../domain/given.ts';
import type { ExampleBooks } from './example-books.ts';

export const PLACE = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1 };
export const OWED = { payment_type: 'on_account' as const };

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

export const sold = (quantity: string, price: string, date: string, item_fk = 11, facts?: Facts) =>
  given(sale).after(
    [
      {
        type: 'draft',
        input: {
          ...{ ...PLACE, customer_fk: 7, date, payment_type: 'on_account' as const },
          lines: [{ item_fk, unit_fk: 1, quantity, price }],
        },
      },
      { type: 'complete' },
    ],
    facts,
  );

/** Closes the year; then freight comes for the goods of a purchase of it, owed to another supplier. */
export function withFreight(
  books: ExampleBooks,
  of: ReturnType<typeof bought>,
  amount: string,
  document = 'purchase-1',
): ExampleBooks {
  books.closeYear();
  const freight = { ...OWED, cost_type: 'freight' as const, amount, currency_fk: 1, supplier_fk: 9 };
  const input = { ...freight, cost_id: 9, share_by: 'quantity' as const, date: '2026-04-10' };
  books.post(document, of.after([{ type: 'apply_cost', input }]));
  return books;
}
