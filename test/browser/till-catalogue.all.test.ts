/** The catalogue and the cashiers on a till's device: searches and sign-ins without a network. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { barcodeBucket } from '../../web/till/device/catalogue/catalogue-index.ts';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium } from '../support/chromium.ts';
import { holds, newBrowser, TillPlace } from './till/till-page.ts';
import { SOON } from './typing.ts';

const unit = (unit_fk: number, sale_price: string, barcode: string) => ({
  ...{ unit_fk, base_unit_qty: unit_fk === 1 ? '1' : '12', is_base: unit_fk === 1, is_default: unit_fk === 1 },
  ...{ sale_price, barcodes: [barcode] },
});
const item = (id: number, item_name: string, more: object = {}) => ({
  ...{ id, item_name, item_code: `C${id}`, category_fk: 2, categories: [2, 1], image: null, stock: '10' },
  item_units: [unit(1, '1000', `62${id}`), unit(2, '11000', `63${id}`)],
  ...more,
});
interface OldPlace {
  readonly bucket: number;
  readonly code: string;
}

/** In a page without a till: makes the database of the first version of it, which found barcodes by their text alone. */
async function asFirstVersion(places: readonly OldPlace[]): Promise<void> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const name = 'daftar-till';
  const present = await done(indexedDB.open(name));
  const stores: (Pick<IDBObjectStore, 'name' | 'keyPath'> & {
    readonly keys: IDBValidKey[];
    readonly values: readonly unknown[];
    readonly indexes: readonly Pick<IDBIndex, 'name' | 'keyPath' | 'unique'>[];
  })[] = [];
  for (const each of present.objectStoreNames) {
    const store = present.transaction(each).objectStore(each);
    const indexes = [...store.indexNames].map((index) => store.index(index));
    const rows = { keys: await done(store.getAllKeys()), values: (await done(store.getAll())) as unknown[] };
    stores.push({
      ...{ name: store.name, keyPath: store.keyPath, ...rows },
      indexes: indexes.map((index) => ({ name: index.name, keyPath: index.keyPath, unique: index.unique })),
    });
  }
  present.close();
  await done(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    for (const { name: store, keyPath, keys, values, indexes } of stores) {
      const made = opening.result.createObjectStore(store, keyPath === null ? {} : { keyPath });
      for (const index of indexes) made.createIndex(index.name, index.keyPath, { unique: index.unique });
      if (store !== 'barcodes') {
        for (const [at, value] of values.entries()) made.put(value, ...(keyPath === null ? [keys[at]] : []));
      } else {
        const [generation] = keys[0] as number[];
        for (const { bucket, ...place } of places) made.put([place], [generation ?? 0, bucket]);
      }
    }
  };
  (await done(opening)).close();
}

const PRICES = [{ unit_fk: 1, pricing_profile_fk: 9, sale_price: '900' }];
const HOUR_MS = 3_600_000;
const CATALOGUE = [
  {
    table: 'items',
    rows: [item(1, 'Green tea', { item_name_ckb: 'چای سەوز', item_prices: PRICES }), item(2, 'Sugar')],
  },
  { table: 'items', rows: [item(70, 'Salt', { category_fk: 3, categories: [3] })] },
  {
    table: 'categories',
    rows: [1, 2, 3].map((id) => ({ id, category_name: `Goods ${id}`, parent_fk: id === 2 ? 1 : null })),
  },
  {
    table: 'customers',
    rows: [{ id: 5, consumer_name: 'Azad Market', code: 'A5', pricing_profile_fk: 9, balance: '0', overdue: '0' }],
  },
  {
    table: 'pricing_profiles',
    rows: [
      {
        id: 9,
        profile_name: 'Wholesale',
        status: 'active',
        apply_on: 'all_items',
        categories: [],
        brands: [],
        items: [],
        discount_percentage: null,
        discount_start_amount: null,
        discount_end_amount: null,
        start_date: null,
        end_date: null,
      },
    ],
  },
  { table: 'currencies', rows: [{ id: 1, currency_name: 'IQD', decimals: 0 }] },
  { table: 'settings', rows: [{ id: 1, currency_fk: 1, offline_hours: 4 }] },
];

