import { describe, expect, it } from 'vitest';
import { CostBook } from '../../domain/costing/cost-book.ts';
import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../../domain/debts/transaction-side.ts';
import type { Posting } from '../../domain/entries/entry.ts';
import { customerTransactionDocument, supplierTransactionDocument } from '../../domain/parties/transaction.document.ts';
import { transactionDecider } from '../../domain/parties/transaction.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import type { SaleInput } from '../../domain/sales/sale.schema.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { printMoney } from '../../domain/values/money.ts';
import { IQD } from '../../domain/values/rate.ts';
import { given } from '../domain/given.ts';
import { openItem, shop } from '../domain/shop.ts';

/** Returns a function that posts a document and returns the cost on each contra account; debit above zero. */
function booking() {
  const book = new CostBook();
  let position = 0n;
  return (document: string, posting: Posting | undefined): Record<string, string> => {
    if (!posting) throw new Error(`${document} posts nothing`);
    position += 1n;
    const sums = new Map<string, bigint>();
    for (const { movement, cost } of book.apply(position, document, posting, IQD)) {
      const { key } = movement.contra;
      sums.set(key, (sums.get(key) ?? 0n) - cost);
    }
    return Object.fromEntries(
      [...sums].filter(([, value]) => value !== 0n).map(([key, value]) => [key, printMoney(value as never)]),
    );
  };
}

const place = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1 };
const owed = { payment_type: 'on_account', supplier_fk: 8 } as const;
const bought = (quantity: string, price: string, date: string) =>
  given(purchase).after([
    { type: 'draft', input: { ...place, ...owed, date, lines: [{ item_fk: 11, unit_fk: 1, quantity, price }] } },
    { type: 'complete', receive: true },
  ]);
const soldInput = (quantity: string, date: string): SaleInput => ({
  ...place,
  customer_fk: 7,
  payment_type: 'on_account',
  date,
  lines: [{ item_fk: 11, unit_fk: 1, quantity, price: '2000' }],
});
const sold = (quantity: string, date: string) =>
  given(sale).after([{ type: 'draft', input: soldInput(quantity, date) }, { type: 'complete' }]);

describe('documents and costing together give the worked examples:', () => {
  it('a cost applied later moves the part already sold to cost, at the sale’s date', () => {
    const book = booking();
    const first = bought('10', '1000', '2026-03-01');
    expect(book('purchase-1', purchaseDocument.postingsOf(first.state(), 'purchase-1')[0])).toEqual({});
    const issue = saleDocument.postingsOf(sold('4', '2026-03-05').state(), 'sale-1')[0];
    expect(book('sale-1', issue)).toEqual({ 'cost-of-goods-sold': '4000' });
    const freight = { cost_id: 1, cost_type: 'freight' as const, amount: '500', currency_fk: 1, ...owed };
    const costed = first.after([{ type: 'apply_cost', input: freight }]);
    const [, entered, shared] = purchaseDocument.postingsOf(costed.state(), 'purchase-1');
    expect(book('purchase-1', entered)).toEqual({});
    expect(book('purchase-1', shared)).toEqual({ 'cost-of-goods-sold': '200' });
  });

  it('a purchase entered late for an earlier day restates the sale, and the return of that sale follows', () => {
    const book = booking();
    book('purchase-1', purchaseDocument.postingsOf(bought('10', '1000', '2026-03-01').state(), 'purchase-1')[0]);
    const { state } = sold('6', '2026-03-05');
    expect(book('sale-1', saleDocument.postingsOf(state(), 'sale-1')[0])).toEqual({ 'cost-of-goods-sold': '6000' });
    const back = given(saleReturn).after(
      [
        {
          type: 'draft',
          input: {
            outlet_fk: 1,
            inventory_fk: 1,
            sale_fk: 1,
            customer_fk: 7,
            date: '2026-03-06',
            payment_type: 'on_account',
            lines: [{ sale_line_id: 1, quantity: '2' }],
          },
        },
        { type: 'complete' },
      ],
      shop({ documents: { 'sale-1': state() } }),
    );
    const returned = saleReturnDocument.postingsOf(back.state(), 'sale_return-1')[0];
    expect(book('sale_return-1', returned)).toEqual({ 'cost-of-goods-sold': '-2000' });
    const late = purchaseDocument.postingsOf(bought('10', '1300', '2026-03-03').state(), 'purchase-2')[0];
    // 6,900 − 6,000 for the sale, and a third of that back for the return.
    expect(book('purchase-2', late)).toEqual({ 'cost-of-goods-sold': '600' });
  });

  it('dollar that came in at 1,500 pays a debt of 1,490: 2,000 are realised', () => {
    const book = booking();
    const dollar = { outlet_fk: 1, date: '2026-03-10', currency_fk: 2, account_fk: 5, amount: '200' };
    const received = given(transactionDecider(CUSTOMER_SIDE)).after([
      { type: 'complete', input: { ...dollar, customer_fk: 7, transaction_type: 'receive', rate: '1500' } },
    ]);
    book(
      'customer_transaction-1',
      customerTransactionDocument.postingsOf(received.state(), 'customer_transaction-1')[0],
    );
    const paid = given(transactionDecider(SUPPLIER_SIDE)).after(
      [{ type: 'complete', input: { ...dollar, supplier_fk: 8, transaction_type: 'pay', rate: '1490' } }],
      shop({ openItems: [openItem('purchase-1', '200', '1490')] }),
    );
    const [money] = supplierTransactionDocument.postingsOf(paid.state(), 'supplier_transaction-1');
    expect(book('supplier_transaction-1', money)).toEqual({ 'fx-realised': '2000' });
  });
});
