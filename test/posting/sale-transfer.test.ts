import { describe, expect, it } from 'vitest';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { saleTransferDocument } from '../../domain/sales/transfers/sale-transfer.document.ts';
import type { SaleTransferInput } from '../../domain/sales/transfers/sale-transfer.schema.ts';
import { saleTransfer } from '../../domain/sales/transfers/sale-transfer.ts';
import { saleTransferReturnDocument } from '../../domain/sales/transfers/sale-transfer-return.document.ts';
import { saleTransferReturn } from '../../domain/sales/transfers/sale-transfer-return.ts';
import { given } from '../domain/given.ts';
import { inTenThousandths, shop } from '../domain/shop.ts';
import { Ledger } from './ledger.ts';

const bought = (quantity: string, price: string, date: string) => {
  const input = {
    outlet_fk: 1,
    inventory_fk: 1,
    date,
    currency_fk: 1,
    payment_type: 'on_account' as const,
    supplier_fk: 8,
    lines: [{ item_fk: 11, unit_fk: 1, quantity, price }],
  };
  const done = given(purchase).after([{ type: 'enter', input, receive: true }], inTenThousandths());
  return purchaseDocument.postingsOf(done.state(), 'purchase-1')[0];
};

const transfer = (more: Partial<SaleTransferInput> = {}, facts = shop()) =>
  given(saleTransfer).after(
    [
      {
        type: 'enter_sent',
        input: {
          outlet_fk: 1,
          inventory_fk: 1,
          to_outlet_fk: 2,
          to_inventory_fk: 2,
          date: '2026-03-05',
          currency_fk: 1,
          lines: [{ item_fk: 11, unit_fk: 1, quantity: '10', price: '1500' }],
          ...more,
        },
      },
    ],
    facts,
  );
const receive = (date: string, quantity: string, rest: 'on_its_way' | 'missing' = 'on_its_way') => ({
  type: 'receive' as const,
  input: { date, lines: [{ line_id: 1, quantity }], rest },
});

/** Twenty pieces at 1,200 in the first outlet; posts a transfer step by step. */
function posted(done: ReturnType<typeof transfer>) {
  const ledger = new Ledger();
  ledger.post('purchase-1', bought('20', '1200', '2026-03-01'));
  const steps = saleTransferDocument.postingsOf(done.state(), 'sale_transfer-1');
  return { ledger, entries: steps.map((step) => ledger.post('sale_transfer-1', step)) };
}

describe('a sale transfer', () => {
  it('of 10 that cost 12,000 for 15,000, of which 9 arrive, moves goods at cost and claims the price', () => {
    const { ledger, entries } = posted(transfer().after([receive('2026-03-06', '9', 'missing')]));
    expect(entries).toEqual([
      { 'in-transit': '12000', 'inventory:1': '-12000' },
      { 'inventory:2': '10800', shrinkage: '1200', 'in-transit': '-12000' },
    ]);
    // The sender sold nine pieces, which cost 10,800, for 13,500, and loses the tenth.
    expect(ledger.ofOutlet(1)).toEqual({
      'inventory:1': '12000',
      payable: '-24000',
      'inter-outlet': '13500',
      'sale-transfers': '-2700',
      shrinkage: '1200',
    });
    expect(ledger.ofOutlet(2)).toEqual({
      'inventory:2': '10800',
      'inter-outlet': '-13500',
      'sale-transfers': '2700',
    });
  });

  it('in parts leaves nothing in transit, to the last digit', () => {
    const odd = transfer({ lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '0.0001' }] }, inTenThousandths());
    const ledger = new Ledger();
    ledger.post('purchase-1', bought('7', '142.8573', '2026-03-01'));
    const arrivals = [receive('2026-03-06', '1'), receive('2026-03-07', '2'), receive('2026-03-08', '3')];
    for (const step of saleTransferDocument.postingsOf(odd.after(arrivals).state(), 'sale_transfer-1')) {
      ledger.post('sale_transfer-1', step);
    }
    expect(ledger.ofOutlet(1)).not.toHaveProperty('in-transit');
    expect(ledger.ofOutlet(2)).toEqual({
      'inventory:2': '428.5719',
      'inter-outlet': '-0.0003',
      'sale-transfers': '-428.5716',
    });
  });

  it('in dollar claims the price at the in rate', () => {
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '10', price: '1.25' }];
    const done = transfer({ currency_fk: 2, rate_fk: 4, lines }).after([receive('2026-03-06', '10')]);
    const { ledger } = posted(done);
    expect(ledger.ofOutlet(2)).toEqual({
      'inventory:2': '12000',
      'inter-outlet': '-18500',
      'sale-transfers': '6500',
    });
  });

  it('follows a purchase that is entered late for an earlier day, in both outlets', () => {
    const { ledger } = posted(transfer().after([receive('2026-03-06', '9', 'missing')]));
    // 20 at 1,200 and 10 at 1,500: 1,300 each.
    expect(ledger.post('purchase-2', bought('10', '1500', '2026-03-02'))).toEqual({
      'inventory:1': '14000',
      'inventory:2': '900',
      shrinkage: '100',
      payable: '-15000',
    });
    expect(ledger.ofOutlet(2)).toEqual({
      'inventory:2': '11700',
      'inter-outlet': '-13500',
      'sale-transfers': '1800',
    });
  });

  it('that returns to pending takes its goods out of transit', () => {
    const { ledger } = posted(transfer());
    expect(ledger.reverse('sale_transfer-1')).toEqual({ 'in-transit': '-12000', 'inventory:1': '12000' });
  });
});

