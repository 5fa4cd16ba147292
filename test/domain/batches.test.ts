/** The batches that documents move: goods that come back, goods of no batch, earlier days, counts, corrected receipts. */
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../domain/deciding/facts.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { purchaseReturnDocument } from '../../domain/purchasing/purchase-return.document.ts';
import { onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import { saleTransferDocument } from '../../domain/sales/transfers/sale-transfer.document.ts';
import { saleTransferReturnDocument } from '../../domain/sales/transfers/sale-transfer-return.document.ts';
import { inventoryAdjustmentDocument } from '../../domain/stock/inventory-adjustment.document.ts';
import { stockTransferDocument } from '../../domain/stock/transit/stock-transfer.document.ts';
import { posSaleDocument } from '../../domain/till/receipts/pos-sale.document.ts';
import type { BatchesOnHand, BatchQuantity, MovesBatches, ReturnsBatches } from '../../domain/values/batch.ts';
import { membersOf } from '../../domain/values/members.ts';
import { given } from './given.ts';
import { colleague } from './histories-stock.ts';
import { opened, receiptInput } from './histories-till.ts';
import { type Known, RECORDS, shop } from './shop.ts';

const of = (batch_number: string | null, quantity: string, expire_date: string | null = null): BatchQuantity => ({
  ...{ batch_number, expire_date, quantity },
});
const MEDICINE = { ...RECORDS['item-11'], has_batch_number: true };

/** Facts with this stock of an item with batches. */
function having(onHand: Partial<BatchesOnHand>, { records, ...known }: Known = {}): Facts {
  const facts = shop({ ...known, records: { 'item-11': MEDICINE, ...records } });
  return { ...facts, batchesOnHand: () => ({ batches: [], onHand: '0', ...onHand }) };
}

const soldInput = {
  ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-20', currency_fk: 1, payment_type: 'cash', account_fk: 3 },
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '5', price: '10000' }],
};
const sale = (quantity: string, more: object = {}) => ({
  type: 'draft',
  input: { ...soldInput, ...more, lines: [{ ...soldInput.lines[0], quantity }] },
});
const sold = (facts: Facts, command = sale('5')) =>
  given(saleDocument.decider).after([command, { type: 'complete' }], facts);
const dataOf = (events: readonly { readonly data: unknown }[]) =>
  membersOf(events.at(-1)?.data) as MovesBatches & ReturnsBatches;
const textOf = ({ batch_number, quantity }: BatchQuantity) => `${batch_number} ${quantity}`;
const movedIn = (events: readonly { readonly data: unknown }[]) => (dataOf(events).batches ?? []).map(textOf);

