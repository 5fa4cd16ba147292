/** Concurrent look-ups of scans, and a payment that begins or is stored meanwhile. */
import { describe, expect, it } from 'vitest';
import { checkDigit } from '../../../domain/catalogue/barcode.ts';
import { USUAL_SCALES } from '../../../domain/catalogue/scales.ts';
import type { Catalogue } from '../../../web/till/device/catalogue/catalogue.ts';
import type { TillCustomer } from '../../../web/till/device/catalogue/catalogue-rows.ts';
import type { Journal } from '../../../web/till/device/journal.ts';
import { isCodeOnly } from '../../../web/till/selling/asked-quantity.ts';
import { beginPaying } from '../../../web/till/selling/begin-paying.ts';
import { type Cart, withItem, withLine } from '../../../web/till/selling/cart.ts';
import { DayChanged } from '../../../web/till/selling/goods.ts';
import { priceOf } from '../../../web/till/selling/listed.ts';
import { type Paying, pay } from '../../../web/till/selling/paying.ts';
import { settle, type Tender } from '../../../web/till/selling/payment.ts';
import { pricedCart } from '../../../web/till/selling/priced-cart.ts';
import { createSaleStore } from '../../../web/till/selling/sale-store.ts';
import { takeItem, takeScan, takeTyped } from '../../../web/till/selling/scan-actions.ts';
import { CUSTOMER, DAY, terms, tillItem } from './till-shop.ts';

const LINE = { line_id: 0, unit_fk: 1, quantity: '1', price: null, discount: null, note: null };

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

  it('and touches of an item that is not sold any more add no line', () => {
    const { store, goods } = selling();
    takeItem(store, { item: { ...tillItem(11), is_active: false } });
    expect([goods(), store.current().remark]).toEqual([[], { kind: 'said', key: 'selling:remark.retired' }]);
  });

  it('that fail do not hold up what follows', async () => {
    const { store } = selling();
    const failed = store.inTurn(() => Promise.reject(new Error('no storage')));
    await expect(failed).rejects.toThrow('no storage');
    expect(await beginPaying(store, terms())).toBe('not_payable');
  });
});

