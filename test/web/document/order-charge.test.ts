/** The delivery charge of an order on the screen: proposed by its zone, determined by the server, or entered. */
import { describe, expect, it } from 'vitest';
import { orderDeclaration } from '../../../web/sales/orders/order-editor.tsx';
import { proposedCharge, withCharge } from '../../../web/sales/orders/proposed-charge.ts';
import { NO_IDENTITIES, readDocument, toBody } from '../../../web/shared/document/model/body.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';

const HEADER: Fields = { currency_fk: 1, system_currency_fk: 1, delivery_zone_fk: null, delivery_charge: null };
const zone = orderDeclaration.header.find(({ field }) => field === 'delivery_zone_fk');
const chosen = (row: object, more: Fields = {}): Fields => {
  const header = { ...HEADER, ...more };
  return { ...header, ...zone?.fills?.(row, header, header) };
};
const sent = (header: Fields) => toBody(orderDeclaration, { header, lines: [], costs: [] }, NO_IDENTITIES).body;

describe('the delivery charge of an order', () => {
  it('is not sent while it is empty or proposed, so that the server determines it', () => {
    expect(sent(HEADER)).not.toHaveProperty('delivery_charge');
    const proposed = chosen({ delivery_charge: '2000' });
    expect(proposed).toMatchObject({ delivery_charge: '2000' });
    expect(sent(proposed)).not.toHaveProperty('delivery_charge');
    expect(sent(proposed)).not.toHaveProperty('proposed_charge');
  });

  it('is sent when it is entered, also zero, and as it was stored', () => {
    for (const delivery_charge of ['500', '0']) {
      expect(sent({ ...chosen({ delivery_charge: '2000' }), delivery_charge })).toMatchObject({ delivery_charge });
      const stored = { id: 5, revision: 2, possible: ['change'], delivery_zone_fk: 1, delivery_charge, lines: [] };
      expect(sent(readDocument(orderDeclaration, stored).draft.header)).toMatchObject({ delivery_charge });
    }
  });

  it('is not that of the zone in another currency or when the order is collected, and not that of a former zone', () => {
    const before = { delivery_charge: '2000' };
    for (const more of [{ currency_fk: 2 }, { received_type: 'collected' }]) {
      expect(chosen({ delivery_charge: '3000' }, { ...before, ...more })).toMatchObject({ delivery_charge: null });
    }
    for (const row of [{}, { delivery_charge: null }]) {
      expect(chosen(row, before)).toMatchObject({ delivery_charge: null });
    }
  });
});

const SETTINGS = { delivery_charge: '3000', free_delivery_amount: '100000' };
const ZONE = { delivery_charge: '2000' };
const order = (price: string, more: Fields = {}): Draft => ({
  header: {
    ...HEADER,
    online_customer_fk: 1,
    received_type: 'brought',
    discount: null,
    rounded_discount: null,
    ...more,
  },
  lines: [{ key: 1, fields: { item_fk: 11, unit_fk: 1, quantity: '1', price, discount: null, tax_percent: null } }],
  costs: [],
});

describe('the proposed delivery charge', () => {
  const proposed = (price: string, zone: typeof ZONE | null, more: Fields = {}) =>
    proposedCharge(order(price, more), SETTINGS, zone, 0);

  it('is that which the server determines: of the zone, else of the settings, and none from an amount on', () => {
    expect(proposed('50000', ZONE, { delivery_zone_fk: 1 })).toBe('2000');
    expect(proposed('50000', null)).toBe('3000');
    expect(proposed('50000', null, { online_customer_fk: null })).toBeNull();
    expect(proposed('99999', ZONE, { delivery_zone_fk: 1 })).toBe('2000');
    // The charge is not part of the amount.
    expect(proposed('99999', ZONE, { delivery_zone_fk: 1, delivery_charge: '2000' })).toBe('2000');
    expect(proposed('100000', ZONE, { delivery_zone_fk: 1 })).toBeNull();
    expect(proposed('100001', ZONE, { discount: { type: 'amount', value: '2' } })).toBe('2000');
    expect(proposed('50000', null, { received_type: 'collected' })).toBeNull();
    expect(proposed('50000', null, { currency_fk: 2 })).toBeNull();
  });

  it('replaces another proposal and an emptied field, and no entered charge', () => {
    const charged = (more: Fields, price = '50000') =>
      withCharge(order(price, more), SETTINGS, ZONE, 0).header['delivery_charge'];
    expect(charged({})).toBe('2000');
    expect(charged({ delivery_charge: '3000', proposed_charge: '3000' })).toBe('2000');
    expect(charged({ delivery_charge: '3000', proposed_charge: '3000' }, '100000')).toBeNull();
    expect(charged({ delivery_charge: null, proposed_charge: '2000' })).toBe('2000');
    expect(charged({ delivery_charge: '500', proposed_charge: '2000' })).toBe('500');
    expect(charged({ delivery_charge: '500' })).toBe('500');
    expect(sent(withCharge(order('50000'), SETTINGS, ZONE, 0).header)).not.toHaveProperty('delivery_charge');
    const settled = withCharge(order('50000'), SETTINGS, ZONE, 0);
    expect(withCharge(settled, SETTINGS, ZONE, 0)).toBe(settled);
  });
});

