/** Transfers between inventories, counts, losses, and production. */
import type { Commands } from '../../command-api/commands/open-commands.ts';
import { defined } from '../../domain/values/defined.ts';
import type { Place } from './business.ts';
import type { Day } from './calendar.ts';
import { type Goods, goodsAt } from './goods/goods.ts';
import { pictureOf } from './goods/item-pictures.ts';
import { namesOf, type Words, words, written } from './goods/words.ts';
import { chosen } from './selling.ts';
import { type Act, type Habit, type Trade, timeBetween } from './trade.ts';

const FOUND = words('Found behind a shelf', 'وُجدت خلف أحد الرفوف', 'لە پشت ڕەفەیەک دۆزرایەوە');
const SHELF = words('Shelf', 'الرف', 'ڕەفەی');

const RESTOCKED = 25;
const TO_SHOP = 24;

/** Shops are restocked from the warehouse twice a week; occasionally a piece is missing on arrival. */
export const restocking: Habit = (trade, day) => {
  if (day.number % 4 !== 1) return [];
  return trade.business.places.map((place, number): Act => {
    const time = `08:0${number}`;
    return { time, run: () => restock(trade, place, day, time) };
  });
};

async function restock(trade: Trade, place: Place, day: Day, time: string): Promise<void> {
  const { clerk, business, shelfPlan, goods, chance } = trade;
  const [head] = business.places;
  const wanted = shelfPlan
    .lowest(place.inventory, goods, RESTOCKED)
    .filter((one) => shelfPlan.on(business.warehouse, one) >= TO_SHOP);
  if (wanted.length === 0) return;
  const ofOneOutlet = place === head;
  const body = {
    outlet_fk: head.outlet,
    inventory_fk: business.warehouse,
    date: day.date,
    time,
    to_outlet_fk: place.outlet,
    to_inventory_fk: place.inventory,
    status: 'sent',
  };
  const lines = wanted.map((one) => ({ item_fk: one.item, unit_fk: one.unit, quantity: String(TO_SHOP) }));
  const priced = lines.map((line, index) => ({ ...line, price: String(wanted[index]?.cost ?? 0n) }));
  // Transfers between outlets sometimes have a price, so that each outlet has its own profit.
  const sold = !ofOneOutlet && chance.inHundred(25);
  const resource = sold ? 'sale_transfers' : 'stock_transfers';
  const id = await clerk.enter(
    resource,
    sold ? { ...body, currency_fk: 1, lines: priced } : { ...body, lines },
    head.storekeeper,
  );
  const missing = chance.inHundred(5) ? 1 : 0;
  const arrived = lines.map((_, index) => ({
    line_id: index + 1,
    quantity: String(TO_SHOP - (index === 0 ? missing : 0)),
  }));
  const receipt = { date: day.date, time: '08:30', lines: arrived, ...(missing > 0 ? { rest: 'missing' } : {}) };
  await clerk.act(resource, id, 'receive', receipt, place.storekeeper);
  wanted.forEach((one, index) => {
    shelfPlan.put(business.warehouse, one, -TO_SHOP);
    shelfPlan.put(place.inventory, one, TO_SHOP - (index === 0 ? missing : 0));
  });
  if (sold && chance.inHundred(40)) await giveBack(trade, place, day, id, wanted[1]);
}

async function giveBack(
  { clerk, business, shelfPlan }: Trade,
  place: Place,
  { date }: Day,
  transfer: number,
  one?: Goods,
) {
  if (!one) return;
  const [head] = business.places;
  const id = await clerk.enter(
    'sale_transfer_returns',
    {
      outlet_fk: place.outlet,
      inventory_fk: place.inventory,
      date,
      time: '16:00',
      to_outlet_fk: head.outlet,
      to_inventory_fk: business.warehouse,
      sale_transfer_fk: transfer,
      lines: [{ sale_transfer_line_id: 2, quantity: '6' }],
      status: 'sent',
    },
    place.storekeeper,
  );
  await clerk.act('sale_transfer_returns', id, 'receive', { date, time: '18:00' }, head.storekeeper);
  shelfPlan.put(place.inventory, one, -6);
  shelfPlan.put(business.warehouse, one, 6);
}