describe('goods that come back of a sale', () => {
  const origin = sold(having({ batches: [of('B1', '3'), of('B2', '2')], onHand: '5' })).state();
  const back = (quantity: string, batches?: readonly BatchQuantity[]) => ({
    type: 'draft',
    input: {
      ...{ outlet_fk: 1, inventory_fk: 1, sale_fk: 1, date: '2026-03-20', payment_type: 'cash', account_fk: 3 },
      lines: [{ sale_line_id: 1, quantity, ...(batches ? { batches } : {}) }],
    },
  });
  const returning = (
    quantity: string,
    levels: Known['levels'] = {},
    batches?: readonly BatchQuantity[],
    from = origin,
  ) => {
    const facts = having({}, { documents: { 'sale-1': from }, levels });
    return { facts, drafted: given(saleReturnDocument.decider).after([back(quantity, batches)], facts) };
  };
  const completed = (...asked: Parameters<typeof returning>) => {
    const { facts, drafted } = returning(...asked);
    return drafted.after([{ type: 'complete' }], facts);
  };

  it('are what earlier returns left of each batch, also when one of them named its batches', () => {
    const first = completed('2', {}, [of('B2', '2')]);
    expect(movedIn(first.events)).toEqual(['B2 2']);
    expect(dataOf(first.events).returned_batches).toEqual([
      { ...of('B2', '2'), origin_line_id: 1, returned_before: '0' },
    ]);
    const levels = { 'returned:sale-1:1': '2', 'returned:sale-1:1::B2': '2' };
    const second = completed('3', levels);
    expect(movedIn(second.events)).toEqual(['B1 3']);
    expect(dataOf(second.events).returned_batches).toEqual([
      { ...of('B1', '3'), origin_line_id: 1, returned_before: '0' },
    ]);
  });

  it('are at most what the sale had of a batch', () => {
    const isRefused = (message: string, ...asked: Parameters<typeof returning>) => {
      const { facts, drafted } = returning(...asked);
      drafted.when({ type: 'complete' }, facts).isRefused(`lines.0.batches: ${message}`);
    };
    isRefused('more_than_left_of_batch', '3', {}, [of('B2', '3')]);
    isRefused('more_than_left_of_batch', '1', { 'returned:sale-1:1': '2', 'returned:sale-1:1::B2': '2' }, [
      of('B2', '1'),
    ]);
    isRefused('batch_not_of_document', '1', {}, [of('B3', '1')]);
    isRefused('more_than_left_without_batch', '1', {}, [of(null, '1')]);
  });

  it('are counted by batch, and given back when the return is taken back', () => {
    const { drafted } = returning('2', {}, [of('B2', '2')]);
    const done = completed('2', {}, [of('B2', '2')]);
    const levels = (before: typeof done, after: typeof done) =>
      (saleReturnDocument.claims?.(before.state(), after.state(), 'sale_return-1') ?? []).map((claim) =>
        claim.kind === 'level' ? [claim.key, claim.delta, claim.ceiling] : [],
      );
    expect(levels(drafted, done)).toEqual([
      ['returned:sale-1:1', '2', '2'],
      ['returned:sale-1:1::B2', '2', '2'],
      ['returned:sale-1:refunded', '20000', undefined],
    ]);
    expect(levels(done, drafted)).toEqual([
      ['returned:sale-1:1', '-2', undefined],
      ['returned:sale-1:1::B2', '-2', undefined],
      ['returned:sale-1:refunded', '-20000', undefined],
    ]);
  });

  it('follow returns that were stored before quantities were kept by batch, which took the batches in order', () => {
    expect(movedIn(completed('3', { 'returned:sale-1:1': '2' }).events)).toEqual(['B1 1', 'B2 2']);
    const { returned_batches: _, ...old } = dataOf(completed('2').events);
    const state = { status: 'complete', data: old, number: 'SR-1' };
    const claims = saleReturnDocument.claims?.(state, { ...state, status: 'draft' }, 'sale_return-1') ?? [];
    expect(claims.map((claim) => claim.kind === 'level' && claim.key)).toEqual([
      'returned:sale-1:1',
      'returned:sale-1:refunded',
    ]);
  });

  it('may be of no batch, as many as the sale had', () => {
    const from = sold(having({ batches: [of('B1', '3')], onHand: '5' })).state();
    const first = completed('2', {}, [of(null, '2')], from);
    expect([movedIn(first.events), dataOf(first.events).returned_batches]).toEqual([
      [],
      [{ ...of(null, '2'), origin_line_id: 1, returned_before: '0' }],
    ]);
    const levels = { 'returned:sale-1:1': '2', 'returned:sale-1:1::': '2' };
    expect(movedIn(completed('3', levels, undefined, from).events)).toEqual(['B1 3']);
  });
});

