/**
 * A batch is corrected: another number or day for everything that was told of it, and rules that follow the new name. A batch
 * is held: nothing takes it but a disposal and a return to the supplier.
 */
import { describe, expect, it } from 'vitest';
import { calledBy, onHandByName } from '../../domain/batches/batch-names.ts';
import { type BatchNotes, NO_NOTES, notesOf } from '../../domain/batches/batch-notes.ts';
import { notForSale } from '../../domain/batches/issued-batches.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import { assetDisposalDocument } from '../../domain/stock/asset-disposal.document.ts';
import { batchCorrectionDocument } from '../../domain/stock/batch-correction.document.ts';
import { batchHoldDocument } from '../../domain/stock/batch-hold.document.ts';
import { stockTransferDocument } from '../../domain/stock/transit/stock-transfer.document.ts';
import { type Batch, type BatchQuantity, batchKey, batchOfKey, movedBatches } from '../../domain/values/batch.ts';
import { membersOf } from '../../domain/values/members.ts';
import { given } from './given.ts';
import { colleague } from './histories-stock.ts';
import { type Known, RECORDS, shop } from './shop.ts';

const DAY = '2026-03-20';
const [GONE, WRONG, RIGHT] = ['2026-03-01', '2027-02-15', '2027-12-15'] as const;
const MEDICINE = { ...RECORDS['item-11'], has_batch_number: true, has_expire: true };
const named = (batch_number: string | null, expire_date: string | null): Batch => ({ batch_number, expire_date });
const of = (batch: Batch, quantity: string): BatchQuantity => ({ ...batch, quantity });
const B12 = named('112', WRONG);
const B13 = named('113', RIGHT);

type Level = readonly [key: string, total: string];

/** Stock as events told it, and the corrections that stand. */
function facts(told: readonly BatchQuantity[], corrected: readonly Level[] = [], more: Known = {}): Facts {
  const notes: BatchNotes = notesOf(corrected.map(([key, total]) => ({ key, total })));
  const onHand = String(told.reduce((sum, { quantity }) => sum + Number(quantity), 0));
  const raw = { batches: told, onHand };
  return {
    ...shop({ records: { 'item-11': MEDICINE }, ...more }),
    knownBatches: (_item, as) => (as === 'told' ? told : told.map((batch) => calledBy(notes, batch))),
    batchNotes: () => notes,
    batchesOnHand: () => (corrected.length === 0 ? raw : onHandByName(raw, notes)),
  };
}

const correcting = (from: Batch, to: Partial<Record<'new_batch_number' | 'new_expire_date', string | null>>) => ({
  type: 'complete' as const,
  input: { item_fk: 11, ...from, ...to, reason: 'misread' },
});
const decider = batchCorrectionDocument.decider;
const corrected = (from: Batch, to: Parameters<typeof correcting>[1], known: Facts) =>
  given(decider).after([correcting(from, to)], known);

/** The levels of a correction, in which the next decision finds it. */
const levelsOf = (events: ReturnType<typeof corrected>): readonly Level[] =>
  (batchCorrectionDocument.claims?.(decider.initial, events.state(), 'batch_correction-1') ?? []).flatMap((claim) =>
    claim.kind === 'level' ? [[claim.key, claim.delta] as const] : [],
  );

const place = { outlet_fk: 1, inventory_fk: 1, date: DAY };
const line = (quantity: string, batches?: readonly BatchQuantity[]) => ({
  ...{ item_fk: 11, unit_fk: 1, quantity, price: '1000', ...(batches ? { batches } : {}) },
});
const selling = (quantity: string, batches?: readonly BatchQuantity[]) => ({
  type: 'enter',
  input: { ...place, currency_fk: 1, payment_type: 'cash', account_fk: 3, lines: [line(quantity, batches)] },
});
const buying = (batch: Batch, quantity = '2') => ({
  type: 'enter',
  receive: true,
  input: {
    ...{ ...place, supplier_fk: 8, currency_fk: 1, payment_type: 'on_account' },
    lines: [{ item_fk: 11, unit_fk: 1, quantity, price: '500', ...batch }],
  },
});
const movedIn = (events: readonly { readonly data: unknown }[]) =>
  movedBatches(membersOf(events.at(-1)?.data)).map(
    ({ batch_number, expire_date, quantity }) => `${batch_number}|${expire_date} ${quantity}`,
  );

