/** The worked examples of docs/accounting.md about goods: purchases and cost (sections 3 and 4). */
import { CostRules } from '../../domain/costing/rules.ts';
import { landedCost } from '../../domain/purchasing/costs/landed-cost.ts';
import { type TakenCost, takenOf } from '../../domain/purchasing/costs/taken-cost.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { purchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { inventoryAdjustment } from '../../domain/stock/inventory-adjustment.ts';
import { stockTransfer } from '../../domain/stock/transit/stock-transfer.ts';
import type { TransitCommand } from '../../domain/stock/transit/transit.ts';
import { given } from '../domain/given.ts';
import { freeInCost } from '../domain/histories-free.ts';
import { colleague } from '../domain/histories-stock.ts';
import { openItem, shop } from '../domain/shop.ts';
import { ExampleBooks } from './example-books.ts';
import { bought, OWED, PLACE, sold, withFreight } from './example-documents.ts';

/** 20 at 5 USD and 5 bonus units, freight of 12 USD owed to another supplier, customs of 3,000 IQD paid in cash. */
const imported = given(purchase).after([
  {
    type: 'draft',
    input: {
      ...{ ...PLACE, ...OWED, supplier_fk: 8, date: '2026-03-05', currency_fk: 2, rate_fk: 4 },
      discount: { type: 'amount', value: '10' },
      costs: [
        { ...OWED, cost_type: 'freight', amount: '12', currency_fk: 2, rate_fk: 4, supplier_fk: 9 },
        { cost_type: 'customs', amount: '3000', currency_fk: 1, payment_type: 'cash', account_fk: 3 },
      ],
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '20', bonus_quantity: '5', price: '5' }],
    },
  },
  { type: 'complete', receive: true },
]);

function importedAndReturned(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  books.post('purchase-1', imported);
  const input = {
    ...{ outlet_fk: 1, inventory_fk: 1, currency_fk: 2, purchase_fk: 1, supplier_fk: 8, date: '2026-03-20', ...OWED },
    lines: [{ purchase_line_id: 1, quantity: '5' }],
  };
  const facts = shop({
    documents: { 'purchase-1': imported.state() },
    openItems: [openItem('purchase-1', '90', '1490', '2026-03-05')],
  });
  const back = given(purchaseReturn).after([{ type: 'draft', input }, { type: 'complete' }], facts);
  books.post('purchase_return-1', back);
  return isClosed ? withFreight(books, imported, '2500') : books;
}

/** `count` pieces of purchase 1 go back to the supplier, for the price of 1,000 each. */
function wentBack(books: ExampleBooks, of: ReturnType<typeof bought>, count: string, open: string): void {
  const input = {
    ...{ ...PLACE, purchase_fk: 1, supplier_fk: 8, date: '2026-03-05', ...OWED },
    lines: [{ purchase_line_id: 1, quantity: count }],
  };
  const facts = shop({
    documents: { 'purchase-1': of.state() },
    openItems: [openItem('purchase-1', open, null, '2026-03-01')],
  });
  books.post('purchase_return-1', given(purchaseReturn).after([{ type: 'draft', input }, { type: 'complete' }], facts));
}

function wentBackFirstIn(isClosed = false): ExampleBooks {
  const books = new ExampleBooks(FIRST_IN_FIRST_OUT);
  const first = bought('10', '1000', '2026-03-01');
  books.post('purchase-1', first);
  books.post('purchase-2', bought('10', '5000', '2026-03-03'));
  wentBack(books, first, '5', '10000');
  books.post('sale-1', sold('10', '8000', '2026-03-08'));
  return isClosed ? withFreight(books, first, '500') : books;
}

function wentBackAtAverage(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const first = bought('10', '1000', '2026-03-01');
  books.post('purchase-1', first);
  books.post('purchase-2', bought('90', '100', '2026-03-03'));
  books.post('sale-1', sold('90', '300', '2026-03-04'));
  wentBack(books, first, '8', '10000');
  return isClosed ? withFreight(books, first, '1000') : books;
}