describe('goods that come back of a sale transfer', () => {
  const input = {
    ...{ outlet_fk: 1, inventory_fk: 1, to_outlet_fk: 2, to_inventory_fk: 2, date: '2026-03-10', currency_fk: 1 },
    lines: [{ item_fk: 11, unit_fk: 1, quantity: '5', price: '900', batches: [of('B1', '3'), of('B2', '2')] }],
  };
  const there = { batches: [of('B1', '3'), of('B2', '2')], onHand: '5' };
  const facts = having(there);
  const sent = given(saleTransferDocument.decider).after([{ type: 'enter_sent', input }], facts);
  const receive = (quantity: string) => ({
    type: 'receive',
    input: { date: '2026-03-12', lines: [{ line_id: 1, quantity }] },
  });

  it('arrived in parts, although the transfer names its batches', () => {
    const arrived = sent.after([receive('2')], facts);
    expect(movedIn(arrived.events)).toEqual(['B1 2']);
    expect(movedIn(arrived.after([receive('4')], facts).events)).toEqual(['B1 1', 'B2 1']);
  });

  it('are of the batches that arrived, at most what is left of each', () => {
    const arrived = sent.after([receive('4')], facts).state();
    const back = (quantity: string, batches?: readonly BatchQuantity[]) => ({
      type: 'enter',
      input: {
        ...{ outlet_fk: 2, inventory_fk: 2, to_outlet_fk: 1, to_inventory_fk: 1, date: '2026-03-14' },
        sale_transfer_fk: 1,
        lines: [{ sale_transfer_line_id: 1, quantity, ...(batches ? { batches } : {}) }],
      },
    });
    const returning = (levels: Readonly<Record<string, string>>, ...asked: Parameters<typeof back>) => {
      const known = having(there, { documents: { 'sale_transfer-1': arrived }, levels });
      return given(saleTransferReturnDocument.decider)
        .after([back(...asked)], known)
        .when({ type: 'send' }, known);
    };
    returning({}, '2', [of('B2', '2')]).isRefused('lines.0.batches: more_than_left_of_batch');
    expect(movedIn(returning({}, '1', [of('B2', '1')]).events())).toEqual(['B2 1']);
    const levels = { 'returned:sale_transfer-1:1': '1', 'returned:sale_transfer-1:1::B2': '1' };
    expect(movedIn(returning(levels, '3').events())).toEqual(['B1 3']);
    expect(movedIn(returning({ 'returned:sale_transfer-1:1': '1' }, '3').events())).toEqual(['B1 2', 'B2 1']);
  });

  it('arrive in their batches also when other goods of the transfer came back before', () => {
    const whole = sent.after([receive('5')], facts).state();
    const known = having(there, {
      documents: { 'sale_transfer-1': whole },
      levels: { 'returned:sale_transfer-1:1': '2' },
    });
    const back = {
      ...{ outlet_fk: 2, inventory_fk: 2, to_outlet_fk: 1, to_inventory_fk: 1, date: '2026-03-14' },
      ...{ sale_transfer_fk: 1, lines: [{ sale_transfer_line_id: 1, quantity: '3' }] },
    };
    const second = given(saleTransferReturnDocument.decider).after([{ type: 'enter_sent', input: back }], known);
    expect(movedIn(second.events)).toEqual(['B1 1', 'B2 2']);
    const arrival = (more: object = {}) => ({ type: 'receive', input: { date: '2026-03-15', ...more } });
    const lines = (quantity: string) => ({ lines: [{ line_id: 1, quantity }] });
    expect(movedIn(second.after([arrival()], known).events)).toEqual(['B1 1', 'B2 2']);
    const part = second.after([arrival(lines('2'))], known);
    expect(movedIn(part.events)).toEqual(['B1 1', 'B2 1']);
    expect(movedIn(part.after([arrival(lines('3'))], known).events)).toEqual(['B2 1']);
    // Missing goods arrive and are lost.
    const missing = second.after([arrival({ ...lines('1'), rest: 'missing' })], known);
    expect(movedIn(missing.events)).toEqual(['B1 1', 'B2 2', 'B2 2']);
  });
});

describe('goods of no batch', () => {
  const OLD = of('71', '2', '2026-03-19');
  const NEW = of('81', '1', '2027-03-19');
  const EXPIRES = { 'item-11': { ...MEDICINE, has_expire: true } };
  const sells = { ...EXPIRES, 'system_setting-1': { ...RECORDS['system_setting-1'], sell_expired: true } };
  const drafted = (quantity: string, facts: Facts) => given(saleDocument.decider).after([sale(quantity)], facts);
  const selling = (quantity: string, facts: Facts) => drafted(quantity, facts).when({ type: 'complete' }, facts);

  it('are sold after what has not expired, although expired goods are on hand', () => {
    const facts = having({ batches: [OLD, NEW], onHand: '6' }, { records: EXPIRES });
    expect(movedIn(selling('4', facts).events())).toEqual(['81 1']);
    selling('5', facts).isRefused('lines.0.batches: batch_expired');
  });

  it('are not sold twice by two lines', () => {
    const facts = having({ batches: [OLD], onHand: '5' }, { records: EXPIRES });
    const lines = ['2', '2'].map((quantity) => ({ ...soldInput.lines[0], quantity }));
    const both = { type: 'draft', input: { ...soldInput, lines } };
    given(saleDocument.decider)
      .after([both], facts)
      .when({ type: 'complete' }, facts)
      .isRefused('lines.1.batches: batch_expired');
  });

  it('are sold before expired goods where the settings sell these', () => {
    const facts = having({ batches: [OLD, NEW], onHand: '6' }, { records: sells });
    expect(movedIn(selling('4', facts).events())).toEqual(['81 1']);
    expect(movedIn(selling('5', facts).events())).toEqual(['81 1', '71 1']);
  });
});

