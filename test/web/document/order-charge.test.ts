/** The delivery charge of an order on the screen: proposed by its zone, determined by the server, or entered. */
import { describe, expect, it } from 'vitest';
import { orderDeclaration } from '../../../web/sales/order-editor.tsx';
import { NO_IDENTITIES, readDocument, toBody } from '../../../web/shared/document/model/body.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';

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
