import { describe, expect, it } from 'vitest';
import { saleTransferDocument } from '../../domain/sales/transfers/sale-transfer.document.ts';
import type { SaleTransferInput } from '../../domain/sales/transfers/sale-transfer.schema.ts';
import { saleTransfer } from '../../domain/sales/transfers/sale-transfer.ts';
import type { ReceiveTransitInput } from '../../domain/stock/transit/transit.schema.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const input: SaleTransferInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  to_outlet_fk: 2,
  to_inventory_fk: 2,
  date: '2026-03-10',
  currency_fk: 2,
  rate_fk: 4,
  lines: [
    { item_fk: 11, unit_fk: 1, quantity: '10', price: '1.5' },
    { item_fk: 12, unit_fk: 2, quantity: '2', price: '10' },
  ],
};
const enter = { type: 'enter' as const, input };
const send = { type: 'send' } as const;
const pending = given(saleTransfer).after([enter]);
const sent = pending.after([send]);
const receive = (more: ReceiveTransitInput = {}) => ({
  type: 'receive' as const,
  input: { date: '2026-03-12', ...more },
});
const partly = sent.after([receive({ lines: [{ line_id: 1, quantity: '4' }] })]);
const change = (more: Partial<SaleTransferInput>) => ({ type: 'change', input: { ...input, ...more } }) as const;

describe('a sale transfer that is new', () => {
  it('is entered pending, at the in rate, or sent at once', () => {
    const [entered] = given(saleTransfer).when(enter).gives('sale_transfer.entered');
    expect(entered?.data).toMatchObject({ rate: '1480', lines: [{ line_id: 1 }, { line_id: 2, unit_factor: '12' }] });
    const [event] = given(saleTransfer).when({ type: 'enter_sent', input }).gives('sale_transfer.sent');
    expect(event?.data).toMatchObject({ number: null, to_inventory_fk: 2 });
  });

  it('is to another existing outlet, by a sender with the outlet that the goods leave', () => {
    given(saleTransfer)
      .when({ type: 'enter', input: { ...input, to_outlet_fk: 1 } })
      .isRefused('to_outlet_fk: outlets_must_differ', 'to_inventory_fk: not_of_the_outlet');
    given(saleTransfer)
      .when({ type: 'enter', input: { ...input, to_inventory_fk: 1, to_outlet_fk: 1 } })
      .isRefused('to_outlet_fk: outlets_must_differ', 'to_inventory_fk: inventories_must_differ');
    given(saleTransfer)
      .when(enter, shop({ outlets: [2] }))
      .isRefused('outlet_fk: not_your_outlet');
    given(saleTransfer)
      .when(enter, shop({ outlets: [1] }))
      .gives('sale_transfer.entered');
  });

  it('moves goods only', () => {
    const lines = [{ item_fk: 13, unit_fk: 1, quantity: '1', price: '1' }];
    given(saleTransfer)
      .when({ type: 'enter', input: { ...input, lines } })
      .isRefused('lines.0.item_fk: goods_only');
  });
});

describe('a sale transfer that is pending', () => {
  it('is changed, and the same again changes nothing', () => {
    pending.when(change({ note: 'fragile' })).gives('sale_transfer.changed');
    pending.when(change({})).givesNothing();
  });

  it('is sent with lines and quantities', () => {
    pending.when(send).gives('sale_transfer.sent');
    pending
      .after([change({ lines: [] })])
      .when(send)
      .isRefused('lines: at_least_one_line');
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '0', price: '1' }];
    pending
      .after([change({ lines })])
      .when(send)
      .isRefused('lines.0.quantity: greater_than');
  });

  it('is sent and discarded only by who holds the outlet that it leaves', () => {
    pending.when(send, shop({ outlets: [2] })).isRefused('outlet_fk: not_your_outlet');
    pending.when({ type: 'discard' }, shop({ outlets: [2] })).isRefused('outlet_fk: not_your_outlet');
    pending.when({ type: 'discard' }).gives('sale_transfer.discarded');
  });

  it('cannot be received, nor returned', () => {
    pending.when(receive()).isWrongState('change', 'send', 'discard');
    pending.when({ type: 'return_to_pending', reason: 'x' }).givesNothing();
  });
});