describe('expired goods', () => {
  const MILK = { ...RECORDS['item-11'], has_expire: true, category_fk: 1 };
  const settings = { ...RECORDS['app_setting-1'], outlet_fk: 1, inventory_fk: 1, account_fk: 3 };
  const records = { 'item-11': MILK, 'category-1': {}, 'app_setting-1': settings };
  const batches = [of(null, '2', '2026-03-19'), of(null, '3', '2026-03-20')];
  const placing = (quantity: string, more: Known['records'] = {}) => {
    const facts = having({ batches, onHand: '5' }, { levels: { 'stock:11:1': '5' }, records: { ...records, ...more } });
    const lines = [{ item_fk: 11, unit_fk: 1, quantity }];
    const command = { type: 'place', customer: 1, input: { received_type: 'collected', lines } } as const;
    return given(onlineOrder).when(command, facts);
  };

  it('are not ordered in the application, unless the settings sell them', () => {
    placing('3').gives('online_order.ordered');
    placing('4').isRefused('lines.0.quantity: not_in_stock_online');
    const sells = { 'system_setting-1': { ...RECORDS['system_setting-1'], sell_expired: true } };
    placing('5', sells).gives('online_order.ordered');
  });
});

describe('a sale of an earlier day', () => {
  it('has no batch that arrived later, and nothing that a later document took', () => {
    const later = [
      { batch: of('B2', '0', '2026-09-30'), day: '2026-03-18', quantity: '4' },
      { batch: null, day: '2026-03-18', quantity: '4' },
      { batch: of('B1', '0', '2027-01-31'), day: '2026-03-16', quantity: '-2' },
      { batch: null, day: '2026-03-16', quantity: '-2' },
      { batch: of('B1', '0', '2027-01-31'), day: '2026-03-19', quantity: '5' },
      { batch: null, day: '2026-03-19', quantity: '5' },
    ];
    const batches = [of('B1', '8', '2027-01-31'), of('B2', '4', '2026-09-30'), of('B3', '3', '2027-02-28')];
    const facts = having({ batches, onHand: '15', later });
    const on = (date: string) => movedIn(sold(facts, sale('5', { date })).events);
    // B1 had 3 after the sale of the 16th, and B2 arrived on the 18th.
    expect(on('2026-03-15')).toEqual(['B1 3', 'B3 2']);
    expect(on('2026-03-18')).toEqual(['B2 4', 'B1 1']);
    expect(on('2026-03-19')).toEqual(['B2 4', 'B1 1']);
  });
});

describe('a count', () => {
  const lines = [{ item_fk: 11, unit_fk: 1, real_quantity: '10', unit_cost: null }];
  const input = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-20', time: '09:00', lines };
  const drafted = given(inventoryAdjustmentDocument.decider).after([{ type: 'draft', input }], having({}));
  const approving = (onHand: Partial<BatchesOnHand>) => {
    const { actor } = colleague();
    return drafted.when({ type: 'approve' }, { ...having(onHand), actor });
  };

  it('may leave as many goods without a batch as there were at its moment', () => {
    const later = [{ batch: null, day: '2026-03-20', quantity: '-3' }];
    expect(approving({ onHand: '7', later }).events()).toHaveLength(1);
    approving({ onHand: '7' }).isRefused('lines.0.batches: batches_required');
    // At its moment three of them were of a batch.
    const batch = [...later, { batch: of('B1', '0'), day: '2026-03-20', quantity: '-3' }];
    approving({ onHand: '7', later: batch }).isRefused('lines.0.batches: batches_required');
  });

  it('reads the books at its moment only if it leaves goods without a batch', () => {
    const { countedAt } = inventoryAdjustmentDocument;
    const stored = { date: '2026-03-20', time: '09:00', lines: [{ ...lines[0], unit_factor: '1' }] };
    expect(countedAt?.(stored, 11)).toBe('2026-03-20T09:00:00.5');
    expect(countedAt?.(stored, 12)).toBeUndefined();
    const moment = { ...stored.lines[0], counted_at: '2026-03-19T11:20:05' };
    expect(countedAt?.({ ...stored, lines: [moment] }, 11)).toBe('2026-03-19T11:20:05.5');
    const named = { ...stored.lines[0], batches: [of('B1', '10')] };
    expect(countedAt?.({ ...stored, lines: [named] }, 11)).toBeUndefined();
  });
});

