/** The business of the simulated day: two shops with two tills, two cashiers and a supervisor each, and their goods. */
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { Chance } from '../../tools/demo/chance.ts';
import { box, CASHIER_RIGHTS, newCashier, newDevice } from '../api/tilling.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { ByHand } from './by-hand.ts';
import { Till } from './device.ts';
import { BATCHES, BOUGHT, GOODS, type GoodsName, NAMES, RATE, SHAMPOO_OFF } from './goods.ts';

export const DAY = '2026-03-11';
const CAPITAL = 100_000_000n;
const CAPITAL_CENTS = 2_000_000n;

export interface TillOfDay {
  readonly till: Till;
  readonly dinars: number;
  readonly dollars: number;
}

export interface Outlet {
  readonly id: number;
  readonly inventory: number;
  readonly safe: number;
  readonly dollarSafe: number;
  readonly cashiers: readonly [number, number];
  readonly tills: readonly TillOfDay[];
}

export interface DayShop {
  readonly office: Office;
  readonly outlets: readonly Outlet[];
  readonly items: ReadonlyMap<GoodsName, number>;
  readonly customers: readonly number[];
  readonly expenseType: number;
  readonly owner: number;
  readonly hand: ByHand;
}

/** `nowMs`: the clock of the server and, where they are right, of the tills. */
export async function openDayShop(nowMs: () => number, seed: number): Promise<DayShop> {
  const office = await openOffice('', { clock: () => new Date(nowMs()) });
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command });
  const hand = new ByHand();
  const items = await listGoods(office);
  const supplier = await office.add('suppliers', { consumer_name: 'Mill' });
  const owner = await office.add('stockholders', { stockholder_name: 'Shilan' });
  const customers = [
    await office.add('customers', { consumer_name: 'Azad' }),
    await office.add('customers', { consumer_name: 'Nasrin' }),
  ];
  await office.send('PATCH', 'till_settings/1', {
    ...{ discount_without_supervisor: '10', refund_without_receipt: true, offline_hours: 24 },
  });
  const outlets: Outlet[] = [];
  for (const name of ['Bazaar', 'Citadel']) {
    const id = await office.add('outlets', { outlet_name: name });
    const inventory = await office.add('inventories', { inventory_name: `Store of ${name}`, outlet_fk: id });
    const [safe, dollarSafe] = [await box(office, id, `Safe ${name}`), await box(office, id, `Dollars ${name}`, 2)];
    await contribute(office, { outlet_fk: id, stockholder_fk: owner }, safe, dollarSafe);
    hand.capital(id, safe, CAPITAL);
    hand.capitalInDollars(id, dollarSafe, CAPITAL_CENTS);
    await stock(office, { id, inventory, supplier, unit: 1 }, items);
    for (const goods of NAMES) hand.bought(id, goods, BOUGHT);
    const place = { api: office, outlet: id, inventory, cash: safe };
    const tills: TillOfDay[] = [];
    const supervisor = await newCashier(place, `Boss${name}`, [...CASHIER_RIGHTS, 'sales/below_minimum_price']);
    for (const nth of ['front', 'back']) {
      const device = await newDevice({ api: office, outlet: id }, { till_name: `${name} ${nth}` });
      const at = { name: `${name} ${nth}`, outlet: id, inventory, supervisor };
      const till = new Till(office, device, at, new Chance(seed + device.till), nowMs);
      const [dinars, dollars] = [
        await box(office, id, `Box ${at.name}`),
        await box(office, id, `Dollars ${at.name}`, 2),
      ];
      tills.push({ till, dinars, dollars });
    }
    const rights = [...CASHIER_RIGHTS, 'pos_sales/refund_without_receipt'];
    const cashiers = [
      await newCashier(place, `First${name}`, rights),
      await newCashier(place, `Second${name}`, rights),
    ] as const;
    outlets.push({ ...{ id, inventory, safe, dollarSafe }, cashiers, tills });
  }
  const expenseType = await office.add('expense_types', { type_name: 'Tea for the staff' });
  for (const { tills } of outlets) for (const { till } of tills) await till.load();
  return { office, outlets, items, customers, expenseType, owner, hand };
}