describe('the correction', () => {
  it('stores the name before, the name after and what documents told of the batch', () => {
    const events = corrected(
      named('11 2', WRONG),
      { new_batch_number: '113', new_expire_date: RIGHT },
      facts([of(B12, '5')]),
    );
    expect(events.events[0]?.data).toMatchObject({
      ...{ item_fk: 11, ...B12, new_batch_number: '113', new_expire_date: RIGHT, reason: 'misread' },
      told: [{ ...B12, step: 1 }],
    });
    expect(levelsOf(events)).toEqual([[`noted:11:called:${WRONG}:112:${RIGHT}:113`, '1']]);
  });

  it('leaves as it is what it does not name', () => {
    const events = corrected(B12, { new_expire_date: RIGHT }, facts([of(B12, '5')]));
    expect(events.events[0]?.data).toMatchObject({ new_batch_number: '112', new_expire_date: RIGHT });
  });

  it('is possible when the batch is sold out', () => {
    const known = { ...facts([]), queryResult: [B12] };
    given(decider)
      .when(correcting(B12, { new_batch_number: '113' }), known)
      .gives('batch_correction.completed');
  });

  it('is refused for a batch that the item does not have, without a change, and without what the item requires', () => {
    const known = facts([of(B12, '5')]);
    const asked = (from: Batch, to: Parameters<typeof correcting>[1]) =>
      given(decider).when(correcting(from, to), known);
    asked(named('C1', WRONG), { new_batch_number: '113' }).isRefused('batch_number: unknown_batch');
    asked(B12, {}).isRefused('new_batch_number: batch_unchanged');
    asked(B12, { new_batch_number: null }).isRefused('new_batch_number: required');
    asked(B12, { new_expire_date: null }).isRefused('new_expire_date: required');
    asked(B12, { new_expire_date: '2027-02-30' }).isRefused('new_expire_date: date');
    const plain = { ...known, ...shop({}) };
    given(decider)
      .when(correcting(B12, { new_batch_number: '113' }), plain)
      .isRefused('item_fk: item_has_no_batches');
  });

  it('asks before two batches become one, and before a number has two days', () => {
    const both = { ...facts([of(B12, '5'), of(B13, '5')]), confirmed: false };
    const asked = (to: Parameters<typeof correcting>[1]) => given(decider).when(correcting(B12, to), both);
    asked({ new_batch_number: '11-3', new_expire_date: RIGHT }).isRefused('new_batch_number: batches_become_one');
    asked({ new_batch_number: '1 13' }).isRefused('new_expire_date: batch_known_of_day');
  });

  it('goes on from the name that an earlier one gave, and is taken back by itself', () => {
    const told = [of(B12, '5')];
    const first = levelsOf(corrected(B12, { new_batch_number: '113' }, facts(told)));
    const B13w = named('113', WRONG);
    const next = corrected(B13w, { new_expire_date: RIGHT }, facts(told, first));
    expect(next.events[0]?.data).toMatchObject({ ...B13w, told: [{ ...B12, step: 2 }] });
    const notes = (levels: readonly Level[]) => notesOf(levels.map(([key, total]) => ({ key, total })));
    expect(calledBy(notes([...first, ...levelsOf(next)]), B12)).toEqual(B13);
    const reversed = next.when({ type: 'reverse', reason: 'right before' }, facts(told, first));
    reversed.gives('batch_correction.reversed');
    expect(calledBy(notes(first), B12)).toEqual(B13w);
    expect(calledBy(notes([]), B12)).toEqual(B12);
  });
});

