/** The sale on the screen, as a window stores it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { withItem } from '../../../web/till/selling/cart.ts';
import { keptSale, restored, saverOf } from '../../../web/till/selling/kept-cart.ts';
import { isCart } from '../../../web/till/selling/parking.ts';
import type { Tender } from '../../../web/till/selling/payment.ts';
import { NEW_SALE, type Sale } from '../../../web/till/selling/sale-store.ts';
import { EMPTY, tillItem } from './till-shop.ts';

const NOW = new Date('2026-03-20T08:00:00Z');
const cart = withItem(EMPTY, tillItem(11));
const sale: Sale = { ...NEW_SALE, cart };
/** The sale after a round trip through the browser's database. */
const stored = (of: Sale) => structuredClone(keptSale(of, 7, NOW));

describe('a kept sale', () => {
  it('has the tendered amounts and the refund of an exchange', () => {
    const tender: Tender = {
      ...{ key: 1, method: 'cash', amount: '5000', currency_fk: 1, cash: null, reference: null },
    };
    const payments = [{ method: 'cash' as const, amount: '6500' }];
    const exchange = { uuid: 'u', number: 'T3-000001', drawer: 'd', customer: null, payments };
    const kept = stored({ ...sale, tenders: [tender], exchange, held: 4, stage: 'paying' });
    if (!kept || !isCart(kept.cart)) throw new Error('nothing was kept');
    expect(restored(kept.cart, kept.id)).toEqual({ cart, tenders: [tender], exchange, held: 4, stage: 'paying' });
  });

  it('of an earlier version of the till is a cart alone', () => {
    expect(restored(structuredClone(cart), null)).toEqual({
      ...{ cart, tenders: [], exchange: null, held: null, stage: 'selling' },
    });
  });

  it('is none of a screen without goods, and of a receipt that is paid', () => {
    expect([stored(NEW_SALE), stored({ ...sale, stage: 'paid' })]).toEqual([undefined, undefined]);
    expect(stored({ ...NEW_SALE, exchange: { uuid: 'u', number: 'T3-000001' } })).toBeDefined();
  });
});

describe('a saver', () => {
  it('begins with the first value before it returns, and ends with the newest', async () => {
    const begun: number[] = [];
    const save = saverOf<number>(async (value) => {
      begun.push(value);
      await sleep(1);
    });
    const first = save(1);
    expect(begun).toEqual([1]);
    const rest = [2, 3, 4].map(save);
    await Promise.all([first, ...rest]);
    expect(begun).toEqual([1, 4]);
    await save(5);
    expect(begun).toEqual([1, 4, 5]);
  });

  it('goes on after a value that could not be saved', async () => {
    const saved: number[] = [];
    const save = saverOf<number>(async (value) => {
      if (value === 1) throw new Error('full');
      saved.push(value);
    });
    await expect(save(1)).rejects.toThrow('full');
    await save(2);
    expect(saved).toEqual([2]);
  });
});