describe('a code that has two readings', () => {
  const RICE = '2000000000022';
  const priced = `241234505000${checkDigit('241234505000')}`;
  const weighed = `211234501250${checkDigit('211234501250')}`;
  const RECEIPT = 'T3-000127';
  /** Tea has a box with a code that a scale could print, and the scale knows sugar as 12345. */
  const places: Readonly<Record<string, { readonly id: 11 | 12; readonly unit_fk: number }>> = {
    [RICE]: { id: 11, unit_fk: 2 },
    '12345': { id: 12, unit_fk: 1 },
  };
  const catalogueOf = (more: typeof places = {}) =>
    ({
      byBarcode: (_text: string, key: string) => {
        const place = { ...places, ...more }[key];
        return Promise.resolve(place && { item: tillItem(place.id), unit_fk: place.unit_fk });
      },
      searchCustomers: () => Promise.resolve([]),
    }) as unknown as Catalogue;
  async function sold(code: string, { customer, more }: { customer?: TillCustomer; more?: typeof places } = {}) {
    const store = createSaleStore();
    store.edit((cart) => ({ ...cart, customer: customer ?? null }));
    const outcome = await takeScan(code, { store, catalogue: catalogueOf(more), terms: terms(), scales: USUAL_SCALES });
    const { lines } = store.current().cart;
    return { outcome, lines: lines.map(({ item, unit_fk, quantity }) => [item.id, unit_fk, quantity]) };
  }

  it('is sold as one of the unit that has the whole code, whatever a scale could have printed', async () => {
    expect((await sold(RICE)).lines).toEqual([[11, 2, '1']]);
    for (const code of [weighed, priced]) {
      expect((await sold(code, { more: { [code]: { id: 11, unit_fk: 2 } } })).lines).toEqual([[11, 2, '1']]);
    }
    // One scan after another of goods with such a code is one line.
    const store = createSaleStore();
    const scanning = { store, catalogue: catalogueOf(), terms: terms(), scales: USUAL_SCALES };
    await takeScan(RICE, scanning);
    await takeScan(RICE, scanning);
    expect(store.current().cart.lines.map(({ quantity }) => quantity)).toEqual(['2']);
  });

  it('is the label of a scale where no goods have the whole code', async () => {
    expect((await sold(weighed)).lines).toEqual([[12, 1, '1.250']]);
    expect((await sold(`211234600001${checkDigit('211234600001')}`)).outcome).toBe('unknown');
  });

  it('is no part of goods that are sold in whole units only', async () => {
    const facts = terms({}, { records: { 'unit-1': { unit_name: 'Piece', whole_only: true } } });
    for (const [code, lines] of [
      [weighed, []],
      [`211234502000${checkDigit('211234502000')}`, ['2.000']],
    ] as const) {
      const store = createSaleStore();
      await takeScan(code, { store, catalogue: catalogueOf(), terms: facts, scales: USUAL_SCALES });
      expect(store.current().cart.lines.map(({ quantity }) => quantity)).toEqual(lines);
      const said = { kind: 'said', key: 'selling:remark.whole_only' };
      expect(store.current().remark).toEqual(lines.length === 0 ? said : null);
    }
  });

  it('has the weight by the price of the scale, whoever buys', async () => {
    const each = Number(priceOf({ ...LINE, item: tillItem(12) }, null, terms()).price);
    const own = Number(priceOf({ ...LINE, item: tillItem(12) }, CUSTOMER.id, terms()).price);
    expect(own).toBeLessThan(each);
    const weight = String(Math.round((5_000 / each) * 1_000_000) / 1_000_000);
    const lines = [[12, 1, weight]];
    expect((await sold(priced)).lines).toEqual(lines);
    expect((await sold(priced, { customer: CUSTOMER })).lines).toEqual(lines);
  });

  it('is not sold by the price on a label while the item has no price', async () => {
    // Goods whose price nobody has entered.
    const free = { ...tillItem(12), id: 99 };
    const byBarcode = async (_: string, key: string) => (key === '12345' ? { item: free, unit_fk: 1 } : undefined);
    const catalogue = { ...catalogueOf(), byBarcode } as unknown as Catalogue;
    const outcomes = async (code: string) => {
      const store = createSaleStore();
      await takeScan(code, { store, catalogue, terms: terms(), scales: USUAL_SCALES });
      const { cart, remark } = store.current();
      return [cart.lines.length, remark?.kind === 'said' ? remark.key : remark];
    };
    expect(await outcomes(priced)).toEqual([0, 'selling:remark.no_price']);
    expect(await outcomes(`241234500250${checkDigit('241234500250')}`)).toEqual([0, 'selling:remark.no_price']);
    // A weight needs no price.
    expect(await outcomes(weighed)).toEqual([1, null]);
  });

  it('is a receipt where no goods have the code, and a customer last of all', async () => {
    expect((await sold(RECEIPT)).outcome).toEqual({ receipt: RECEIPT });
    expect((await sold('t3-000127')).outcome).toEqual({ receipt: RECEIPT });
    // With the prefix of a scanner, in digits of another script, and copied with marks of the direction of writing.
    for (const code of [`]C0${RECEIPT}`, 'T3-٠٠٠١٢٧', 't۳-۰۰۰۱۲۷', `\u200e${RECEIPT}\u200f`])
      expect((await sold(code)).outcome).toEqual({ receipt: RECEIPT });
    const more = { 't3-000127': { id: 12, unit_fk: 1 } } as const;
    expect((await sold(RECEIPT, { more })).lines).toEqual([[12, 1, '1']]);
  });
});

describe('a receipt that is paid', () => {
  const DINARS = { account_fk: 20, currency_fk: 1, rate_fk: null, rate: null };
  const tender: Tender = {
    ...{ key: 1, method: 'cash', amount: '11000', currency_fk: 1, cash: DINARS, reference: null },
  };

  /** A sale of item 11 on the payment screen, and a journal that stores when `written` is called. */
  async function paying() {
    const { store, scan, find, goods } = selling();
    const first = scan('11');
    find('11');
    await first;
    await beginPaying(store, terms());
    store.set({ tenders: [tender] });
    const writing = Promise.withResolvers<void>();
    const journal = { written: 0 };
    const append = async () => {
      journal.written += 1;
      await writing.promise;
      return { entry: { uuid: 'u' }, number: 'T3-000001' };
    };
    const press = (date = DAY) => {
      const sale = store.current();
      const [priced, { tenders }] = [pricedCart(sale.cart, terms()), sale];
      const settlement = settle(priced.totals.total, tenders, terms(), { hasCustomer: false, drawer: [DINARS] });
      const at = { drawer: 'd', date, time: '00:00:10', cashier: 7, kept: undefined, terms: terms() };
      const paper: Paying['paper'] = () => ({ html: '', language: 'en' });
      return pay({ append } as unknown as Journal, store, { sale, tenders, priced, settlement, paper, ...at });
    };
    return { store, scan, find, goods, press, journal, written: writing.resolve };
  }

  it('is not stored when a scan before *paid* adds goods to it', async () => {
    const { store, scan, find, goods, press, journal, written } = await paying();
    void scan('12');
    const paid = press();
    find('12');
    written();
    expect([await paid, journal.written]).toEqual([undefined, 0]);
    expect([store.current().stage, goods()]).toEqual(['selling', [11, 12]]);
  });

  it('swallows no scan while it is stored: the scan begins the next receipt', async () => {
    const { store, scan, find, goods, press, journal, written } = await paying();
    const paid = press();
    find('12');
    const scanned = scan('12');
    await expect.poll(() => journal.written).toBe(1);
    expect(goods()).toEqual([11]);
    written();
    expect(await paid).toBe('u');
    await scanned;
    expect([store.current().stage, goods(), store.current().paid]).toEqual(['selling', [12], null]);
  });

  it('swallows no touched item while it is stored', async () => {
    const { store, goods, press, journal, written } = await paying();
    const paid = press();
    await expect.poll(() => journal.written).toBe(1);
    store.edit((cart) => withItem(cart, tillItem(12)));
    written();
    await paid;
    await expect.poll(goods).toEqual([12]);
    expect(store.current().stage).toBe('selling');
  });

  it('is not stored at the prices of the day before, but shown anew', async () => {
    const { store, goods, press, journal } = await paying();
    const before = store.current();
    await expect(press('2026-03-21')).rejects.toThrow(DayChanged);
    expect([journal.written, store.current().stage, goods()]).toEqual([0, 'paying', [11]]);
    expect(store.current()).not.toBe(before);
  });

  it('is not stored when a tender was removed meanwhile', async () => {
    const { store, press, journal, written } = await paying();
    const paid = press();
    store.set({ tenders: [] });
    written();
    expect([await paid, journal.written]).toEqual([undefined, 0]);
  });
});