/** 4 pieces of the first purchase are sent back, and the supplier credits two of them. */
function creditedInPart(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const first = bought('10', '600', '2026-03-01');
  books.post('purchase-1', first);
  books.post('purchase-2', bought('10', '1000', '2026-03-03'));
  const input = {
    ...{ ...PLACE, purchase_fk: 1, supplier_fk: 8, date: '2026-03-05', ...OWED, credit_awaited: true },
    lines: [{ purchase_line_id: 1, quantity: '4' }],
  };
  const date = isClosed ? '2026-04-05' : '2026-03-20';
  const credit = { date, amount: '1200', credit_reference: 'CN-7', credit_reason: 'two were opened' };
  const facts = shop({
    documents: { 'purchase-1': first.state() },
    openItems: [openItem('purchase-1', '6000', null, '2026-03-01')],
  });
  const back = given(purchaseReturn).after([{ type: 'enter', input }], facts);
  books.post('purchase_return-1', back);
  if (isClosed) books.closeYear();
  books.post('purchase_return-1', back.after([{ type: 'credit', input: credit }], facts));
  return isClosed ? withFreight(books, first, '1000') : books;
}

function costLater(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const first = bought('10', '1000', '2026-03-01');
  books.post('purchase-1', first);
  books.post('sale-1', sold('4', '2000', '2026-03-05'));
  if (isClosed) return withFreight(books, first, '500');
  const freight = { ...OWED, cost_id: 1, cost_type: 'freight' as const, amount: '500', currency_fk: 1, supplier_fk: 9 };
  books.post('purchase-1', first.after([{ type: 'apply_cost', input: freight }]));
  return books;
}

/** 100 of 1,000 pieces came and were sold before the freight was entered; the other 900 came afterwards. */
function costBetween(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const ordered = { ...PLACE, ...OWED, supplier_fk: 8, date: '2026-03-01', currency_fk: 1 };
  const lines = [{ item_fk: 11, unit_fk: 1, quantity: '1000', price: '1000' }];
  const first = given(purchase).after([
    { type: 'enter', receive: false, input: { ...ordered, lines } },
    { type: 'receive', input: { date: '2026-03-02', lines: [{ line_id: 1, quantity: '100' }] } },
  ]);
  books.post('purchase-1', first);
  books.post('sale-1', sold('100', '1500', '2026-03-05'));
  const freight = {
    ...OWED,
    cost_id: 1,
    cost_type: 'freight' as const,
    amount: '200000',
    currency_fk: 1,
    supplier_fk: 9,
  };
  const month = isClosed ? '2026-04' : '2026-03';
  if (isClosed) books.closeYear();
  const entered = first.after([
    { type: 'apply_cost', input: { ...freight, share_by: 'quantity', date: `${month}-08` } },
    { type: 'receive', input: { date: `${month}-09` } },
  ]);
  books.post('purchase-1', entered);
  return books;
}

/** Freight of a container with the goods of two purchases, of which 4 pieces were sold. */
function container(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const first = bought('10', '1000', '2026-03-01');
  const second = bought('10', '2000', '2026-03-02', 12);
  books.post('purchase-1', first);
  books.post('purchase-2', second);
  books.post('sale-1', sold('4', '2000', '2026-03-05'));
  const facts = shop({ documents: { 'purchase-1': first.state(), 'purchase-2': second.state() } });
  const date = isClosed ? '2026-04-10' : '2026-03-20';
  if (isClosed) books.closeYear();
  const input = {
    ...{ ...OWED, outlet_fk: 1, date, cost_type: 'freight' as const, amount: '600', currency_fk: 1 },
    ...{ supplier_fk: 9, lines: [{ purchase_fk: 1 }, { purchase_fk: 2 }] },
  };
  const freight = given(landedCost).after([{ type: 'enter', input }], facts);
  books.post('landed_cost-1', freight);
  const state = freight.state();
  if (state.status !== 'complete') throw new Error('it is not complete');
  const [ofFirst, ofSecond] = state.data.lines.map(({ purchase_share: share = '0' }) => takenOf(state.data, 1, share));
  const take = (taken: TakenCost | undefined) => ({
    type: 'take_landed_cost' as const,
    taken: taken as TakenCost,
    returned: [],
  });
  books.post('purchase-1', first.after([take(ofFirst)]));
  books.post('purchase-2', second.after([take(ofSecond)]));
  return books;
}

