import { describe, expect, it } from 'vitest';
import { saleTransfer } from '../../domain/sales/transfers/sale-transfer.ts';
import { saleTransferReturnDocument } from '../../domain/sales/transfers/sale-transfer-return.document.ts';
import type { SaleTransferReturnInput } from '../../domain/sales/transfers/sale-transfer-return.schema.ts';
import { saleTransferReturn } from '../../domain/sales/transfers/sale-transfer-return.ts';
import { given } from './given.ts';
import { type Known, shop } from './shop.ts';

const transfer = given(saleTransfer).after([
  {
    type: 'enter_sent',
    input: {
      outlet_fk: 1,
      inventory_fk: 1,
      to_outlet_fk: 2,
      to_inventory_fk: 2,
      date: '2026-03-10',
      currency_fk: 2,
      rate_fk: 4,
      lines: [{ item_fk: 11, unit_fk: 2, quantity: '10', price: '15' }],
    },
  },
]);
const arrived = transfer.after([
  { type: 'receive', input: { date: '2026-03-12', lines: [{ line_id: 1, quantity: '8' }] } },
]);
const facts = (known: Known = {}) => shop({ documents: { 'sale_transfer-1': arrived.state() }, ...known });

const back = { outlet_fk: 2, inventory_fk: 2, to_outlet_fk: 1, to_inventory_fk: 1, date: '2026-03-14' };
const input: SaleTransferReturnInput = {
  ...back,
  sale_transfer_fk: 1,
  lines: [{ sale_transfer_line_id: 1, quantity: '3' }],
};
const enter = (more: Partial<SaleTransferReturnInput> = {}) => ({
  type: 'enter' as const,
  input: { ...input, ...more },
});
const pending = given(saleTransferReturn).after([enter()], facts());
const sent = pending.after([{ type: 'send' }], facts());

describe('a return of a sale transfer', () => {
  it('takes item, unit, price, currency and rate from the transfer', () => {
    const [event] = given(saleTransferReturn).when(enter(), facts()).gives('sale_transfer_return.entered');
    expect(event?.data).toMatchObject({
      currency_fk: 2,
      rate: '1480',
      lines: [{ item_fk: 11, unit_fk: 2, unit_factor: '12', price: '15', sale_transfer_line_id: 1 }],
    });
  });

  it('is refused with every field that contradicts the transfer, and takes fields that repeat it', () => {
    const line = { sale_transfer_line_id: 1, quantity: '3' };
    given(saleTransferReturn)
      .when(enter({ rate: '1500', lines: [{ ...line, item_fk: 12, unit_fk: 1, price: '14' }] }), facts())
      .isRefused(
        'rate: not_of_the_transfer',
        ...['item_fk', 'price'].map((field) => `lines.0.${field}: not_of_the_transfer`),
      );
    given(saleTransferReturn)
      .when(enter({ rate: '1480', lines: [{ ...line, item_fk: 11, unit_fk: 2, price: '15.0' }] }), facts())
      .gives('sale_transfer_return.entered');
  });

  it('is from the receiver to the sender of the transfer, not before its receipt', () => {
    given(saleTransferReturn)
      .when(enter({ outlet_fk: 1, inventory_fk: 1, to_outlet_fk: 2, to_inventory_fk: 2, date: '2026-03-11' }), facts())
      .isRefused('outlet_fk: not_of_the_transfer', 'to_outlet_fk: not_of_the_transfer', 'date: before_it_was_received');
    given(saleTransferReturn)
      .when(enter({ currency_fk: 1 }), facts())
      .isRefused('currency_fk: not_of_the_transfer');
  });

  it('takes no more than arrived and has not gone back', () => {
    const lines = [{ sale_transfer_line_id: 1, quantity: '9' }];
    given(saleTransferReturn).when(enter({ lines }), facts()).isRefused('lines.0.quantity: more_than_received');
    const levels = { 'returned:sale_transfer-1:1': '6' };
    pending.when({ type: 'send' }, facts({ levels })).isRefused('lines.0.quantity: more_than_received');
    const known = facts({ levels: { 'returned:sale_transfer-1:1': '5' } });
    const [event] = pending.when({ type: 'send' }, known).gives('sale_transfer_return.sent');
    expect(event?.data).toMatchObject({ lines: [{ returned_before: '5', quantity: '3' }] });
  });

  it('requires a transfer with received goods, and lines that it has', () => {
    given(saleTransferReturn).when(enter(), shop()).isRefused('sale_transfer_fk: unknown_document');
    given(saleTransferReturn)
      .when(enter(), shop({ documents: { 'sale_transfer-1': transfer.state() } }))
      .isRefused('lines.0.quantity: more_than_received', 'sale_transfer_fk: nothing_received');
    const lines = [
      { sale_transfer_line_id: 1, quantity: '1' },
      { sale_transfer_line_id: 1, quantity: '1' },
      { sale_transfer_line_id: 2, quantity: '1' },
    ];
    given(saleTransferReturn)
      .when(enter({ lines }), facts())
      .isRefused('lines.1.sale_transfer_line_id: unique', 'lines.2.sale_transfer_line_id: unknown_line');
  });

  it('claims the returned quantity when it is sent, and releases it when it returns to pending', () => {
    const claims = saleTransferReturnDocument.claims;
    const key = 'returned:sale_transfer-1:1';
    expect(claims?.(pending.state(), sent.state(), 'sale_transfer_return-1')).toMatchObject([
      { key, delta: '3', ceiling: '3' },
    ]);
    const returned = sent.after([{ type: 'return_to_pending', reason: 'x' }]);
    expect(claims?.(sent.state(), returned.state(), 'sale_transfer_return-1')).toMatchObject([{ key, delta: '-3' }]);
    const received = sent.after([{ type: 'receive', input: { date: '2026-03-15' } }]);
    expect(claims?.(sent.state(), received.state(), 'sale_transfer_return-1')).toEqual([]);
  });
});

describe('a return without its transfer', () => {
  const entered = { sale_transfer_fk: null, currency_fk: 1 };
  it('states its items, units and prices', () => {
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '2', price: '900' }];
    const [event] = given(saleTransferReturn)
      .when(enter({ ...entered, lines }))
      .gives('sale_transfer_return.entered');
    expect(event?.data).toMatchObject({ rate: null, lines: [{ price: '900', sale_transfer_line_id: null }] });
    given(saleTransferReturn)
      .when(enter({ ...entered, lines: [{ quantity: '1' }] }))
      .isRefused('lines.0.item_fk: required', 'lines.0.unit_fk: required', 'lines.0.price: required');
    given(saleTransferReturn)
      .when(enter({ sale_transfer_fk: null, lines: [{ ...lines[0], quantity: '1', sale_transfer_line_id: 1 }] }))
      .isRefused('currency_fk: required', 'lines.0.sale_transfer_line_id: return_without_transfer');
  });
});