describe('a quantity of a line', () => {
  const catalogue = {
    byBarcode: (code: string) =>
      Promise.resolve(['404', '4011', '630'].includes(code) ? { item: tillItem(12), unit_fk: 1 } : undefined),
    searchCustomers: () => Promise.resolve([]),
  };
  /** One piece of tea, and the quantity that is typed into its line with this limit. */
  const typed = async (text: string, quantity_limit: string | null) => {
    const store = createSaleStore();
    store.edit((cart) => withItem(cart, tillItem(11)));
    const wanted = {
      ...{ item: tillItem(11), unit_fk: 1, quantity: text },
      change: (cart: Cart) => withLine(cart, 1, { quantity: text }),
    };
    await takeTyped(text, wanted, { store, catalogue, scales: [], terms: { quantity_limit } });
    return store;
  };
  const quantities = (store: ReturnType<typeof createSaleStore>) =>
    store.current().cart.lines.map(({ quantity }) => quantity);

  it.each([
    ['500', '100'],
    ['100.001', '100'],
    ['12', '11.5'],
    ['999999', '100'],
  ])('of %s is asked about above %s, and taken with a yes', async (text, limit) => {
    const store = await typed(text, limit);
    expect(quantities(store)).toEqual(['1']);
    const { asked } = store.current();
    expect(asked).toMatchObject({ quantity: text, coded: null });
    if (asked) store.edit(asked.change);
    expect([quantities(store), store.current().asked]).toEqual([[text], null]);
  });

  it.each([
    ['100', '100'],
    ['99.5', '100'],
    ['0.001', '1'],
    ['500', null],
  ])('of %s is taken below the limit %s', async (text, limit) => {
    const store = await typed(text, limit);
    expect([quantities(store), store.current().asked]).toEqual([[text], null]);
  });

  it.each(['404', '4011', '630'])(
    'that is the code of goods (%s) does not become a quantity without a yes, whatever the limit',
    async (code) => {
      for (const limit of ['100', '999999', null]) {
        const store = await typed(code, limit);
        expect(quantities(store)).toEqual(['1']);
        expect(store.current().asked).toMatchObject({ quantity: code, coded: { id: 12 } });
      }
    },
  );

  it('with a zero before it is a code', () => {
    const codes = ['04011', '00', '0123.5', '007', '6291041500213', '036000291452', '٦٢٩١٠٤١٥٠٠٢١٣'];
    expect(codes.filter((typed) => !isCodeOnly(typed))).toEqual([]);
    expect(['0', '0.5', '10', '5', '4011', '12500000'].filter(isCodeOnly)).toEqual([]);
  });

  it('in a scanned code is asked about as well', async () => {
    // GS1 with the count of pieces in a package (37).
    const scanned = async (code: string) => {
      const store = createSaleStore();
      const found = {
        byBarcode: (_: string, key: string) =>
          Promise.resolve(key.endsWith('6291041500213') ? { item: tillItem(11), unit_fk: 1 } : undefined),
        searchCustomers: () => Promise.resolve([]),
      } as unknown as Catalogue;
      await takeScan(code, { store, catalogue: found, terms: terms(), scales: [] });
      return store;
    };
    const many = await scanned('(02)06291041500213(37)500');
    expect([quantities(many), many.current().asked?.quantity]).toEqual([[], '500']);
    const few = await scanned('(02)06291041500213(37)24');
    expect([quantities(few), few.current().asked]).toEqual([['24'], null]);
  });
});
