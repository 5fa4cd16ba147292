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

describe('goods that were written off on their way', () => {
  const writtenOff = { type: 'receive' as const, input: { date: '2026-03-12', lines: [], rest: 'missing' as const } };
  const lost = sent.after([writtenOff], facts);
  const cost = (value: string, more: object = {}) => ({
    ...shop({ records }),
    queryResult: [{ line_id: 1, value }],
    ...more,
  });
  const charge = (of: object = {}) => ({
    type: 'charge' as const,
    input: { charge_id: 1, charged_user_fk: 2, date: '2026-03-20', reason: 'he drove', ...of },
  });
  const back = (of: object = {}) => ({
    type: 'reverse_charge' as const,
    input: { charge_id: 1, reason: 'it was not he', ...of },
  });

  it('are charged afterwards at what they cost, and once under one number', () => {
    const [event] = lost.when(charge(), cost('12000.4')).gives('stock_transfer.charged');
    expect(event?.data).toMatchObject({
      charge_id: 1,
      charged_amount: '12000',
      date: '2026-03-20',
      reason: 'he drove',
    });
    const charged = lost.after([charge({ charged_amount: '5000' })], cost('12000'));
    charged.when(charge({ charged_amount: '5000' }), cost('12000')).givesNothing();
    charged.when(charge({ charged_amount: '6000' }), cost('12000')).isRefused('charge_id: unique');
  });

  it('are never charged beyond what they cost, whoever else was charged before, also when they were written off', () => {
    const part = lost.after([charge({ charged_amount: '5000' })], cost('12000'));
    part
      .when(charge({ charge_id: 2, charged_amount: '7001' }), cost('12000'))
      .isRefused('charged_amount: charged_at_most');
    const all = part.after([charge({ charge_id: 2, charged_user_fk: 3 })], cost('12000'));
    expect(all.state()).toMatchObject({ charges: [{ charged_amount: '5000' }, { charged_amount: '7000' }] });
    all.when(charge({ charge_id: 3, charged_amount: '1' }), cost('12000')).isRefused('charged_amount: all_is_charged');
    // Freight that came later made them dearer.
    all.when(charge({ charge_id: 3, charged_amount: '500' }), cost('12500')).gives('stock_transfer.charged');
    const once = { ...writtenOff.input, charged_user_fk: 2, charged_amount: '20000' };
    const agreed = sent.after([{ type: 'receive', input: once }], facts);
    agreed.when(charge({ charge_id: 2 }), cost('12000')).isRefused('charged_amount: all_is_charged');
  });

  it('are refused with every wrong field at once', () => {
    lost
      .when(charge({ charged_user_fk: 99, charged_amount: '0', date: '2026-03-11' }), cost('12000'))
      .isRefused('date: before_written_off', 'charged_user_fk: unknown_record', 'charged_amount: greater_than');
    const blind = { ...facts.actor, can: (permission: string) => permission !== 'items/show_cost' };
    lost
      .when(charge({ charged_amount: '5' }), cost('12000', { actor: blind }))
      .isRefused('charged_amount: permission_missing');
    const other = { ...facts.actor, can: (permission: string) => permission !== 'stocks/charge_missing' };
    lost.when(charge(), cost('12000', { actor: other })).isRefused(': permission_missing');
  });

  it('are charged only where some were written off, and not while they are on their way', () => {
    sent.when(charge(), cost('12000')).isWrongState('receive', 'report_missing', 'return_to_pending');
    sent
      .after([arrive('10')], facts)
      .when(charge(), cost('12000'))
      .isWrongState();
    expect(stockTransferDocument.possible(lost.state())).toEqual(['charge_missing']);
  });

  it('are not charged any more from a day on, or never were; the charge of the write-off is the first', () => {
    const once = { ...writtenOff.input, charged_user_fk: 2, charged_amount: '3000' };
    const charged = sent.after([{ type: 'receive', input: once }, charge({ charge_id: 2 })], cost('12000'));
    charged.when(back({ charge_id: 7 }), facts).isRefused('charge_id: unknown_charge');
    charged.when(back({ date: '2026-03-11' }), facts).isRefused('date: before_the_document');
    charged.when(back({ charge_id: 2 }), facts).gives('stock_transfer.charge_reversed');
    const posted = (of: typeof charged) =>
      stockTransferDocument
        .postingsOf(of.state(), 'stock_transfer-1')
        .map(({ effective, lines }) => [
          effective,
          ...lines.map(({ account, party, base }) => `${account.key} ${party ?? ''} ${base}`),
        ]);
    const free = charged.after([back(), back({ charge_id: 2, date: '2026-03-25' })], facts);
    expect(posted(free).slice(1)).toEqual([
      ['2026-03-12T00:00:00', 'staff-receivable user-2 30000000', 'shrinkage  -30000000'],
      ['2026-03-20T23:59:00', 'staff-receivable user-2 90000000', 'shrinkage  -90000000'],
      ['2026-03-12T23:59:00', 'staff-receivable user-2 -30000000', 'shrinkage  30000000'],
      ['2026-03-25T23:59:00', 'staff-receivable user-2 -90000000', 'shrinkage  90000000'],
    ]);
    free.when(back({ charge_id: 2, date: '2026-03-25' }), facts).givesNothing();
    expect(stockTransferDocument.possible(free.state())).toEqual(['charge_missing']);
  });
});
