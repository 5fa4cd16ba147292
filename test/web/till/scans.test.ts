/** Concurrent look-ups of scans, and a payment that begins meanwhile. */
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../web/till/device/catalogue.ts';
import { beginPaying } from '../../../web/till/selling/begin-paying.ts';
import { createSaleStore } from '../../../web/till/selling/sale-store.ts';
import { takeScan } from '../../../web/till/selling/scan-actions.ts';
import { terms, tillItem } from './till-shop.ts';

/** A catalogue that answers when `find` is called with the code; 404 is the code of no item. */
function slowCatalogue() {
  const looked = new Map<string, PromiseWithResolvers<void>>();
  const of = (code: string) => {
    const known = looked.get(code) ?? Promise.withResolvers<void>();
    looked.set(code, known);
    return known;
  };
  const catalogue = {
    async byBarcode(code: string) {
      await of(code).promise;
      return code === '404' ? undefined : { item: tillItem(Number(code) as 11 | 12), unit_fk: 1 };
    },
    searchCustomers: () => Promise.resolve([]),
  } as unknown as Catalogue;
  return { catalogue, find: (code: string) => of(code).resolve() };
}

function selling() {
  const { catalogue, find } = slowCatalogue();
  const store = createSaleStore();
  const scan = (code: string) => takeScan(code, { store, catalogue, terms: terms(), scales: [] });
  const goods = () => store.current().cart.lines.map(({ item }) => item.id);
  return { store, scan, find, goods };
}

describe('scans of a till', () => {
  it('are taken in their order', async () => {
    const { scan, find, goods } = selling();
    const scans = [scan('11'), scan('12')];
    find('12');
    find('11');
    expect(await Promise.all(scans)).toEqual(['line', 'line']);
    expect(goods()).toEqual([11, 12]);
  });

  it('are on the receipt that is paid after them', async () => {
    const { store, scan, find, goods } = selling();
    const first = scan('11');
    find('11');
    await first;
    void scan('12');
    const paying = beginPaying(store, terms());
    expect(store.current().stage).toBe('selling');
    find('12');
    expect(await paying).toBe('paying');
    expect([store.current().stage, goods()]).toEqual(['paying', [11, 12]]);
  });

  it('of an unknown code do not hold up the payment', async () => {
    const { store, scan, find, goods } = selling();
    const first = scan('11');
    find('11');
    await first;
    const unknown = scan('404');
    const paying = beginPaying(store, terms());
    find('404');
    expect([await unknown, await paying, goods()]).toEqual(['unknown', 'paying', [11]]);
  });

  it('that fail do not hold up what follows', async () => {
    const { store } = selling();
    const failed = store.inTurn(() => Promise.reject(new Error('no storage')));
    await expect(failed).rejects.toThrow('no storage');
    expect(await beginPaying(store, terms())).toBe('not_payable');
  });
});