async function contribute(office: Office, of: object, safe: number, dollarSafe: number): Promise<void> {
  const body = { ...of, transaction_type: 'contribution', date: '2026-03-01' };
  await office.add('capital_transactions', { ...body, amount: String(CAPITAL), currency_fk: 1, account_fk: safe });
  await office.add('capital_transactions', {
    ...{ ...body, amount: String(CAPITAL_CENTS / 100n), currency_fk: 2, account_fk: dollarSafe, rate: String(RATE) },
  });
}

const PIECE = 1;
const BOX = 2;

async function listGoods(office: Office): Promise<ReadonlyMap<GoodsName, number>> {
  const tax = new Map<bigint, number>();
  for (const rate of [500n, 750n]) {
    const percentage = `${rate / 100n}.${String(rate % 100n).padStart(2, '0')}`;
    tax.set(rate, await office.add('taxes', { tax_name: `Tax of ${percentage}`, percentage }));
  }
  const kilogram = await office.add('units', { unit_name: 'Kilogram' });
  const items = new Map<GoodsName, number>();
  for (const goods of NAMES) {
    const article = GOODS[goods];
    const { name, code, box: boxed, scale, cents } = article;
    const piece = {
      ...{ unit_fk: scale ? kilogram : PIECE, base_unit_qty: '1', is_base: true, is_default: true },
      sale_price: cents ? `${cents / 100n}.${cents % 100n}` : String(article.price),
      barcodes: scale ? [] : [code],
    };
    const ofBox = boxed && {
      ...{ unit_fk: BOX, base_unit_qty: String(boxed.pieces), is_base: false, is_default: false },
      ...{ sale_price: String(boxed.price), barcodes: [boxed.code] },
    };
    const body = {
      ...{ item_name: name, item_units: ofBox ? [piece, ofBox] : [piece] },
      ...(scale ? { item_code: code } : {}),
      ...(cents ? { price_currency_fk: 2 } : {}),
      ...(article.tax ? { tax_fk: tax.get(article.tax) } : {}),
      ...(goods === 'medicine' ? { has_expire: true, has_batch_number: true } : {}),
    };
    items.set(goods, await office.add('items', body));
  }
  await promise(office, (goods, quantity) => ({ item_fk: items.get(goods), unit_fk: PIECE, quantity }));
  return items;
}

async function promise(office: Office, of: (goods: GoodsName, quantity: string) => object): Promise<void> {
  const month = { start_date: '2026-03-01', end_date: '2026-03-31', status: 'active', applies: 'each_time' };
  const gift = { ...month, reward_type: 'get_free' };
  await office.add('promotions', {
    ...{ ...gift, title: 'Six juices and one', items: [of('juice', '6')], reward_items: [of('juice', '1')] },
  });
  await office.add('promotions', {
    ...{ ...gift, title: 'A cup with the rice', items: [of('rice', '3')], reward_items: [of('cup', '1')] },
  });
  await office.add('promotions', {
    ...{ ...month, title: 'Two shampoos for less', reward_type: 'get_discount', items: [of('shampoo', '2')] },
    reward_percentage: `${SHAMPOO_OFF / 100n}.${SHAMPOO_OFF % 100n}`,
  });
}

interface Stocked {
  readonly id: number;
  readonly inventory: number;
  readonly supplier: number;
  readonly unit: number;
}

async function stock(office: Office, at: Stocked, items: ReadonlyMap<GoodsName, number>): Promise<void> {
  const units = new Map<number, number>();
  for (const id of items.values()) {
    const item = (await office.send('GET', `items/${id}`)).body.data as { item_units?: { unit_fk: number }[] };
    units.set(id, item.item_units?.[0]?.unit_fk ?? at.unit);
  }
  const lines = [...items].flatMap(([goods, item_fk]) => {
    const line = { item_fk, unit_fk: units.get(item_fk), price: String(GOODS[goods].cost) };
    if (goods !== 'medicine') return [{ ...line, quantity: String(BOUGHT) }];
    const part = String(BOUGHT / BigInt(BATCHES.length));
    return BATCHES.map((batch) => ({ ...line, ...batch, quantity: part }));
  });
  await office.add('purchases', {
    ...{ outlet_fk: at.id, inventory_fk: at.inventory, supplier_fk: at.supplier, date: '2026-03-02', currency_fk: 1 },
    ...{ payment_type: 'on_account', lines, status: 'complete' },
  });
}
