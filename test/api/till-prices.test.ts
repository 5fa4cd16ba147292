/**
 * Prices, discounts, promotions, taxes and change of random carts: a device computes the same from its catalogue,
 * without a network, as the server, so that no correct receipt waits for a review.
 */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { documentTotals } from '../../domain/pricing/totals.ts';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import { type Money, money, printMoney } from '../../domain/values/money.ts';
import { Chance } from '../../tools/demo/chance.ts';
import { factsOf } from '../../web/till/device/catalogue/catalogue-facts.ts';
import type { TableRow, TillCustomer, TillItem } from '../../web/till/device/catalogue/catalogue-rows.ts';
import { type CatalogueTables, tablesOf } from '../../web/till/device/catalogue/catalogue-tables.ts';
import { type Cart, EMPTY_CART, withItem, withLine } from '../../web/till/selling/cart.ts';
import type { Terms } from '../../web/till/selling/goods.ts';
import { type DrawerCash, dueIn, settle, type Tender } from '../../web/till/selling/payment.ts';
import { type PricedCart, pricedCart } from '../../web/till/selling/priced-cart.ts';
import { receiptContent } from '../../web/till/selling/receipt-entry.ts';
import { tillSettings } from '../../web/till/selling/till-settings.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { rounds, SEED } from '../support/ring.ts';
import { itemBody, purchaseBody } from './shop.ts';
import { box, caughtUp, DAY, type Device, newDevice, openTillShop, send, type TillShop } from './tilling.ts';

const CARTS = rounds(40, 400);
const LIMIT = '5';
const MONTH = { start_date: '2026-03-01', end_date: '2026-03-31', status: 'active' };

let office: Office;
let shop: TillShop;
let device: Device;
let drawer: { readonly uuid: string; readonly id: number };
let cash: readonly DrawerCash[];
let terms: Terms;
let items: readonly TillItem[];
let customers: readonly TillCustomer[];

beforeAll(async () => {
  office = await openOffice();
  shop = await openTillShop(office);
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command });
  await stock();
  await office.send('PATCH', 'till_settings/1', { discount_without_supervisor: LIMIT });
  device = await newDevice(shop, { till_name: 'Front' });
  await openDrawer();
  await caughtUp(office);
  await readCatalogue();
});
afterAll(() => office?.close());

/**
 * Goods with two units, taxes and prices in dollars, price lists of customers, and every kind of promotion that a till
 * applies.
 */
async function stock(): Promise<void> {
  const box12 = await office.add('units', { unit_name: 'Box of 12' });
  const tax_fk = await office.add('taxes', { tax_name: 'Sales tax', percentage: '7.5' });
  const units = (price: string, ofBox: string) => [
    { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: price, barcodes: [] },
    { unit_fk: box12, base_unit_qty: '12', is_base: false, is_default: false, sale_price: ofBox, barcodes: [] },
  ];
  const body = (name: string, more: object) => itemBody(shop.unit, name, more);
  const goods = await Promise.all([
    office.add('items', body('Tea', { item_units: units('6750', '78000'), tax_fk })),
    office.add('items', body('Sugar', { item_units: units('1333', '15500') })),
    office.add('items', body('Imported', { item_units: units('3.75', '41.99'), price_currency_fk: 2, tax_fk })),
    office.add('items', body('Oil', { item_units: units('3250', '37000') })),
  ]);
  const lines = [shop.item, ...goods].map((item_fk) => ({
    item_fk,
    unit_fk: shop.unit,
    quantity: '90000',
    price: '500',
  }));
  await office.add('purchases', purchaseBody(shop, '1', { lines }));
  const list = async (profile_name: string, more: object) => {
    const id = await office.add('pricing_profiles', { profile_name, ...more });
    await office.send('PATCH', `pricing_profiles/${id}`, { status: 'active' });
    await office.add('customers', { consumer_name: `Of ${profile_name}`, pricing_profile_fk: id });
    return id;
  };
  await list('Seven less', { discount_percentage: '7' });
  const own = await list('Own prices', { discount_percentage: '3' });
  const [tea = 0, sugar = 0, , oil = 0] = goods;
  const pricing = [{ item_fk: tea, unit_fk: shop.unit, new_price: '6100' }];
  await office.add('item_pricings', { date: '2026-03-10', pricing_profile_fk: own, lines: pricing, status: 'active' });
  const of = (item_fk: number, quantity: string) => ({ item_fk, unit_fk: shop.unit, quantity });
  await office.add('promotions', {
    ...{ ...MONTH, title: 'Sugar brings oil', applies: 'each_time', reward_type: 'get_free' },
    ...{ items: [of(sugar, '3')], reward_items: [of(oil, '1')] },
  });
  await office.add('promotions', {
    ...{
      ...MONTH,
      title: 'Oil for less',
      applies: 'each_time',
      reward_type: 'get_discount',
      reward_percentage: '12.5',
    },
    items: [of(oil, '2')],
  });
  await office.add('promotions', {
    ...{ ...MONTH, title: 'Large receipts', applies: 'once', reward_type: 'get_discount', reward_percentage: '8' },
    minimum_amount: '120000',
  });
}