describe('goods that are received later', () => {
  const place = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10' };
  const ordered = { item_fk: 11, unit_fk: 1, quantity: '10', price: '500' };
  const bought = { ...place, supplier_fk: 8, currency_fk: 1, payment_type: 'on_account', lines: [ordered] };
  const waiting = given(purchaseDocument.decider).after([{ type: 'enter', receive: false, input: bought }], having({}));
  const receive = (quantity: string, batches?: readonly BatchQuantity[]) => ({
    type: 'receive',
    input: { date: '2026-03-12', lines: [{ line_id: 1, quantity, ...(batches ? { batches } : {}) }] },
  });

  it('name their batches, several a line and other ones with each receipt', () => {
    waiting.when(receive('10'), having({})).isRefused('lines.0.batches: batch_number_required');
    waiting.when(receive('4', [of('B1', '3')]), having({})).isRefused('lines.0.batches: batches_do_not_add_up');
    const first = waiting.after([receive('4', [of('B1', '3'), of('B2', '1')])], having({}));
    expect(movedIn(first.events)).toEqual(['B1 3', 'B2 1']);
    const second = first.after([receive('10', [of('B2', '6')])], having({}));
    expect(movedIn(second.events)).toEqual(['B2 6']);
    second.when(receive('10', [of('B2', '6')]), having({})).givesNothing();
  });

  it('are of the batch of the line of the purchase where it names one and the receipt names none', () => {
    const lines = [{ ...ordered, batch_number: 'B7' }];
    const known = given(purchaseDocument.decider).after(
      [{ type: 'enter', receive: false, input: { ...bought, lines } }],
      having({}),
    );
    expect(movedIn(known.after([receive('10')], having({})).events)).toEqual(['B7 10']);
    expect(movedIn(known.after([receive('10', [of('B8', '10')])], having({})).events)).toEqual(['B8 10']);
  });

  it('go back to the supplier in the batches of all receipts, at most what is left of each', () => {
    const state = waiting
      .after([receive('4', [of('B1', '3'), of('B2', '1')]), receive('10', [of('B2', '6')])], having({}))
      .state();
    const back = (quantity: string, batches?: readonly BatchQuantity[], levels: Known['levels'] = {}) => {
      const stock = { batches: [of('B1', '3'), of('B2', '7'), of('B3', '9')], onHand: '19' };
      const facts = having(stock, { documents: { 'purchase-1': state }, levels });
      const lines = [{ purchase_line_id: 1, quantity, ...(batches ? { batches } : {}) }];
      const input = { ...place, date: '2026-03-20', purchase_fk: 1, supplier_fk: 8, currency_fk: 1, lines };
      return given(purchaseReturnDocument.decider).when(
        { type: 'enter', input: { ...input, payment_type: 'on_account' } },
        facts,
      );
    };
    expect(movedIn(back('5').events())).toEqual(['B1 3', 'B2 2']);
    back('4', [of('B1', '4')]).isRefused('lines.0.batches: batch_not_here', 'lines.0.batches: more_than_left_of_batch');
    back('1', [of('B3', '1')]).isRefused('lines.0.batches: batch_not_of_document');
    const levels = { 'returned:purchase-1:1': '3', 'returned:purchase-1:1::B1': '3' };
    expect(movedIn(back('2', undefined, levels).events())).toEqual(['B2 2']);
  });
});