/** One part of a shop is counted each week by one person, and approved by another. */
export const counting: Habit = (trade, day) => {
  if (day.number % 7 !== 3) return [];
  const { chance, business, goods, shelfPlan, clerk } = trade;
  const place = chance.pick(business.places);
  const count = async () => {
    const first = chance.between(0, goods.length - 21);
    const counted = goods.slice(first, first + 20).map((one) => {
      const there = shelfPlan.on(place.inventory, one);
      const real = chance.inHundred(15) ? Math.max(0, there - chance.between(1, 2)) : there;
      shelfPlan.put(place.inventory, one, real - there);
      return { item_fk: one.item, unit_fk: one.unit, real_quantity: String(real) };
    });
    const id = await clerk.enter(
      'inventory_adjustments',
      {
        outlet_fk: place.outlet,
        inventory_fk: place.inventory,
        date: day.date,
        time: '21:30',
        lines: counted,
        note: `${written(place.storekeeper, SHELF)} ${first}`,
      },
      place.storekeeper,
    );
    await clerk.act('inventory_adjustments', id, 'approve', {}, place.manager);
  };
  return [{ time: '21:30', run: count }];
};

/** Every four weeks two people count some shelves together; the resulting adjustment remains to be approved. */
export const countingTogether: Habit = (trade, day) => {
  const { business, goods, shelfPlan, clerk } = trade;
  const place = business.places[day.number % business.places.length];
  if (day.number % 28 !== 10 || !place) return [];
  const count = async () => {
    const counted = goods.slice(0, 6);
    const id = await clerk.enter(
      'count_rounds',
      {
        outlet_fk: place.outlet,
        inventory_fk: place.inventory,
        date: day.date,
        time: '21:00',
        count_scope: 'inventory',
        items: counted.map(({ item }) => ({ item_fk: item })),
      },
      place.storekeeper,
    );
    for (const [index, one] of counted.entries()) {
      const entry = {
        entry_uuid: `00000000-0000-4000-8000-${String(day.number * 10 + index).padStart(12, '0')}`,
        item_fk: one.item,
        unit_fk: one.unit,
        quantity: String(shelfPlan.on(place.inventory, one)),
      };
      const person = index % 2 === 0 ? place.storekeeper : place.manager;
      await clerk.act('count_rounds', id, 'count', { entries: [entry] }, person);
    }
    await clerk.act('count_rounds', id, 'complete', { is_zero_where_uncounted: false }, place.storekeeper);
  };
  return [{ time: '21:00', run: count }];
};

/** Write-offs of broken, expired and stolen goods, and goods that were found. */
export const losing: Habit = (trade, day) => {
  if (day.number % 5 !== 0) return [];
  const { chance, business, clerk, shelfPlan } = trade;
  const place = chance.pick(business.places);
  const time = timeBetween(chance, 14, 16);
  const placed = { outlet_fk: place.outlet, inventory_fk: place.inventory, date: day.date, time };
  const lose = async () => {
    const lost = chosen(trade, place.inventory, 2);
    if (lost.length === 0) return;
    const disposal_type = chance.pick(['destruct', 'expired', 'damaged', 'stolen']);
    const lines = lost.map(({ goods, count }) => ({
      item_fk: goods.item,
      unit_fk: goods.unit,
      quantity: String(count),
    }));
    const id = await clerk.enter(
      'asset_disposals',
      { ...placed, disposal_type, lines, status: 'done' },
      place.storekeeper,
    );
    await clerk.act('asset_disposals', id, 'approve', {}, place.manager);
  };
  const find = async () => {
    const goods = chance.pick(trade.goods);
    const lines = [{ item_fk: goods.item, unit_fk: goods.unit, quantity: '2' }];
    const body = { ...placed, reason: written(place.manager, FOUND), lines };
    await clerk.enter('inventory_direct_adjustments', body, place.manager);
    shelfPlan.put(place.inventory, goods, 2);
  };
  return day.number % 15 === 0 ? [{ time, run: find }] : [{ time, run: lose }];
};

