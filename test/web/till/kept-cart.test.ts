/** The sale on the screen, as a window stores it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TillDevice } from '../../../web/till/device/device.ts';
import { withItem } from '../../../web/till/selling/cart.ts';
import { exchangeOfDrawer, keptSale, restored, saverOf, takeUp } from '../../../web/till/selling/kept-cart.ts';
import { isCart } from '../../../web/till/selling/parking.ts';
import type { Tender } from '../../../web/till/selling/payment.ts';
import { createSaleStore, NEW_SALE, type Sale } from '../../../web/till/selling/sale-store.ts';
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

describe('an exchange without goods', () => {
  const exchange = { uuid: 'u', number: 'T3-000001', drawer: 'd', customer: null, payments: [] };
  const exchanging: Sale = { ...NEW_SALE, exchange };

  it('stays on the screen when another kept sale is found', async () => {
    const kept = new Map([
      ['older', stored(sale)],
      ['newer', stored(exchanging)],
    ]);
    const adopted: string[] = [];
    const device = {
      parked: {
        keptOf: async () => [...kept.keys()].map((uuid) => ({ uuid })),
        adopt: async (uuid: string) => {
          adopted.push(uuid);
          return kept.get(uuid);
        },
      },
      catalogue: { know: async () => undefined },
    } as unknown as TillDevice;
    const store = createSaleStore();
    await takeUp(device, store, 7, 'own');
    expect([adopted, store.current().exchange]).toEqual([['newer'], exchange]);
    const other = createSaleStore();
    other.begin(exchanging);
    await takeUp(device, other, 7, 'own');
    expect([adopted, other.current().exchange]).toEqual([['newer'], exchange]);
  });

  it('keeps its drawer from being closed: on this screen, and in another window of the cashier', () => {
    const of = (drawer: string, on: Sale, ...others: readonly Sale[]) =>
      exchangeOfDrawer(
        drawer,
        on,
        others.flatMap((other) => stored(other) ?? []),
      );
    expect(of('d', exchanging)).toBe('T3-000001');
    expect(of('d', sale, exchanging)).toBe('T3-000001');
    expect([of('other', exchanging), of('d', sale, sale), of('d', { ...exchanging, stage: 'paid' })]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
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
