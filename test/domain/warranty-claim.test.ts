/** A warranty claim as a decider: what is asked when a piece is handed in, the order of its steps, and what they post. */
import { describe, expect, it } from 'vitest';
import { warrantyClaimDocument } from '../../domain/sales/warranty/warranty-claim.document.ts';
import { warrantyClaim } from '../../domain/sales/warranty/warranty-claim.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import {
  answered,
  close,
  draft,
  exchange,
  handedIn,
  inDollars,
  phones,
  receive,
  SOLD,
  send,
  sendLater,
  undo,
} from './histories-claims.ts';

const drafted = given(warrantyClaim).after([draft()], phones());
const received = drafted.after([receive], phones());
const sent = received.after([send], phones());
const exchanged = received.after([exchange], phones());
const posted = (state: ReturnType<typeof received.state>) =>
  warrantyClaimDocument.postingsOf(state, 'warranty_claim-1').map(balances);

describe('a piece that is handed in', () => {
  it('takes its sale and the end of its warranty from its number', () => {
    const [event] = drafted.when(receive, phones()).gives('warranty_claim.received');
    expect(event?.data).toMatchObject({
      ...{ number: null, sold_document: 'sale-5', sold_number: 'S-000005', sold_date: '2026-01-15' },
      warranty_until: '2027-01-15',
    });
  });

  it('is asked about after its warranty, without a warranty, when nobody here sold it, and while it is in stock', () => {
    const unsure = (sold: object | undefined, levels = {}) =>
      phones({ confirmed: false, levels }, { queryResult: sold });
    drafted.when(receive, unsure({ ...SOLD, warranty_months: 1 })).isRefused('date: warranty_over');
    drafted.when(receive, unsure({ ...SOLD, warranty_months: null })).isRefused('item_fk: no_warranty');
    drafted.when(receive, unsure(undefined)).isRefused('serial_number: claim_without_sale');
    drafted.when(receive, unsure(SOLD, { 'serial:11:s1': '1' })).isRefused('serial_number: claimed_serial_in_stock');
    drafted.when(receive, unsure(SOLD)).gives('warranty_claim.received');
    drafted.when(receive, phones({ confirmed: true }, { queryResult: undefined })).gives('warranty_claim.received');
  });

  it('takes the warranty that an earlier claim left, not a new one', () => {
    const again = { ...SOLD, document_kind: 'warranty_claim', warranty_months: null, warranty_until: '2026-12-01' };
    const [event] = drafted.when(receive, phones({}, { queryResult: again })).gives('warranty_claim.received');
    expect(event?.data).toMatchObject({ sold_document: 'warranty_claim-5', warranty_until: '2026-12-01' });
  });

  it('is refused while another claim about it is under way, and without anybody to give it back to', () => {
    drafted
      .when(receive, phones({ levels: { 'claimed:11:s1': '1' } }))
      .isRefused('serial_number: serial_claimed_already');
    const { customer_fk: _nobody, ...ofNobody } = handedIn;
    given(warrantyClaim)
      .after([draft(ofNobody)], phones())
      .when(receive, phones())
      .isRefused('customer_fk: claim_of_nobody');
    given(warrantyClaim)
      .when(draft({ ...handedIn, serial_number: null }), phones())
      .isRefused('serial_number: required');
    given(warrantyClaim)
      .when(draft({ ...handedIn, item_fk: 12 }), phones())
      .isRefused('serial_number: no_batches_of_item');
    given(warrantyClaim)
      .when(draft({ ...handedIn, item_fk: 13, serial_number: null }), phones())
      .isRefused('item_fk: goods_only');
  });
});