describe('a sale transfer that was sent', () => {
  it('is received wholly when no lines are stated', () => {
    const [event] = sent.when(receive()).gives('sale_transfer.received');
    expect(event?.data).toMatchObject({
      receipt: 0,
      date: '2026-03-12',
      before: [],
      after: [
        { line_id: 1, quantity: '10' },
        { line_id: 2, quantity: '2' },
      ],
      missing: [],
    });
    expect(sent.after([receive()]).state().status).toBe('received');
  });

  it('is received in parts, of which the last one makes it received', () => {
    expect(partly.state()).toMatchObject({ status: 'sent', receipts: [{ after: [{ line_id: 1, quantity: '4' }] }] });
    const whole = partly.after([receive()]);
    expect(whole.state()).toMatchObject({ status: 'received', receipts: [{}, { receipt: 1 }] });
  });

  it('is received only by who holds the receiving outlet', () => {
    sent.when(receive(), shop({ outlets: [1] })).isRefused('to_outlet_fk: not_your_outlet');
    sent.when(receive(), shop({ outlets: [2] })).gives('sale_transfer.received');
  });

  it('never arrives with more than was sent, less than arrived, or before it was sent', () => {
    const count = (quantity: string) => receive({ lines: [{ line_id: 1, quantity }] });
    sent.when(count('11')).isRefused('lines.0.quantity: total_at_most');
    partly.when(count('3')).isRefused('lines.0.quantity: total_at_least');
    partly.when(count('4')).givesNothing();
    sent.when(receive({ lines: [{ line_id: 7, quantity: '1' }] })).isRefused('lines.0.line_id: unknown_line');
    sent.when(receive({ date: '2026-03-09' })).isRefused('date: before_it_was_sent');
    sent.when(receive({ date: '2026-02-30' })).isRefused('date: before_it_was_sent', 'date: date');
    const [event] = sent.when(receive({ date: '2026-03-10' })).events();
    expect(event?.data).toMatchObject({ time: '23:59:00' });
  });

  it('is over when the rest is missing', () => {
    const [event] = partly.when(receive({ lines: [], rest: 'missing' })).gives('sale_transfer.received');
    expect(event?.data).toMatchObject({
      missing: [
        { line_id: 1, quantity: '6' },
        { line_id: 2, quantity: '2' },
      ],
    });
    expect(partly.after([receive({ lines: [], rest: 'missing' })]).state().status).toBe('received');
  });

  it('returns to pending with its number while nothing has arrived', () => {
    sent.when({ type: 'return_to_pending', reason: 'wrong shop' }).gives('sale_transfer.returned_to_pending');
    partly.when({ type: 'return_to_pending', reason: 'x' }).isWrongState('receive', 'report_missing');
    const back = sent.after([{ type: 'return_to_pending', reason: 'x' }]);
    expect(saleTransferDocument.postingsOf(back.state(), 'sale_transfer-1')).toEqual([]);
    back.when(send).gives('sale_transfer.sent');
  });

  it('cannot be changed or discarded', () => {
    sent.when(change({ note: 'x' })).isWrongState('receive', 'report_missing', 'return_to_pending');
    sent.when({ type: 'discard' }).isWrongState('receive', 'report_missing', 'return_to_pending');
    sent.when(send).givesNothing();
  });
});

describe('a sale transfer that was received', () => {
  const received = sent.after([receive()]);
  it('stays as it is', () => {
    received.when(receive()).givesNothing();
    received.when({ type: 'return_to_pending', reason: 'x' }).isWrongState('');
    received.when(change({})).isWrongState('');
  });
});