/** 35 pieces come before their bill, and 20 of them are sold; the bill has another price than the purchase. */
function billedForLess(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const ordered = { ...PLACE, supplier_fk: 8, date: '2026-03-01', ...OWED };
  const came = given(purchase).after([
    {
      type: 'enter',
      receive: false,
      input: { ...ordered, lines: [{ item_fk: 11, unit_fk: 1, quantity: '35', price: '20000' }] },
    },
    { type: 'receive', input: { date: '2026-03-02', billed: false } },
  ]);
  books.post('purchase-1', came);
  books.post('sale-1', sold('20', '30000', '2026-03-05'));
  if (isClosed) books.closeYear();
  const date = isClosed ? '2026-04-10' : '2026-03-10';
  books.post('purchase-1', came.after([{ type: 'bill', input: { date, lines: [{ line_id: 1, price: '15000' }] } }]));
  return books;
}

/** 100 pieces are bought and 40 of them sold; then the supplier allows a part of the price. */
function allowedAfterwards(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const first = bought('100', '1000', '2026-03-01');
  books.post('purchase-1', first);
  books.post('sale-1', sold('40', '2000', '2026-03-05'));
  if (isClosed) books.closeYear();
  const date = isClosed ? '2026-04-10' : '2026-03-20';
  const allowance = { ...OWED, cost_id: 1, amount: '40000', currency_fk: 1, date, reason: 'rebate' };
  const facts = { ...shop({ levels: { 'open:supplier-8:1:2026-03-01:purchase-1': '100000' } }), ownId: 1 };
  books.post('purchase-1', first.after([{ type: 'apply_allowance', input: allowance }], facts));
  return books;
}

/** Freight comes for purchase 1 or 2 when the year is closed. */
function threeReceipts(rules: CostRules | undefined, isClosed: boolean, late: 1 | 2): ExampleBooks {
  const books = new ExampleBooks(rules);
  const [first, second] = [bought('10', '1000', '2026-03-01'), bought('10', '1300', '2026-03-03')];
  books.post('purchase-1', first);
  books.post('purchase-2', second);
  books.post('purchase-3', bought('5', '1600', '2026-03-05'));
  books.post('sale-1', sold('12', '2000', '2026-03-08'));
  return isClosed ? withFreight(books, late === 1 ? first : second, '1250', `purchase-${late}`) : books;
}

function backDated(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  books.post('purchase-1', bought('10', '1000', '2026-03-01'));
  books.post('sale-1', sold('6', '2000', '2026-03-05'));
  if (isClosed) books.closeYear();
  books.post('purchase-2', bought('10', '1300', '2026-03-03'));
  return books;
}

function belowZero(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const first = bought('10', '1000', '2026-03-01');
  books.post('purchase-1', first);
  books.post('sale-1', sold('15', '2000', '2026-03-05'));
  if (isClosed) books.closeYear();
  books.post('purchase-2', bought('12', '1200', isClosed ? '2026-04-09' : '2026-03-09'));
  return isClosed ? withFreight(books, first, '1000') : books;
}

function counted(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const first = bought('10', '1000', '2026-03-01');
  books.post('purchase-1', first);
  const lines = [{ item_fk: 11, unit_fk: 1, real_quantity: '8' }];
  const done = given(inventoryAdjustment)
    .after([{ type: 'draft', input: { outlet_fk: 1, inventory_fk: 1, date: '2026-03-06', lines } }])
    .after([{ type: 'approve' }], colleague());
  books.post('inventory_adjustment-1', done);
  if (isClosed) books.closeYear();
  books.post('sale-1', sold('1', '2000', '2026-03-05'));
  return isClosed ? withFreight(books, first, '1000') : books;
}

type Charged = readonly TransitCommand<never>[];