describe('the delivery charge of a stored order', () => {
  const stored = (price: string, charge: string | null) => order(price, { delivery_charge: charge });
  const changed = (from: Draft, price: string, more: Fields = {}, zone: typeof ZONE | null = null) => {
    const lines = order(price).lines;
    const draft = withCharge({ ...from, header: { ...from.header, ...more }, lines }, SETTINGS, zone, 0, from);
    return [draft.header['delivery_charge'], 'delivery_charge' in sent(draft.header)];
  };

  it('follows the amount over and under that of free delivery, where the server had determined it', () => {
    expect(changed(stored('50000', '3000'), '100000')).toEqual([null, false]);
    expect(changed(stored('99999', '3000'), '250000')).toEqual([null, false]);
    expect(changed(stored('100000', null), '99999')).toEqual(['3000', false]);
    expect(changed(stored('50000', '2000'), '130000', {}, ZONE)).toEqual([null, false]);
    // Raised and lowered again before it is saved.
    const raised = withCharge(
      { ...stored('50000', '3000'), lines: order('100000').lines },
      SETTINGS,
      null,
      0,
      stored('50000', '3000'),
    );
    const lowered = { ...raised, lines: order('70000').lines };
    expect(withCharge(lowered, SETTINGS, null, 0, stored('50000', '3000')).header['delivery_charge']).toBe('3000');
  });

  it('stays as it is where a person had entered it, or enters it now', () => {
    expect(changed(stored('50000', '500'), '100000')).toEqual(['500', true]);
    expect(changed(stored('50000', '0'), '100000')).toEqual(['0', true]);
    expect(changed(stored('50000', '3000'), '100000', { delivery_charge: '1000' })).toEqual(['1000', true]);
    expect(changed(stored('150000', '3000'), '160000')).toEqual(['3000', true]);
    // Of a zone that charges otherwise, what is stored was entered.
    expect(changed(stored('50000', '3000'), '100000', {}, ZONE)).toEqual(['3000', true]);
  });
});

describe('the customer of the books of an order', () => {
  const online = orderDeclaration.header.find(({ field }) => field === 'online_customer_fk');
  const first = { ...HEADER, customer_fk: 7, customer_mobile: '0770', customer_address: 'Here' };

  it('is that of the chosen online customer, or none, and none is left of another one', () => {
    const row = { mobile: '0771', customer_fk: 8 };
    expect(online?.fills?.(row, first, first)).toMatchObject({ customer_fk: 8, customer_mobile: '0771' });
    for (const without of [{ mobile: '0771' }, { mobile: '0771', customer_fk: null }]) {
      expect(online?.fills?.(without, first, first)).toMatchObject({ customer_fk: null, customer_address: null });
    }
    expect({ ...first, ...online?.empties }).toMatchObject({
      ...{ customer_fk: null, customer_mobile: null, customer_address: null },
    });
  });

  it('is not that of the counter in a new order, so that the server takes that of the application', () => {
    const system_currency = { currency_id: 1, symbol: 'IQD', decimals: 0 };
    const me = { system_currency, system_settings: { default_customer_fk: 5 }, default_account: null };
    const context = { me, today: '2026-03-10' } as unknown as Parameters<typeof orderDeclaration.newHeader>[0];
    expect(orderDeclaration.newHeader(context)).toMatchObject({ customer_fk: null });
  });
});