describe('the steps of a claim', () => {
  it('follow each other by day and by state', () => {
    drafted.when(send, phones()).isWrongState('change', 'receive', 'discard');
    received.when(send, phones()).gives('warranty_claim.sent');
    received
      .when({ type: 'send', input: { sent_to_fk: 8, date: '2026-03-09' } }, phones())
      .isRefused('date: date_too_early');
    received.when(answered('repaired'), phones()).isWrongState('send', 'exchange', 'close', 'undo');
    received.when(close, phones()).isRefused('ended_as: required');
    sent.when(close, phones()).isWrongState('take_back', 'exchange', 'undo');
    const back = sent.after([answered('refused')], phones());
    back.when(close, phones()).gives('warranty_claim.closed');
    expect(back.after([close], phones()).state()).toMatchObject({
      status: 'closed',
      ended_as: 'refused',
      sent_to_fk: 8,
    });
    back.after([close], phones()).when(exchange, phones()).isWrongState('undo');
  });

  it('on one day without times come in their order: the piece for another one is not here before that one left', () => {
    const both = sent.after([exchange], phones());
    const sameDay = { date: '2026-03-12', serial_number: 'S3' };
    const [event] = both.when(answered('replaced', sameDay), phones()).gives('warranty_claim.came_back');
    expect(event?.data).toMatchObject({ date: '2026-03-12', time: '23:59:00' });
    both.when(answered('replaced', { ...sameDay, time: '10:00' }), phones()).isRefused('time: date_too_early');
    const [later] = both.when(answered('replaced', { ...sameDay, date: '2026-03-13' }), phones()).events();
    expect(later?.data).toMatchObject({ date: '2026-03-13', time: null });
  });

  it('are taken back in order, and leave what was before', () => {
    const all = [send, exchange, answered('credited', inDollars), close] as const;
    const states = all.map((_, index) => received.after(all.slice(0, index + 1), phones()));
    const types = ['step_undone', 'exchange_undone', 'answer_undone', 'step_undone'];
    states.forEach((state, index) => {
      const before = index === 0 ? received : states[index - 1];
      expect(
        state
          .when(undo, phones())
          .events()
          .map(({ type }) => type),
      ).toEqual([`warranty_claim.${types[index]}`]);
      expect(state.after([undo], phones()).state()).toEqual(before?.state());
    });
    received.when(undo, phones()).gives('warranty_claim.returned_to_draft');
    expect(received.after([undo], phones()).state()).toEqual({
      ...{ status: 'draft', number: null },
      data: { ...drafted.events[0]?.data, sold_date: '2026-01-15' },
    });
  });

  it('give a piece that is in stock, by its number, and no other', () => {
    const [event] = received.when(exchange, phones()).gives('warranty_claim.exchanged');
    expect(event?.data).toMatchObject({ lines: [{ item_fk: 11, quantity: '1', unit_factor: '1' }] });
    const decide = (serial_number: string | null, facts = phones()) =>
      given(warrantyClaimDocument.decider, received.events as never).when(
        { type: 'exchange', input: { date: '2026-03-12', serial_number } } as never,
        facts,
      );
    decide(null).isRefused('serial_number: required');
    decide('S1').isRefused('lines.0.batches: serial_gone');
    decide('S9').isRefused('lines.0.batches: serial_unknown');
    expect(decide('S2').events()).toMatchObject([
      { data: { batches: [{ batch_number: 'S2', quantity: '1', piece: 'known', move_line_id: 1 }] } },
    ]);
  });
});

describe('the books of a claim', () => {
  it('do not know the customer’s piece: receiving, sending and giving it back post nothing', () => {
    expect(posted(received.state())).toEqual([]);
    expect(posted(sent.after([answered('repaired')], phones()).state())).toEqual([]);
    expect(posted(sent.after([answered('replaced', { serial_number: 'S3' })], phones()).state())).toEqual([]);
  });

  it('lose the piece of an exchange to the cost of warranties, and get it back from the supplier at the same cost', () => {
    const movementsOf = (state: ReturnType<typeof received.state>) =>
      warrantyClaimDocument.postingsOf(state, 'warranty_claim-1').flatMap(({ movements }) => movements);
    const given = { pool: { item: 11, inventory: 1 }, contra: { key: 'warranty-cost' } };
    expect(movementsOf(exchanged.state())).toMatchObject([
      { ...given, quantity: -1000000n, valued: { by: 'average' } },
    ]);
    const replaced = exchanged.after([sendLater, answered('replaced', { serial_number: 'S3' })], phones());
    expect(movementsOf(replaced.state())[1]).toMatchObject({
      ...{ ...given, line: 2, quantity: 1000000n },
      valued: { by: 'sameCostAs', document: 'warranty_claim-1', line: 1 },
    });
  });

  it('have the credit of a supplier as a credit that is open with it, in its currency', () => {
    const credited = sent.after([answered('credited', inDollars)], phones());
    expect(posted(credited.state())).toEqual([{ 'supplier-advances supplier-8': '74500', 'warranty-cost': '-74500' }]);
    const [posting] = warrantyClaimDocument.postingsOf(credited.state(), 'warranty_claim-1');
    expect(posting?.openItems).toMatchObject([
      { party: 'supplier-8', currency: 2, document: 'warranty_claim-1', amount: -500000n, credit: true },
    ]);
    sent.when(answered('credited'), phones()).isRefused('amount: required');
    sent.when(answered('credited', { amount: '0' }), phones()).isRefused('amount: greater_than');
    const fields = ['amount', 'currency_fk', 'rate_fk'].map((field) => `${field}: not_asked_here`);
    sent.when(answered('refused', inDollars), phones()).isRefused(...fields);
    sent
      .when(answered('credited', { ...inDollars, serial_number: 'S3' }), phones())
      .isRefused('serial_number: not_asked_here');
    const other = { type: 'close', input: { date: '2026-03-16', ended_as: 'repaired' } } as const;
    sent
      .after([answered('refused')], phones())
      .when(other, phones())
      .isRefused('ended_as: not_asked_here');
  });

  it('keep the number of a piece that the supplier gives to the customer from being received later unasked', () => {
    const before = sent.state();
    const after = sent.after([answered('replaced', { serial_number: 'S3' })], phones()).state();
    expect(warrantyClaimDocument.claims?.(before, after, 'warranty_claim-1')).toMatchObject([
      { key: 'serial:11:s3', delta: '-1', floor: '-1' },
    ]);
    expect(warrantyClaimDocument.claims?.(after, before, 'warranty_claim-1')).toMatchObject([
      { key: 'serial:11:s3', delta: '1' },
    ]);
    sent.when(answered('replaced', { serial_number: 'S2' }), phones()).isRefused('serial_number: serial_in_stock');
    sent
      .when(answered('replaced', { serial_number: 'S1' }), phones({ confirmed: false }))
      .isRefused('serial_number: replacement_was_gone');
  });
});