describe.skipIf(!hasChromium)('a till without a network', () => {
  let place: TillPlace;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    place = await TillPlace.open();
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });
  beforeEach(async () => {
    Object.assign(place.server, { catalogue: CATALOGUE, position: 1, breaksOff: false, clockMs: 0 });
    place.server.changes.clear();
    context = await newBrowser();
    page = await place.enrolled(context);
    await holds(page, () => window.till.device.catalogue.state.current().status === 'ready');
  });
  afterEach(() => context.close());

  const found = (code: string) =>
    page.evaluate(async (text) => {
      const place = await window.till.device.catalogue.byBarcode(text);
      return place && [place.item.item_name, place.unit_fk];
    }, code);
  const searched = (text: string) =>
    page.evaluate(async (typed) => (await window.till.device.catalogue.search(typed)).map(({ id }) => id), text);

  it('finds items by barcode with its unit, by code, in any language and by category', async () => {
    await context.setOffline(true);
    expect([await found('621'), await found('632'), await found('C70'), await found('0')]).toEqual([
      ['Green tea', 1],
      ['Sugar', 2],
      ['Salt', 1],
      undefined,
    ]);
    expect([await searched('TEA'), await searched('چاي سه‌وز'), await searched('none')]).toEqual([[1], [1], []]);
    const inFirst = () =>
      page.evaluate(async () => (await window.till.device.catalogue.inCategory(1)).map(({ id }) => id));
    expect(await inFirst()).toEqual([1, 2]);
    const customers = await page.evaluate(
      async () => (await window.till.device.catalogue.searchCustomers('azad')).length,
    );
    expect(customers).toBe(1);
  });

  it('finds every spelling of a barcode after an update from the database that knew one, with the rest of the device', async () => {
    const spelled = ['036000291452', '01234565', 'AB-7'];
    const [first, second, third] = spelled.map((code, at) =>
      item(at + 1, `Goods ${code}`, { item_units: [unit(1, '1', code)] }),
    );
    place.server.changes.set(1, [{ table: 'items', rows: [first, second, third] }]);
    place.server.position = 2;
    await page.evaluate(() => window.till.device.catalogue.refresh());
    expect(await found('036000291452')).toEqual(['Goods 036000291452', 1]);
    const enrolment = await page.evaluate(() => window.till.device.identity.current()?.enrolment);
    const url = page.url();
    await page.route('**/nothing-here', (route) => route.fulfill({ contentType: 'text/html', body: '<p></p>' }));
    await page.goto(new URL('/nothing-here', url).href);
    const places = spelled.map((code, at) => ({
      bucket: barcodeBucket(code),
      code,
      item: at + 1,
      unit: 1,
      isCode: false,
    }));
    await page.evaluate(asFirstVersion, places);
    await page.goto(url);
    await holds(page, () => window.till?.device.catalogue.state.current().status === 'ready');
    await context.setOffline(true);
    for (const scanned of ['036000291452', '0036000291452', '00036000291452', '٠٣٦٠٠٠٢٩١٤٥٢'])
      expect([scanned, await found(scanned)]).toEqual([scanned, ['Goods 036000291452', 1]]);
    expect([await found('01234565'), await found('ab-7')]).toEqual([
      ['Goods 01234565', 1],
      ['Goods AB-7', 1],
    ]);
    expect(await page.evaluate(() => window.till.device.identity.current()?.enrolment)).toBe(enrolment);
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ version }) => version))).toEqual([2]);
  });

  it('has all that a price needs for the functions of the server', async () => {
    const known = await page.evaluate(async () => {
      const { catalogue } = window.till.device;
      await Promise.all([catalogue.item(1), catalogue.customer(5)]);
      const facts = catalogue.facts({ user_id: 7, rights: ['pos_sales/store'] });
      return {
        own: facts.record('item', 1)?.data['item_name'],
        profile: facts.record('customer', 5)?.data['pricing_profile_fk'],
        currency: facts.record('system_setting', 1)?.data['currency_fk'],
        decimals: facts.record('currency', 1)?.data['decimals'],
        parent: facts.record('category', 2)?.data['parent_fk'],
        unknown: facts.record('item', 70),
        can: [facts.actor.can('pos_sales/store'), facts.actor.can('items/show_cost')],
      };
    });
    expect(known).toEqual({
      ...{ own: 'Green tea', profile: 9, currency: 1, decimals: 0, parent: 1, unknown: undefined },
      can: [true, false],
    });
  });

  it('takes up changes and deletions, in every window', async () => {
    const other = await place.enrolled(context);
    place.server.changes.set(1, [
      { table: 'items', rows: [item(1, 'Black tea', { item_units: [unit(1, '1200', '699')] })], removed: [2] },
    ]);
    place.server.position = 2;
    await page.evaluate(() => window.till.device.catalogue.refresh());
    expect([await found('699'), await found('621'), await found('622'), await searched('tea')]).toEqual([
      ['Black tea', 1],
      undefined,
      undefined,
      [1],
    ]);
    await holds(other, () => window.till.device.catalogue.state.current().items === 2);
    expect(await other.evaluate(async () => (await window.till.device.catalogue.item(1))?.item_name)).toBe('Black tea');
  });

  it('has the goods of the sale on the screen at every moment while changes come, as they are then', async () => {
    place.server.changes.set(1, [{ table: 'items', rows: [item(1, 'Black tea')], removed: [2] }]);
    place.server.position = 2;
    const seen = await page.evaluate(async () => {
      const { catalogue } = window.till.device;
      await Promise.all([catalogue.item(1), catalogue.item(2)]);
      const nameOf = (id: number) => catalogue.facts({ user_id: 7, rights: [] }).record('item', id)?.data['item_name'];
      const names = new Set<unknown>();
      const watching = setInterval(() => names.add(nameOf(1)), 0);
      const stop = catalogue.state.subscribe(() => names.add(nameOf(1)));
      await catalogue.refresh();
      clearInterval(watching);
      stop();
      return { names: [...names], now: nameOf(1), removed: nameOf(2) };
    });
    expect(seen.names).not.toContain(undefined);
    expect(seen).toMatchObject({ now: 'Black tea', removed: undefined });
  });

  it('keeps its catalogue when an answer is aborted, and reads the whole catalogue when it is too old', async () => {
    place.server.changes.set(1, [{ table: 'items', rows: [item(1, 'Half of a change')] }]);
    Object.assign(place.server, { position: 2, breaksOff: true });
    const refresh = () =>
      page.evaluate(() =>
        window.till.device.catalogue.refresh().then(
          () => 'done',
          (problem: Error) => problem.name,
        ),
      );
    expect(await refresh()).toBe('ApiError');
    expect(await searched('tea')).toEqual([1]);
    place.server.changes.clear();
    place.server.catalogue = [{ table: 'items', rows: [item(8, 'Only this')] }];
    // The transfer of the whole catalogue is aborted too: the old one is read meanwhile.
    expect([await refresh(), await searched('tea')]).toEqual(['ApiError', [1]]);
    place.server.breaksOff = false;
    expect([await refresh(), await searched('tea'), await searched('only')]).toEqual(['done', [], [8]]);
  });

  const [shilan, karwan] = CASHIERS;
  const signIn = (id: number, pin: string) =>
    page.evaluate(
      async ([who, given]) => {
        const { session: _, ...result } = {
          session: null,
          ...(await window.till.device.cashiers.signIn({ id: who }, given)),
        };
        return result;
      },
      [id, pin] as const,
    );
  const signedIn = () => page.evaluate(() => window.till.device.cashiers.session.current()?.cashier.id);

  it('lets a cashier who signed in online sign in, lock, unlock and be taken over from, with rights of a till alone', async () => {
    expect(await signIn(karwan.id, karwan.pin)).toMatchObject({ outcome: 'signed_in' });
    expect(await signIn(shilan.id, shilan.pin)).toMatchObject({ outcome: 'signed_in' });
    const other = await place.core(context);
    await context.setOffline(true);
    expect(await signIn(karwan.id, karwan.pin)).toMatchObject({ outcome: 'signed_in' });
    const may = () =>
      page.evaluate(() =>
        ['sales/below_minimum_price', 'users/store', 'closing_drawers/store'].map((right) =>
          window.till.device.cashiers.may(right),
        ),
      );
    expect(await may()).toEqual([true, false, false]);
    await page.evaluate(() => window.till.device.cashiers.lock());
    expect(await may()).toEqual([false, false, false]);
    await expect
      .poll(() => other.evaluate(() => window.till.device.cashiers.session.current()?.locked), SOON)
      .toBe(true);
    expect(await page.evaluate((pin) => window.till.device.cashiers.unlock(pin), '000000')).toMatchObject({ left: 4 });
    expect(await page.evaluate((pin) => window.till.device.cashiers.unlock(pin), karwan.pin)).toMatchObject({
      outcome: 'signed_in',
    });
    expect(await signIn(shilan.id, shilan.pin)).toMatchObject({ outcome: 'signed_in' });
    await expect
      .poll(() => other.evaluate(() => window.till.device.cashiers.session.current()?.cashier.id), SOON)
      .toBe(shilan.id);
    const approve = (rights: readonly string[]) =>
      page.evaluate(
        ([id, pin, asked]) => window.till.device.cashiers.approve({ id }, pin, asked, crypto.randomUUID()),
        [karwan.id, karwan.pin, rights] as const,
      );
    expect(await approve(['sales/below_minimum_price'])).toMatchObject({
      outcome: 'approved',
      approved_by_fk: karwan.id,
    });
    expect(await approve(['users/store'])).toMatchObject({ outcome: 'may_not' });
    // Both PINs were typed without a network: what the device signs proves it to the server.
    const { entry, asked } = await page.evaluate(
      async ([id, pin, cashier_fk]) => {
        const { cashiers, journal } = window.till.device;
        const chosen = crypto.randomUUID();
        const approved = await cashiers.approve({ id }, pin, ['sales/below_minimum_price'], chosen);
        const ticket = approved.outcome === 'approved' ? approved.ticket : undefined;
        const approval = { user_id: id, entry: chosen, ticket };
        const moved = { drawer: { id: 1 }, date: '2026-03-04', time: '10:00:00', account_fk: 1 } as const;
        const kept = await journal.append({
          content: () => ({ kind: 'pay_in', ...moved, amount: '250', note: 'change' }),
          ...{ cashier_fk, approval },
        });
        return { entry: kept.entry, asked: chosen };
      },
      [karwan.id, karwan.pin, shilan.id] as const,
    );
    expect(entry).toMatchObject({ uuid: asked, cashier_fk: shilan.id, approved_by_fk: karwan.id });
    const { tickets, enrolment } = place.server;
    const read = (kind: 'approval' | 'sign_in', user_fk: number) =>
      tickets.read(kind === 'approval' ? entry.approval : entry.sign_in, { kind, enrolment, user_fk });
    expect(await read('approval', karwan.id)).toMatchObject({ entry: asked, rights: ['sales/below_minimum_price'] });
    expect(await read('sign_in', shilan.id)).toMatchObject({ at: expect.any(String) });
    expect([await read('approval', shilan.id), await read('sign_in', karwan.id)]).toEqual([undefined, undefined]);
  });

  it('ends at the server the session of the cashier from whom another one took over without a network', async () => {
    await signIn(karwan.id, karwan.pin);
    await signIn(shilan.id, shilan.pin);
    await context.setOffline(true);
    await page.evaluate(() => window.till.device.refresh());
    expect(await signIn(karwan.id, karwan.pin)).toMatchObject({ outcome: 'signed_in' });
    const before = place.server.signedOut;
    await context.setOffline(false);
    await page.evaluate(() => window.till.device.refresh());
    await expect.poll(() => place.server.signedOut, SOON).toBe(before + 1);
    expect(await signedIn()).toBe(karwan.id);
  });

  it('takes the right away with the fifth wrong PIN, also of windows that are closed in between', async () => {
    await signIn(shilan.id, shilan.pin);
    await context.setOffline(true);
    for (const left of [4, 3]) expect(await signIn(shilan.id, '111111')).toEqual({ outcome: 'wrong', left });
    await context.setOffline(false);
    await page.close();
    await place.stop();
    await place.start();
    page = await place.enrolled(context);
    await context.setOffline(true);
    expect(await signIn(shilan.id, '111111')).toEqual({ outcome: 'wrong', left: 2 });
    expect(await signIn(shilan.id, '111111')).toEqual({ outcome: 'wrong', left: 1 });
    expect(await signIn(shilan.id, '111111')).toEqual({ outcome: 'wiped' });
    expect(await signIn(shilan.id, shilan.pin)).toEqual({ outcome: 'not_known_here' });
    expect(await signIn(karwan.id, karwan.pin)).toEqual({ outcome: 'not_known_here' });
    await context.setOffline(false);
    expect(await signIn(shilan.id, shilan.pin)).toMatchObject({ outcome: 'signed_in' });
  });

  it('forgets a PIN that the server no longer takes', async () => {
    await signIn(shilan.id, shilan.pin);
    place.server.pins.set(shilan.id, '777123');
    expect(await signIn(shilan.id, shilan.pin)).toMatchObject({ outcome: 'wrong' });
    await context.setOffline(true);
    expect(await signIn(shilan.id, shilan.pin)).toEqual({ outcome: 'not_known_here' });
    place.server.pins.clear();
  });

  it('ends the right after the hours of the setting, with any change of the device’s clock', async () => {
    await context.clock.install();
    await page.reload();
    await holds(page, () => window.till?.device.catalogue.state.current().status === 'ready');
    await signIn(shilan.id, shilan.pin);
    await context.setOffline(true);
    const begun = new Date();
    await page.clock.setSystemTime(new Date(begun.getTime() + 3 * HOUR_MS));
    expect(await signIn(shilan.id, shilan.pin)).toMatchObject({ outcome: 'signed_in' });
    await page.clock.setSystemTime(new Date(begun.getTime() + 5 * HOUR_MS));
    await page.evaluate(() => window.till.device.refresh());
    // The clock is set back: the latest time remains in force.
    await page.clock.setSystemTime(begun);
    expect(await signIn(shilan.id, shilan.pin)).toEqual({ outcome: 'expired' });
    expect(await signedIn()).toBe(shilan.id);
  });

  it('keeps no PIN, and nothing that could be tried elsewhere', async () => {
    await signIn(shilan.id, shilan.pin);
    const kept = await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('daftar-till');
        request.onsuccess = () => resolve(request.result);
      });
      const read = (store: string) =>
        new Promise<unknown[]>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        });
      const [key] = await read('keys');
      const exported = crypto.subtle.exportKey('raw', key as CryptoKey).then(
        () => 'read',
        (problem: Error) => problem.name,
      );
      const all = await Promise.all([...database.objectStoreNames].map(read));
      return { text: JSON.stringify(all), exported: await exported };
    });
    expect(kept.text).not.toContain(shilan.pin);
    expect(kept.exported).toBe('InvalidAccessError');
  });
});