describe('goods on their way', () => {
  const input = {
    ...{ outlet_fk: 1, inventory_fk: 1, to_outlet_fk: 2, to_inventory_fk: 2, date: '2026-03-10' },
    lines: [{ item_fk: 11, unit_fk: 1, quantity: '5', batches: [of('B1', '3'), of('B2', '2')] }],
  };
  const facts = having({ batches: [of('B1', '3'), of('B2', '2')], onHand: '5' });
  const sent = given(stockTransferDocument.decider).after([{ type: 'enter_sent', input }], facts);
  const receive = (quantity: string, batches?: readonly BatchQuantity[], more: object = {}) => ({
    type: 'receive',
    input: { date: '2026-03-12', lines: [{ line_id: 1, quantity, ...(batches ? { batches } : {}) }], ...more },
  });

  it('arrive in the batches that a person names, and later in the rest', () => {
    const first = sent.after([receive('2', [of('B2', '2')])], facts);
    expect(movedIn(first.events)).toEqual(['B2 2']);
    expect(movedIn(first.after([receive('5')], facts).events)).toEqual(['B1 3']);
    first.when(receive('3', [of('B2', '1')]), facts).isRefused('lines.0.batches: more_than_on_its_way');
    sent.when(receive('1', [of('B9', '1')]), facts).isRefused('lines.0.batches: more_than_on_its_way');
  });

  it('are missing in the batches that did not come', () => {
    const end = sent.after([receive('3', [of('B2', '2'), of('B1', '1')], { rest: 'missing' })], facts);
    // They arrive, and the missing ones are lost.
    expect(movedIn(end.events)).toEqual(['B2 2', 'B1 3', 'B1 2']);
    const unsaid = sent.after([receive('3', undefined, { rest: 'missing' })], facts);
    expect(movedIn(unsaid.events)).toEqual(['B1 3', 'B2 2', 'B2 2']);
  });
});

describe('goods at a till', () => {
  const drawer = { 'drawer-1': opened.state() };
  const line = (quantity: string, more: object = {}) => ({
    item_fk: 11,
    unit_fk: 1,
    quantity,
    price: '10000',
    ...more,
  });
  const paid = (amount: string) => ({ payments: [{ method: 'cash', amount, account_fk: 20 }] });
  const receipt = (quantity: string, more: object = {}) => ({
    type: 'enter',
    input: { ...receiptInput, lines: [line(quantity, more)], ...paid(`${quantity}0000`) },
  });

  it('that come back without a receipt have the named batches', () => {
    const facts = having({}, { documents: drawer });
    const back = (more: object) => ({
      type: 'return',
      input: { ...receiptInput, note: 'bought elsewhere', lines: [line('2', more)], ...paid('20000') },
    });
    const returned = given(posSaleDocument.decider).when(back({ batches: [of('B1', '2')] }), facts);
    expect(movedIn(returned.gives('pos_sale.returned'))).toEqual(['B1 2']);
    given(posSaleDocument.decider).when(back({}), facts).isRefused('lines.0.batches: batch_number_required');
  });

  it('that are sold again when a receipt is corrected are of its batches, less what was refunded', () => {
    const facts = having({ batches: [of('B1', '9'), of('B2', '4')], onHand: '13' }, { documents: drawer });
    const old = given(posSaleDocument.decider).after(
      [
        receipt('4', { batches: [of('B2', '3'), of('B1', '1')] }),
        {
          type: 'refund',
          input: { drawer_fk: 1, date: '2026-03-10', reason: 'torn', lines: [{ line_id: 1, quantity: '1' }] },
        },
      ],
      facts,
    );
    expect(movedIn(old.events)).toEqual(['B2 1']);
    const known = { documents: { ...drawer, 'pos_sale-9': old.state() } };
    const correcting = (quantity: string, more: object = {}, reason: object = { reason: 'the wrong price' }) => {
      const { type, input } = receipt(quantity, more);
      const now = having({ batches: [of('B1', '8'), of('B2', '2')], onHand: '10' }, known);
      const command = { type, input: { ...input, ...reason, replaces_fk: 9 } };
      return movedIn(given(posSaleDocument.decider).when(command, now).gives('pos_sale.completed'));
    };
    expect(correcting('3')).toEqual(['B2 2', 'B1 1']);
    expect(correcting('2')).toEqual(['B2 2']);
    expect(correcting('5')).toEqual(['B2 2', 'B1 3']);
    // In an exchange the refund is stored before, and its goods are on hand.
    expect(correcting('3', {}, {})).toEqual(['B1 3']);
    expect(correcting('3', { batches: [of('B1', '3')] })).toEqual(['B1 3']);
  });
});