describe('goods of a corrected batch', () => {
  const told = [of(B12, '5')];
  const levels = levelsOf(corrected(B12, { new_batch_number: '113', new_expire_date: RIGHT }, facts(told)));

  it('are taken by the new name, and by the former one', () => {
    for (const batch of [B13, named('11-3', RIGHT), B12]) {
      const sale = given(saleDocument.decider).when(selling('2', [of(batch, '2')]), facts(told, levels));
      expect(movedIn(sale.events())).toEqual([`112|${WRONG} 2`]);
    }
    given(saleDocument.decider)
      .when(selling('2', [of(named('C1', RIGHT), '2')]), facts(told, levels))
      .gives('sale.completed');
  });

  it('expire on the corrected day, both ways', () => {
    const late = levelsOf(corrected(B12, { new_expire_date: GONE }, facts(told)));
    given(saleDocument.decider).when(selling('2'), facts(told, late)).isRefused('lines.0.batches: batch_expired');
    const old = [of(named('112', GONE), '5')];
    given(saleDocument.decider).when(selling('2'), facts(old)).isRefused('lines.0.batches: batch_expired');
    const saved = levelsOf(corrected(named('112', GONE), { new_expire_date: RIGHT }, facts(old)));
    const sale = given(saleDocument.decider).when(selling('2'), facts(old, saved));
    expect(movedIn(sale.events())).toEqual([`112|${GONE} 2`]);
  });

  it('leave in the order of the corrected days', () => {
    const two = [of(B12, '5'), of(named('A1', '2027-06-30'), '5')];
    const sale = (corrections: readonly Level[]) =>
      movedIn(given(saleDocument.decider).when(selling('7'), facts(two, corrections)).events());
    expect(sale([])).toEqual([`112|${WRONG} 5`, 'A1|2027-06-30 2']);
    expect(sale(levels)).toEqual(['A1|2027-06-30 5', `112|${WRONG} 2`]);
  });

  it('come in under the new name, and asked about under the former one', () => {
    const bought = (batch: Batch, confirmed?: boolean) =>
      given(purchaseDocument.decider).when(buying(batch), {
        ...facts(told, levels),
        ...(confirmed === undefined ? {} : { confirmed }),
      });
    expect(movedIn(bought(B13).events())).toEqual([`112|${WRONG} 2`]);
    bought(B12, false).isRefused('lines.0.batch_number: batch_was_corrected');
    // Another batch that really is called B12 does not become the one that was called so by mistake.
    expect(movedIn(bought(B12, true).events())).toEqual([`112 |${WRONG} 2`]);
    expect(calledBy(facts(told, levels).batchNotes?.(11) ?? NO_NOTES, named('112 ', WRONG))).toEqual(B12);
  });

  it('of an item with days alone are other batches too', () => {
    const days = { records: { 'item-11': { ...MEDICINE, has_batch_number: false } } };
    const [day, right] = [named(null, WRONG), named(null, RIGHT)];
    const known = facts([of(day, '5')], [], days);
    const notes = levelsOf(corrected(day, { new_expire_date: RIGHT }, known));
    const bought = given(purchaseDocument.decider).when(buying(day), facts([of(day, '5')], notes, days));
    expect(movedIn(bought.events())).toEqual([` |${WRONG} 2`]);
    const read = facts([of(day, '5'), of(named(' ', WRONG), '2')], notes, days);
    expect(read.batchesOnHand?.(11, 1).batches).toEqual([of(right, '5'), of(day, '2')]);
    const sale = given(saleDocument.decider).when(selling('6'), read);
    expect(movedIn(sale.events())).toEqual([` |${WRONG} 2`, `null|${WRONG} 4`]);
  });

  it('that two corrections made one are one batch', () => {
    const two = [of(B12, '5'), of(B13, '5')];
    const read = facts(two, levels);
    expect(read.batchesOnHand?.(11, 1).batches).toEqual([of(B13, '10')]);
    const sale = given(saleDocument.decider).when(selling('7', [of(B13, '7')]), read);
    expect(movedIn(sale.events())).toEqual([`112|${WRONG} 5`, `113|${RIGHT} 2`]);
    given(saleDocument.decider)
      .when(selling('2', [of(B13, '11')]), read)
      .isRefused('lines.0.batches: batches_do_not_add_up');
  });

  it('come back of a sale before the correction, by either name', () => {
    const sale = given(saleDocument.decider).after([selling('3', [of(B12, '3')])], facts(told));
    const back = (batches: readonly BatchQuantity[]) => ({
      type: 'enter',
      input: {
        ...{ ...place, sale_fk: 1, payment_type: 'cash', account_fk: 3 },
        lines: [{ sale_line_id: 1, quantity: '1', batches }],
      },
    });
    for (const batch of [B13, B12]) {
      const known = facts(told, levels, { documents: { 'sale-1': sale.state() } });
      const events = given(saleReturnDocument.decider)
        .when(back([of(batch, '1')]), known)
        .events();
      expect(movedIn(events)).toEqual([`112|${WRONG} 1`]);
      expect(membersOf(events.at(-1)?.data)['returned_batches']).toMatchObject([{ ...B12, quantity: '1' }]);
    }
  });

  it('arrive by the new name when they were sent before the correction', () => {
    const input = {
      ...{ ...place, to_outlet_fk: 2, to_inventory_fk: 2 },
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '4', batches: [of(B12, '4')] }],
    };
    const sent = given(stockTransferDocument.decider).after([{ type: 'enter', input }, { type: 'send' }], facts(told));
    const receive = {
      type: 'receive',
      input: { date: DAY, lines: [{ line_id: 1, quantity: '3', batches: [of(B13, '3')] }] },
    };
    const events = sent.when(receive, facts(told, levels)).events();
    expect(movedIn(events)).toEqual([`112|${WRONG} 3`]);
  });
});