async function openDrawer(): Promise<void> {
  const [dinars, dollars] = [await box(office, shop.outlet, 'Box'), await box(office, shop.outlet, 'Dollar box', 2)];
  const safe = await box(office, shop.outlet, 'Dollar safe', 2);
  const rate = ((await office.read('currency_rates')).data['data'] as unknown as { id: number; in_rate: string }[])[0];
  const at = { rate_fk: rate?.id ?? null, rate: rate?.in_rate ?? null };
  cash = [
    { account_fk: dinars, currency_fk: 1, rate_fk: null, rate: null },
    { account_fk: dollars, currency_fk: 2, ...at },
  ];
  const opening: EntryContent = {
    ...{ kind: 'open_drawer', outlet_fk: shop.outlet, date: DAY, time: '08:00:00' },
    accounts: [
      { account_fk: dinars, safe_account_fk: shop.safe, float_amount: '200000' },
      { account_fk: dollars, safe_account_fk: safe, float_amount: '0', ...at },
    ],
  };
  const opened = await device.chain.next(opening, { cashier: shop.cashier });
  const [stored] = await send(office, device, [opened]);
  expect(stored).toMatchObject({ state: 'stored' });
  drawer = { uuid: opened.uuid, id: stored?.id ?? 0 };
}

/** The device has only the data of `GET till/catalogue`. */
async function readCatalogue(): Promise<void> {
  const headers = { cookie: device.cookie, 'accept-encoding': 'gzip' };
  const answer = await office.app.inject({ method: 'GET', url: '/api/till/catalogue', headers });
  const rows = new Map<string, TableRow[]>();
  for (const line of gunzipSync(answer.rawPayload).toString('utf8').trimEnd().split('\n')) {
    const part = JSON.parse(line) as { readonly table?: string; readonly rows?: readonly TableRow[] };
    if (part.table) rows.set(part.table, [...(rows.get(part.table) ?? []), ...(part.rows ?? [])]);
  }
  const tables: CatalogueTables = tablesOf(rows);
  items = (rows.get('items') ?? []) as unknown as readonly TillItem[];
  customers = (rows.get('customers') ?? []) as unknown as readonly TillCustomer[];
  const settings = tillSettings(tables.settings);
  const { rights = [] } = tables.cashiers.find(({ id }) => id === shop.cashier) ?? {};
  const facts = factsOf(
    {
      tables,
      moment: { date: DAY, time: '09:00:00' },
      place: { outlet: shop.outlet, inventory: shop.inventory },
      row: (kind, id) => (kind === 'item' ? items : customers).find((row) => row.id === id),
      batches: () => ({ batches: [], onHand: '0' }),
    },
    { user_id: shop.cashier, rights },
  );
  const { currency_fk, cash_rounding_step, quantity_decimals, discount_limit, quantity_limit } = settings;
  terms = {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, day: DAY, promotions: tables.promotions },
    ...{ currency_fk, decimals: 0, cash_rounding_step, quantity_decimals, discount_limit, quantity_limit, facts },
  };
  expect([discount_limit, tables.promotions.length, items.length]).toEqual([LIMIT, 3, 5]);
}

/** Some lines; sometimes a customer, and discounts within the limit. */
function anyCart(chance: Chance): Cart {
  let cart: Cart = { ...EMPTY_CART, customer: chance.inHundred(60) ? chance.pick(customers) : null };
  for (let line = chance.between(1, 5); line > 0; line -= 1) {
    const item = chance.pick(items);
    const unit = chance.pick(item.item_units).unit_fk;
    const count = chance.inHundred(25)
      ? `${chance.between(0, 9)}.${chance.between(1, 999)}`
      : String(chance.between(1, 9));
    cart = withItem(cart, item, { unit, count, apart: true });
  }
  const small = { type: 'percent', value: '1.5' } as const;
  for (const { line_id } of cart.lines) {
    if (chance.inHundred(20)) cart = withLine(cart, line_id, { discount: small });
  }
  return chance.inHundred(20) ? { ...cart, discount: { type: 'percent', value: '2' } } : cart;
}

