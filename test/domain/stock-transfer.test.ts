import { describe, expect, it } from 'vitest';
import { stockTransferDocument } from '../../domain/stock/transit/stock-transfer.document.ts';
import type { StockTransferInput } from '../../domain/stock/transit/stock-transfer.schema.ts';
import { stockTransfer } from '../../domain/stock/transit/stock-transfer.ts';
import { given } from './given.ts';
import { shop } from './shop.ts';

const records = { 'inventory-3': { outlet_fk: 1 } };
const facts = shop({ records });
const input: StockTransferInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  to_outlet_fk: 1,
  to_inventory_fk: 3,
  date: '2026-03-10',
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '10', note: 'red' }],
};
const arrive = (quantity: string, date = '2026-03-11') => ({
  type: 'receive' as const,
  input: { date, lines: [{ line_id: 1, quantity }] },
});
const pending = given(stockTransfer).after([{ type: 'enter', input }], facts);
const sent = pending.after([{ type: 'send' }], facts);

describe('an item transfer that is new', () => {
  it('is pending or sent at once, also within an outlet', () => {
    given(stockTransfer).when({ type: 'enter', input }, facts).gives('stock_transfer.entered');
    given(stockTransfer).when({ type: 'enter_sent', input }, facts).gives('stock_transfer.sent');
  });

  it('is refused with all wrong fields at once', () => {
    given(stockTransfer)
      .when(
        { type: 'enter', input: { ...input, to_inventory_fk: 1, lines: [{ item_fk: 13, unit_fk: 3, quantity: '1' }] } },
        shop({ records, outlets: [] }),
      )
      .isRefused(
        'outlet_fk: not_your_outlet',
        'to_inventory_fk: inventories_must_differ',
        'lines.0.item_fk: goods_only',
        'lines.0.unit_fk: not_a_unit_of_the_item',
      );
    given(stockTransfer)
      .when({ type: 'enter_sent', input: { ...input, lines: [] } }, facts)
      .isRefused('lines: at_least_one_line');
  });
});

describe('a pending one', () => {
  it('is changed, sent and discarded, and is not in the books', () => {
    pending.when({ type: 'change', input: { ...input, note: 'x' } }, facts).gives('stock_transfer.changed');
    pending.when({ type: 'send' }, facts).gives('stock_transfer.sent');
    pending.when({ type: 'discard' }, facts).gives('stock_transfer.discarded');
    pending.when(arrive('1'), facts).isWrongState('change', 'send', 'discard');
    expect(stockTransferDocument.postingsOf(pending.state(), 'stock_transfer-1')).toEqual([]);
  });
});

describe('one that was sent', () => {
  it('returns to pending while nothing has arrived', () => {
    sent.when({ type: 'return_to_pending', reason: 'x' }, facts).gives('stock_transfer.returned_to_pending');
    sent
      .after([arrive('4')], facts)
      .when({ type: 'return_to_pending', reason: 'x' }, facts)
      .isWrongState('receive', 'report_missing');
  });

  it('is received in parts, each after the ones before, and never more than was sent', () => {
    const part = sent.after([arrive('4')], facts);
    part.when(arrive('3'), facts).isRefused('lines.0.quantity: total_at_least');
    part.when(arrive('11'), facts).isRefused('lines.0.quantity: total_at_most');
    part.when(arrive('4'), facts).givesNothing();
    expect(part.state().status).toBe('sent');
    const all = part.after([arrive('10')], facts);
    expect(all.state().status).toBe('received');
    expect(stockTransferDocument.postingsOf(all.state(), 'stock_transfer-1')).toMatchObject([
      { effective: '2026-03-10T23:59:00', movements: [{ line: 1, quantity: -10_000_000n, valued: { by: 'average' } }] },
      {
        effective: '2026-03-11T00:00:00',
        movements: [{ quantity: 4_000_000n, valued: { by: 'sameCostAs', document: 'stock_transfer-1', line: 1 } }],
      },
      { movements: [{ quantity: 6_000_000n, valued: { by: 'sameCostAs', after: 4_000_000n } }] },
    ]);
  });

  it('does not arrive after it was written off on its way: such a receipt is refused, not taken for done', () => {
    const lost = sent.after(
      [{ type: 'receive', input: { rest: 'missing', lines: [{ line_id: 1, quantity: '4' }] } }],
      facts,
    );
    expect(lost.state().status).toBe('received');
    lost.when(arrive('10'), facts).isRefused('lines.0.quantity: written_off_on_the_way');
    lost.when({ type: 'receive', input: {} }, facts).isRefused(': written_off_on_the_way');
    lost.when(arrive('4'), facts).givesNothing();
    lost.when({ type: 'receive', input: { rest: 'missing' } }, facts).givesNothing();
    sent
      .after([arrive('10')], facts)
      .when({ type: 'receive', input: {} }, facts)
      .givesNothing();
  });

  it('arrives in at most 200 parts', () => {
    const many = { ...input, lines: [{ item_fk: 11, unit_fk: 1, quantity: '201' }] };
    given(stockTransfer)
      .after([{ type: 'enter_sent', input: many }], facts)
      .after(Array.from({ length: 200 }, (_, index) => arrive(String(index + 1))))
      .when(arrive('201'))
      .isRefused(': too_many_receipts');
  });

  it('does not arrive before it was sent', () => {
    sent.when(arrive('4', '2026-03-09'), facts).isRefused('date: before_it_was_sent');
  });
});