/** The missing piece is a loss, or the person owes it, at what it cost when it was sent, at once or afterwards. */
function transferred(isClosed: boolean, charge: object = {}, since: Charged = []): ExampleBooks {
  const books = new ExampleBooks();
  const first = bought('20', '1200', '2026-03-01');
  books.before('purchase-1', first);
  const input = {
    ...{ outlet_fk: 1, inventory_fk: 1, to_outlet_fk: 2, to_inventory_fk: 2, date: '2026-03-05' },
    lines: [{ item_fk: 11, unit_fk: 1, quantity: '10' }],
  };
  const arrived = { date: '2026-03-06', lines: [{ line_id: 1, quantity: '9' }], rest: 'missing' as const, ...charge };
  const facts = { ...shop(), queryResult: [{ line_id: 1, value: '12000' }] };
  const commands = [{ type: 'enter_sent', input } as const, { type: 'receive', input: arrived } as const, ...since];
  const done = given(stockTransfer).after(commands, facts);
  books.post('stock_transfer-1', done);
  return isClosed ? withFreight(books, first, '2000') : books;
}

/** Two persons are charged, and one of them was not it. */
const LOST_BY: Charged = [
  {
    type: 'charge',
    input: { charge_id: 1, charged_user_fk: 2, charged_amount: '700', date: '2026-03-13', reason: 'he drove' },
  },
  { type: 'charge', input: { charge_id: 2, charged_user_fk: 3, date: '2026-03-13', reason: 'he loaded' } },
  { type: 'reverse_charge', input: { charge_id: 1, date: '2026-03-20', reason: 'he was not there' } },
];

const FIRST_IN_FIRST_OUT = new CostRules([{ from: '', items: [], inventories: [], method: 'fifo' }]);

/** The setting changes after the first sale; a free piece of this sale is returned afterwards. */
function givenFree(isClosed = false): ExampleBooks {
  const books = new ExampleBooks();
  const bought10 = bought('10', '1000', '2026-03-01');
  books.post('purchase-1', bought10);
  const input = (date: string) => ({
    ...{ ...PLACE, ...OWED, customer_fk: 7, date },
    lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', bonus_quantity: '1', price: '2000' }],
  });
  const first = given(sale).after([{ type: 'enter', input: input('2026-03-05') }]);
  books.post('sale-1', first);
  const setSince = freeInCost({ documents: { 'sale-1': first.state() } });
  books.post('sale-2', given(sale).after([{ type: 'enter', input: input('2026-03-06') }], setSince));
  const back = {
    ...{ outlet_fk: 1, inventory_fk: 1, sale_fk: 1, customer_fk: 7, date: '2026-03-07', ...OWED },
    lines: [{ sale_line_id: 1, quantity: '0', bonus_quantity: '1' }],
  };
  const returned = given(saleReturn).after([{ type: 'draft', input: back }, { type: 'complete' }], setSince);
  books.post('sale_return-1', returned);
  return isClosed ? withFreight(books, bought10, '1000') : books;
}

export const GOODS_EXAMPLES: Readonly<Record<string, (isClosed?: boolean) => ExampleBooks>> = {
  'a purchase in dollars, and a part of it goes back': importedAndReturned,
  'goods go back to the supplier, first in, first out': wentBackFirstIn,
  'goods go back to the supplier, at the moving average': wentBackAtAverage,
  'goods go back to the supplier, and their credit is awaited': creditedInPart,
  'a cost that comes later': costLater,
  'a cost between two arrivals': costBetween,
  'the freight of a container with two purchases': container,
  'a bill with another price': billedForLess,
  'an allowance of the supplier': allowedAfterwards,
  'three receipts and a sale at the moving average': (isClosed = false) => threeReceipts(undefined, isClosed, 1),
  'the same, first in, first out': (isClosed = false) => threeReceipts(FIRST_IN_FIRST_OUT, isClosed, 2),
  'a purchase entered late': backDated,
  'more sold than there is': belowZero,
  'a count': counted,
  'a transfer between outlets': (isClosed = false) => transferred(isClosed),
  'a missing piece is charged to the driver': (isClosed = false) => transferred(isClosed, { charged_user_fk: 2 }),
  'it is known later who lost the piece': (isClosed = false) => transferred(isClosed, {}, LOST_BY),
  'goods given free': givenFree,
};
