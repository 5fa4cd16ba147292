/** Worked examples of docs/accounting.md about the value of goods that came: a cost that is taken back, goods that are made. */
import { purchase } from '../../domain/purchasing/purchase.ts';
import { production } from '../../domain/stock/making/production.ts';
import { given } from '../domain/given.ts';
import { shop } from '../domain/shop.ts';
import { workshop } from '../domain/workshop.ts';
import { ExampleBooks } from './example-books.ts';
import { bought, OWED, PLACE, sold, withFreight } from './example-documents.ts';

/** Freight of 5,000 is typed for 500, and taken back; the year is closed before it was typed. */
function takenBack(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const first = bought('10', '1000', '2026-03-01');
  books.before('purchase-1', first);
  books.before('sale-1', sold('4', '2000', '2026-03-05'));
  if (isClosed) books.closeYear();
  const freight = {
    ...OWED,
    cost_id: 1,
    cost_type: 'freight' as const,
    amount: '5000',
    currency_fk: 1,
    supplier_fk: 9,
  };
  const date = isClosed ? '2026-04-10' : '2026-03-20';
  const typed = first.after([{ type: 'apply_cost', input: { ...freight, date } }]);
  books.post('purchase-1', typed);
  books.post('purchase-1', typed.after([{ type: 'withdraw_cost', cost_id: 1, reason: 'typed 5,000 for 500' }]));
  return books;
}

/** 100 of 1,000 pieces come, with freight of the purchase; the rest is closed, in the next year when the year was closed. */
function restClosed(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const freight = { ...OWED, cost_type: 'freight' as const, share_by: 'quantity' as const, currency_fk: 1 };
  const input = {
    ...{ ...PLACE, ...OWED, supplier_fk: 8, date: '2026-03-01' },
    costs: [{ ...freight, amount: '100000', supplier_fk: 9 }],
    lines: [{ item_fk: 11, unit_fk: 1, quantity: '1000', price: '1000' }],
  };
  const came = given(purchase).after([
    { type: 'enter', receive: false, input },
    { type: 'receive', input: { date: '2026-03-02', lines: [{ line_id: 1, quantity: '100' }] } },
  ]);
  books.post('purchase-1', came);
  books.post('sale-1', sold('40', '1500', '2026-03-05'));
  if (isClosed) books.closeYear();
  const date = isClosed ? '2026-04-10' : '2026-03-20';
  books.post('purchase-1', came.after([{ type: 'close', input: { date } }], { ...shop(), ownId: 1 }));
  return books;
}

/** 10 pieces are made from 4 of item 11 and 1 of item 12, and 4 of them are sold. */
function made(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const flour = bought('10', '1000', '2026-03-01');
  books.before('purchase-1', flour);
  books.before('purchase-2', bought('5', '2000', '2026-03-01', 12));
  const input = {
    ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-05' },
    costs: [{ amount: '500', currency_fk: 1, payment_type: 'cash' as const, account_fk: 3 }],
    lines: [
      { role: 'input' as const, item_fk: 11, unit_fk: 1, quantity: '4' },
      { role: 'input' as const, item_fk: 12, unit_fk: 1, quantity: '1' },
      { role: 'output' as const, item_fk: 21, unit_fk: 1, quantity: '10' },
    ],
  };
  books.post('production-1', given(production).after([{ type: 'enter', input }], workshop()));
  books.post('sale-1', sold('4', '2000', '2026-03-08', 21, workshop()));
  return isClosed ? withFreight(books, flour, '1000') : books;
}

export const VALUE_EXAMPLES: Readonly<Record<string, (isClosed?: boolean) => ExampleBooks>> = {
  'a cost that is taken back': takenBack,
  'the rest of a purchase is closed': restClosed,
  'goods that are made and sold': made,
};