describe('a held batch', () => {
  const told = [of(B12, '5')];
  const hold = (from: Batch, known: Facts) =>
    given(batchHoldDocument.decider).when(
      { type: 'complete', input: { item_fk: 11, ...from, hold_type: 'held', reason: 'a complaint' } },
      known,
    );
  const holding = (from: Batch, known: Facts): readonly Level[] => {
    const { decider } = batchHoldDocument;
    const [event] = hold(from, known).events();
    const state = decider.evolve(decider.initial, event as never);
    return (batchHoldDocument.claims?.(decider.initial, state, 'batch_hold-1') ?? []).flatMap((claim) =>
      claim.kind === 'level' ? [[claim.key, claim.delta] as const] : [],
    );
  };
  const held = holding(B12, facts(told));

  it('is held under whatever name it has, once', () => {
    expect(held).toEqual([[`noted:11:held:${WRONG}:112`, '1']]);
    hold(B12, facts(told, held)).isRefused('batch_number: batch_held_already');
    hold(named('C1', WRONG), facts(told)).isRefused('batch_number: unknown_batch');
    const levels = levelsOf(corrected(B12, { new_batch_number: '113', new_expire_date: RIGHT }, facts(told)));
    expect(holding(B13, facts(told, levels))).toEqual(held);
  });

  it('is neither taken for a sale that names none, nor accepted from one that names it, and other batches are', () => {
    given(saleDocument.decider).when(selling('2'), facts(told, held)).isRefused('lines.0.batches: batch_held');
    const asked = selling('2', [of(B12, '2')]);
    given(saleDocument.decider).when(asked, facts(told, held)).isRefused('lines.0.batches: batch_held');
    const both = facts([...told, of(named('301', '2028-01-31'), '5')], held);
    expect(movedIn(given(saleDocument.decider).when(selling('2'), both).events())).toEqual(['301|2028-01-31 2']);
    const transfer = {
      type: 'enter',
      input: { ...place, to_outlet_fk: 2, to_inventory_fk: 2, lines: [{ item_fk: 11, unit_fk: 1, quantity: '2' }] },
    };
    const entered = given(stockTransferDocument.decider).after([transfer], facts(told, held));
    entered.when({ type: 'send' }, facts(told, held)).isRefused('lines.0.batches: batch_held');
  });

  it('is sold no more where the settings sell expired goods either', () => {
    const settings = { records: { 'item-11': MEDICINE, 'system_setting-1': { currency_fk: 1, sell_expired: true } } };
    given(saleDocument.decider)
      .when(selling('2'), facts(told, held, settings))
      .isRefused('lines.0.batches: batch_held');
  });

  it('leaves by a disposal', () => {
    const input = {
      ...{ ...place, disposal_type: 'damaged' },
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '2', batches: [of(B12, '2')] }],
    };
    const { decider } = assetDisposalDocument;
    const done = given(decider).after([{ type: 'enter', input }], facts(told, held));
    const events = done.when({ type: 'approve' }, { ...facts(told, held), actor: colleague().actor }).events();
    expect(movedIn(events)).toEqual([`112|${WRONG} 2`]);
  });

  it('comes in and comes back as before', () => {
    const bought = given(purchaseDocument.decider).when(buying(B12), facts(told, held));
    expect(movedIn(bought.events())).toEqual([`112|${WRONG} 2`]);
  });

  it('is not available', () => {
    const read = facts([...told, of(named('301', GONE), '3'), of(named('302', RIGHT), '4')], held);
    expect(String(notForSale(read.batchesOnHand?.(11, 1) ?? { batches: [], onHand: '0' }, read))).toBe('8000000');
  });
});

it('keys of levels read back what they were made of, whatever a number contains', () => {
  for (const number of ['112', '112 ', 'A:7/3', 'دفعة ٧', '%3A'])
    for (const day of [null, WRONG]) expect(batchOfKey(batchKey(5, 2, named(number, day)))).toEqual(named(number, day));
});
