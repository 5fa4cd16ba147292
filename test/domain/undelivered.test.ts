/** Deliveries of a sale, and returns of goods that were not delivered yet, as its decider stores them. */
import { describe, expect, it } from 'vitest';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import type { DeliverInput, SaleInput } from '../../domain/sales/sale.schema.ts';
import { type SaleCommand, sale } from '../../domain/sales/sale.ts';
import { printQuantity, toQuantity } from '../../domain/values/quantity.ts';
import { given } from './given.ts';

const input: SaleInput = {
  ...{ outlet_fk: 1, inventory_fk: 1, customer_fk: 7, date: '2026-03-10', time: '12:00:00' },
  ...{ currency_fk: 1, payment_type: 'on_account', received_type: 'brought', customer_address: 'Citadel 1' },
  lines: [
    { item_fk: 11, unit_fk: 2, quantity: '2', bonus_quantity: '1', price: '110000' },
    { item_fk: 13, unit_fk: 1, quantity: '1', price: '5000' },
  ],
};
const sold = given(sale).after([{ type: 'enter', input }]);
const deliver = (quantity: string, more: Partial<DeliverInput> = {}, ofLine: object = {}): SaleCommand => ({
  type: 'deliver',
  input: { ...more, lines: [{ line_id: 1, quantity, ...ofLine }] },
});
const inPieces = { item_fk: 11, unit_fk: 1 };
const back = (quantity: string, more: object = {}): SaleCommand => ({
  type: 'return_undelivered',
  of: {
    ...{ sale_return_fk: 4, inventory_fk: 1, date: '2026-03-19', time: '10:00:00', isBrought: false, ...more },
    lines: [{ line_id: 1, quantity, of_batches: [] }],
  },
});

/** What is sold and not delivered of the item, by the postings of the sale. */
function undelivered(of: typeof sold): string {
  const movements = saleDocument.postingsOf(of.state() as never, 'sale-1').flatMap((posting) => posting.movements);
  return printQuantity(toQuantity(movements.reduce((sum, movement) => sum + (movement.undelivered ?? 0n), 0n)));
}

describe('a delivery', () => {
  it('takes what leaves, with its bonus, and never a service', () => {
    expect(undelivered(sold)).toBe('36');
    const part = sold.after([deliver('1')]);
    expect(part.events.at(-1)?.data).toMatchObject({
      ...{ date: '2026-03-20', time: '10:00:00', lines: [{ line_id: 1, quantity: '1' }] },
      leaves: { inventory_fk: 1, lines: [{ line_id: 1, item_fk: 11, quantity: '12' }] },
    });
    expect(undelivered(part)).toBe('24');
    const [service] = sold
      .when({ type: 'deliver', input: { lines: [{ line_id: 2, quantity: '1' }] } })
      .gives('sale.delivered');
    expect(service?.data).not.toHaveProperty('leaves');
  });

  it('counts in any unit of the item, after any other', () => {
    const pieces = sold.after([deliver('1'), deliver('17', { driver_fk: 3 }, inPieces)]);
    expect(pieces.events.at(-1)?.data).toMatchObject({
      driver_fk: 3,
      lines: [{ line_id: 1, quantity: '17', unit_fk: 1, unit_factor: '1' }],
      leaves: { lines: [{ quantity: '5' }] },
    });
    expect(undelivered(pieces)).toBe('19');
    pieces.when(deliver('1')).isRefused('lines.0.quantity: total_at_least');
    pieces.when(deliver('37', {}, inPieces)).isRefused('lines.0.quantity: total_at_most');
    pieces.when(deliver('20', {}, { item_fk: 12, unit_fk: 1 })).isRefused('lines.0.item_fk: not_of_the_sale');
    pieces.when(deliver('20', {}, { unit_fk: 1 })).isRefused('lines.0.item_fk: required');
    pieces.when(deliver('2', {}, { item_fk: 11, unit_fk: 9 })).isRefused('lines.0.unit_fk: not_a_unit_of_the_item');
    expect(undelivered(pieces.after([deliver('3')]))).toBe('0');
  });

  it('is on a day from the sale on, by a known person', () => {
    sold.when(deliver('1', { date: '2026-03-09' })).isRefused('date: delivered_before_the_sale');
    sold.when(deliver('1', { date: '2026-03-10', time: '11:00' })).isRefused('date: delivered_before_the_sale');
    sold.when(deliver('1', { date: '2026-02-30' })).isRefused('date: date');
    sold.when(deliver('1', { driver_fk: 99 })).isRefused('driver_fk: unknown_record');
    const [same] = sold.when(deliver('1', { date: '2026-03-10' })).gives('sale.delivered');
    expect(same?.data).toMatchObject({ date: '2026-03-10', time: null });
  });

  it('moves nothing of a sale that was completed before goods were counted so, or that handed them over', () => {
    const { awaits_delivery: _, ...former } = (sold.events[0]?.data ?? {}) as Record<string, unknown>;
    const earlier = given(sale, [{ ...sold.events[0], data: former } as never]).after([deliver('1')]);
    expect(undelivered(earlier)).toBe('0');
    expect(earlier.state()).toMatchObject({ delivered: [{ line_id: 1, quantity: '1' }] });
    const atOnce: SaleInput = { ...input, received_type: 'at_once' };
    expect(undelivered(given(sale).after([{ type: 'enter', input: atOnce }]))).toBe('0');
  });

  it('is taken back with its sale', () => {
    const draft = sold.after([deliver('1'), { type: 'return_to_draft', reason: 'wrong' }]);
    expect(undelivered(draft)).toBe('0');
    expect(undelivered(draft.after([{ type: 'complete' }]))).toBe('36');
  });
});

describe('a return of goods', () => {
  it('takes first what was not delivered, and no more', () => {
    const part = sold.after([deliver('2'), back('15')]);
    expect(part.events.at(-1)?.data).toMatchObject({ sale_return_fk: 4, lines: [{ line_id: 1, quantity: '12' }] });
    expect(undelivered(part)).toBe('0');
    part.when(deliver('3')).isRefused('lines.0.quantity: total_at_most');
    part.when(back('1')).gives();
    const undone = part.after([{ type: 'take_back_return', sale_return_fk: 4 }]);
    expect(undelivered(undone)).toBe('12');
    expect(undone.state()).not.toHaveProperty('undelivered_returns');
    undone.when({ type: 'take_back_return', sale_return_fk: 4 }).gives();
  });

  it('takes nothing where the customer brought them, or where they come into another inventory', () => {
    sold.when(back('5', { isBrought: true })).gives();
    sold.when(back('5', { inventory_fk: 2 })).gives();
  });
});