describe('a sale transfer return', () => {
  it('in parts removes exactly the cost that the transfer brought', () => {
    const done = transfer({ lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '1' }] }).after([
      receive('2026-03-06', '3'),
    ]);
    const ledger = new Ledger();
    ledger.post('purchase-1', bought('7', '142.8573', '2026-03-01'));
    ledger.post('purchase-2', bought('3', '10.0001', '2026-03-02'));
    for (const step of saleTransferDocument.postingsOf(done.state(), 'sale_transfer-1'))
      ledger.post('sale_transfer-1', step);
    for (const before of ['0', '1', '2']) {
      const levels = { 'returned:sale_transfer-1:1': before };
      const back = given(saleTransferReturn).after(
        [
          {
            type: 'enter_sent',
            input: {
              outlet_fk: 2,
              inventory_fk: 2,
              to_outlet_fk: 1,
              to_inventory_fk: 1,
              date: '2026-03-08',
              sale_transfer_fk: 1,
              lines: [{ sale_transfer_line_id: 1, quantity: '1' }],
            },
          },
          { type: 'receive', input: { date: '2026-03-09' } },
        ],
        shop({ documents: { 'sale_transfer-1': done.state() }, levels }),
      );
      const document = `sale_transfer_return-${before}`;
      for (const step of saleTransferReturnDocument.postingsOf(back.state(), document)) ledger.post(document, step);
    }
    expect(ledger.ofOutlet(2)).toEqual({});
    expect(ledger.ofOutlet(1)).toMatchObject({ 'inventory:1': '1030.0014' });
  });

  it('leaves at the cost and the price of its transfer, with any other stock of the receiver', () => {
    const done = transfer().after([receive('2026-03-06', '10')]);
    const { ledger } = posted(done);
    const back = given(saleTransferReturn).after(
      [
        {
          type: 'enter_sent',
          input: {
            outlet_fk: 2,
            inventory_fk: 2,
            to_outlet_fk: 1,
            to_inventory_fk: 1,
            date: '2026-03-08',
            sale_transfer_fk: 1,
            lines: [{ sale_transfer_line_id: 1, quantity: '4' }],
          },
        },
        { type: 'receive', input: { date: '2026-03-09' } },
      ],
      shop({ documents: { 'sale_transfer-1': done.state() } }),
    );
    const steps = saleTransferReturnDocument.postingsOf(back.state(), 'sale_transfer_return-1');
    expect(steps.map((step) => ledger.post('sale_transfer_return-1', step))).toEqual([
      { 'in-transit': '4800', 'inventory:2': '-4800' },
      { 'inventory:1': '4800', 'in-transit': '-4800' },
    ]);
    // The receiver keeps six pieces for 9,000, which cost 7,200.
    expect(ledger.ofOutlet(2)).toEqual({
      'inventory:2': '7200',
      'inter-outlet': '-9000',
      'sale-transfers': '1800',
    });
  });
});