export interface Recipes {
  /** A gift basket of other goods. */
  readonly collection: number;
  readonly parts: readonly Goods[];
  /** A mix of nuts from two raw materials. */
  readonly mixture: number;
  readonly ingredients: readonly Goods[];
}

const BASKET = words('Gift basket', 'سلة هدايا', 'سەبەتەی دیاری');
const NUTS = words('Mixed nuts', 'مكسرات مشكلة', 'چەرەزی تێکەڵ');
const PACKED_NUTS = words('Mixed nuts, own packing', 'مكسرات مشكلة، تعبئة المتجر', 'چەرەزی تێکەڵ، پاکەتی فرۆشگا');
const INGREDIENTS = [words('Nuts', 'مكسرات', 'چەرەز'), words('Dried fruit', 'فواكه مجففة', 'میوەی وشککراوە')];

/** First number of their pictures, after those of the kinds of goods. */
const MADE_FROM = 100;

export async function registerRecipes(commands: Pick<Commands, 'uploads'>, { clerk, goods }: Trade): Promise<Recipes> {
  const unit = goods[0]?.unit ?? 1;
  const made = async (called: Words, sale_price: string, number: number) =>
    clerk.enter('items', {
      ...namesOf('item_name', called),
      images: [await pictureOf(commands, called.en, MADE_FROM + number)],
      item_units: [{ unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price, barcodes: [] }],
    });
  const line = (one: Goods, quantity: string) => ({ item_fk: one.item, unit_fk: one.unit, quantity });
  const parts = goodsAt(goods, 300, 3);
  const basket = await made(BASKET, '45000', 0);
  const collection = await clerk.enter('collections', {
    ...namesOf('collection_name', BASKET),
    item_fk: basket,
    unit_fk: unit,
    lines: parts.map((one) => line(one, '2')),
  });
  const ingredients = goodsAt(goods, 680, 2);
  const materials: number[] = [];
  for (const [number, { item, unit: unit_fk }] of ingredients.entries()) {
    const called = namesOf('raw_material_name', defined(INGREDIENTS[number]));
    materials.push(await clerk.enter('raw_materials', { ...called, item_fk: item, unit_fk }));
  }
  const nuts = await made(PACKED_NUTS, '18000', 1);
  const mixture = await clerk.enter('mixtures', {
    ...namesOf('mixture_name', NUTS),
    item_fk: nuts,
    unit_fk: unit,
    quantity: '4',
    lines: materials.map((raw_material_fk) => ({ raw_material_fk, quantity: '2' })),
  });
  return { collection, parts, mixture, ingredients };
}

/** Baskets are assembled and some taken apart; nuts are mixed. */
export const making =
  ({ collection, parts, mixture, ingredients }: Recipes): Habit =>
  ({ business, clerk, shelfPlan }, day) => {
    const [head] = business.places;
    const placed = { outlet_fk: head.outlet, inventory_fk: business.warehouse, date: day.date };
    const pack = async () => {
      if (parts.some((one) => shelfPlan.on(business.warehouse, one) < 12)) return;
      const basket = { ...placed, collection_fk: collection, status: 'complete' };
      const packed = { ...basket, time: '09:15', conversion_type: 'item_to_collection', quantity: '4' };
      await clerk.enter('conversions', packed, head.storekeeper);
      const opened = { ...basket, time: '15:45', conversion_type: 'collection_to_item', quantity: '1' };
      await clerk.enter('conversions', opened, head.storekeeper);
      for (const one of parts) shelfPlan.put(business.warehouse, one, -6);
    };
    const mix = async () => {
      if (ingredients.some((one) => shelfPlan.on(business.warehouse, one) < 12)) return;
      const wages = { amount: '4000', currency_fk: 1, payment_type: 'cash', account_fk: head.safe };
      const body = { ...placed, time: '10:30', mixture_fk: mixture, quantity: '8', costs: [wages], status: 'complete' };
      await clerk.enter('productions', body, head.manager);
      for (const one of ingredients) shelfPlan.put(business.warehouse, one, -4);
    };
    if (day.number % 20 === 8) return [{ time: '09:15', run: pack }];
    return day.number % 20 === 18 ? [{ time: '10:30', run: mix }] : [];
  };