/** Sometimes dollars first, sometimes by app or on account, and the rest in dinars, exactly or with change. */
function tendersFor(total: Money, cart: Cart, chance: Chance): readonly Tender[] {
  const [dinars, dollars] = cash as [DrawerCash, DrawerCash];
  const tenders: Tender[] = [];
  const standing = () => settle(total, tenders, terms, { hasCustomer: cart.customer !== null, drawer: cash });
  const put = (tender: Omit<Tender, 'key'>) => void tenders.push({ ...tender, key: tenders.length });
  const own = { currency_fk: 1, cash: null } as const;
  const third = () => String(Math.floor(Number(printMoney(standing().due)) / 3));
  if (chance.inHundred(30) && third() !== '0') put({ ...own, method: 'app', amount: third(), reference: '77' });
  if (cart.customer && !cart.customer.allowed_debit_amount && chance.inHundred(30) && third() !== '0') {
    put({ ...own, method: 'credit', amount: third(), reference: null });
  }
  const inDollars = () => printMoney(dueIn(standing().due, dollars, terms, money('0.01')));
  if (chance.inHundred(40)) {
    const amount = chance.inHundred(50) ? inDollars() : String(Math.ceil(Number(inDollars()) / 10) * 10);
    put({ method: 'cash', amount, currency_fk: 2, cash: dollars, reference: null });
  }
  if (standing().change === undefined) {
    const due = Number(printMoney(standing().due));
    const amount = String(Math.ceil(due / 250) * 250 + (chance.inHundred(50) ? 5_000 : 0));
    put({ method: 'cash', amount, currency_fk: 1, cash: dinars, reference: null });
  }
  return tenders;
}

/** The prices that the server computes for the same goods without stated prices. */
async function heldAtServer({ customer }: Cart, priced: PricedCart) {
  const { invoicePromotion } = priced;
  const answer = await office.send('POST', 'pos_sales', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer_fk: drawer.id, date: DAY, time: '09:00' },
    ...{ customer_fk: customer?.id ?? null, discount: priced.discount, status: 'hold' },
    ...(invoicePromotion ? { promotions: [{ promotion_fk: invoicePromotion.id }] } : {}),
    lines: priced.lines.map(({ item_fk, unit_fk, quantity, bonus_quantity, discount, tax_percent, promotion }) => ({
      ...{ item_fk, unit_fk, quantity, bonus_quantity, discount, tax_percent },
      ...(promotion ? { promotion_fk: promotion.id } : {}),
    })),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data as unknown as Parameters<typeof documentTotals>[0] & {
    readonly lines: readonly { readonly price: string }[];
  };
}

describe(`${CARTS} random carts (seed ${SEED})`, () => {
  it('cost the same at the till and at the server, and nothing of them is reviewed', async () => {
    const chance = new Chance(SEED);
    const seen = { promotions: 0, lists: 0, dollars: 0, several: 0, change: 0 };
    for (let round = 0; round < CARTS; round += 1) {
      const cart = anyCart(chance);
      const priced = pricedCart(cart, terms);
      expect([round, priced.problems, priced.beyond]).toEqual([round, [], []]);
      const held = await heldAtServer(cart, priced);
      expect([round, held.lines.map(({ price }) => price)]).toEqual([round, priced.lines.map(({ price }) => price)]);
      expect([round, printMoney(documentTotals(held).total)]).toEqual([round, printMoney(priced.totals.total)]);
      const tenders = tendersFor(priced.totals.total, cart, chance);
      const settlement = settle(priced.totals.total, tenders, terms, {
        hasCustomer: cart.customer !== null,
        drawer: cash,
      });
      expect([round, settlement.problem]).toEqual([round, undefined]);
      const paid = { cart, priced, tenders, settlement, terms, drawer: { uuid: drawer.uuid }, time: '09:00:00' };
      const content = receiptContent({ ...paid, replaces: null, held: null }, device.chain.number);
      const entry = await device.chain.next(content, { cashier: shop.cashier });
      const [stored] = await send(office, device, [entry]);
      expect([round, stored?.state, stored?.review ?? []]).toEqual([round, 'stored', []]);
      seen.promotions += priced.promotions.length;
      seen.lists += priced.lines.filter(({ reason }) => reason.kind === 'list').length;
      seen.dollars += tenders.filter(({ currency_fk }) => currency_fk === 2).length;
      seen.several += Number(tenders.length > 1);
      seen.change += Number((settlement.change ?? 0n) > 0n);
    }
    // The seed has each case several times.
    for (const [what, times] of Object.entries(seen)) expect([what, times > 2]).toEqual([what, true]);
  });

  it('that are sold for another price than was worked out wait for a review', async () => {
    const cart = withItem(EMPTY_CART, items.find(({ item_name }) => item_name === 'Sugar') ?? (items[0] as TillItem), {
      count: '2',
    });
    const priced = pricedCart(cart, terms);
    const tenders = tendersFor(priced.totals.total, cart, new Chance(1));
    const settlement = settle(priced.totals.total, tenders, terms, { hasCustomer: false, drawer: cash });
    const paid = { cart, priced, tenders, settlement, terms, drawer: { uuid: drawer.uuid }, time: '09:00:00' };
    const content = receiptContent({ ...paid, replaces: null, held: null }, device.chain.number);
    const cheaper = { ...content, lines: content.lines.map((line) => ({ ...line, total_amount: '1' })) };
    const [stored] = await send(office, device, [await device.chain.next(cheaper, { cashier: shop.cashier })]);
    expect(stored?.review?.map(({ rule }) => rule)).toEqual(['line_differs']);
  });
});
