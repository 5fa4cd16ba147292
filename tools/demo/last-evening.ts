/** Unfinished business at the end of the half-year: pending orders, goods in transit, orders to suppliers, a count. */
import { accountNumber } from '../../domain/chart/chart.ts';
import { IQD } from '../../domain/values/rate.ts';
import { addDays, type Day } from './calendar.ts';
import type { Goods } from './goods/goods.ts';
import { namesOf, words, written } from './goods/words.ts';
import { at, type Habit, inDinars, inDollars, pieces, type Trade } from './trade.ts';

const PIECES = 6;
const BAD_DEBTS = words('Bad debts', 'ديون معدومة', 'قەرزی لەدەستچوو');
const THIRD_HOUSE = words('Behind the bazaar, the third house', 'خلف السوق، البيت الثالث', 'پشت بازاڕ، ماڵی سێیەم');
const MOVED_AWAY = words('Closed his shop and moved away', 'أغلق محله وانتقل', 'دوکانەکەی داخست و ڕۆیشت');

export const lastEvening =
  (until: string): Habit =>
  (trade, day) => {
    if (day.date !== until) return [];
    return [
      { time: '21:00', run: () => orderOnline(trade, day) },
      { time: '21:10', run: () => orderAbroad(trade, day) },
      { time: '21:15', run: () => sellToBring(trade, day) },
      { time: '21:20', run: () => sendOff(trade, day) },
      { time: '21:25', run: () => orderWhatIsShort(trade, day) },
      { time: '21:30', run: () => remind(trade, day) },
      { time: '21:35', run: () => writeOff(trade, day) },
      { time: '21:40', run: () => countTogether(trade, day) },
    ];
  };

/** Goods with at least so much stock, spread over the range. */
function there({ shelfPlan, goods }: Trade, inventory: number, pieces: number, lines: number): Goods[] {
  return goods.filter((one) => shelfPlan.on(inventory, one) >= pieces).slice(0, lines);
}

/** Two customers of the application have unconfirmed orders. */
async function orderOnline(trade: Trade, day: Day): Promise<void> {
  const { business, clerk } = trade;
  const [place] = business.places;
  for (const customer_fk of business.customers.slice(0, 2)) {
    const sold = there(trade, place.inventory, PIECES, 3).map((goods) => ({ goods, count: 2 }));
    await clerk.enter(
      'online_orders',
      {
        ...at(place, day, '21:00'),
        customer_fk,
        currency_fk: IQD,
        payment_type: 'cash',
        account_fk: place.safe,
        delivery_charge: '3000',
        lines: sold.map(pieces),
      },
      place.clerk,
    );
  }
}

/** Sold and paid; a part is brought to the customer in the evening, and the rest stands in the shop. */
async function sellToBring(trade: Trade, day: Day): Promise<void> {
  const { business, clerk, shelfPlan } = trade;
  const [place] = business.places;
  const sold = there(trade, place.inventory, PIECES, 9)
    .slice(6)
    .map((goods) => ({ goods, count: 4 }));
  if (sold.length === 0) return;
  for (const { goods, count } of sold) shelfPlan.put(place.inventory, goods, -count);
  const id = await clerk.enter(
    'sales',
    {
      ...at(place, day, '21:15'),
      ...inDinars,
      customer_fk: business.customers[0],
      payment_type: 'cash',
      account_fk: place.safe,
      received_type: 'brought',
      customer_address: written(place.clerk, THIRD_HOUSE),
      lines: sold.map(pieces),
      status: 'complete',
    },
    place.clerk,
  );
  const brought = { date: day.date, time: '21:15', lines: [{ line_id: 1, quantity: '3' }] };
  await clerk.act('sales', id, 'deliver', brought, place.clerk);
}

/** Ordered and confirmed, not received. */
async function orderAbroad(trade: Trade, day: Day): Promise<void> {
  const { business, clerk, goods } = trade;
  const lines = goods.slice(0, 4).map(({ item, box }) => ({
    item_fk: item,
    unit_fk: box,
    quantity: '20',
    price: '6.5',
  }));
  const place = { outlet_fk: business.places[0].outlet, inventory_fk: business.warehouse };
  const about = { ...place, supplier_fk: business.suppliers[0], date: day.date, time: '21:10', lines };
  await clerk.enter(
    'purchase_orders',
    { ...about, ...inDollars(trade, 'out'), status: 'bill' },
    business.places[0].manager,
  );
}

/** A draft for one supplier, as the page of proposed orders makes it: what is lowest in the shop. */
async function orderWhatIsShort({ business, clerk, goods, shelfPlan }: Trade, day: Day): Promise<void> {
  const [place] = business.places;
  const lines = shelfPlan.lowest(place.inventory, goods, 5).map(({ item, box, cost, perBox }) => ({
    item_fk: item,
    unit_fk: box,
    quantity: '2',
    price: String(cost * BigInt(perBox)),
  }));
  const about = { ...at(place, day, '21:25'), supplier_fk: business.suppliers.at(-1), ...inDinars };
  await clerk.enter('purchase_orders', { ...about, lines }, place.storekeeper);
}

/** Two people are counting: their round is open, and some of its goods are not counted. */
async function countTogether(trade: Trade, day: Day): Promise<void> {
  const { business, clerk, shelfPlan } = trade;
  const [place] = business.places;
  const goods = [...there(trade, place.inventory, PIECES, 6), ...trade.medicines.slice(0, 2)];
  const id = await clerk.enter(
    'count_rounds',
    {
      ...at(place, day, '21:40'),
      count_scope: 'inventory',
      items: goods.map(({ item }) => ({ item_fk: item })),
    },
    place.storekeeper,
  );
  for (const [index, one] of goods.slice(0, 4).entries()) {
    const counted = String(shelfPlan.on(place.inventory, one));
    const entry = {
      entry_uuid: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
      item_fk: one.item,
      unit_fk: one.unit,
      quantity: counted,
    };
    const person = index % 2 === 0 ? place.storekeeper : place.manager;
    await clerk.act('count_rounds', id, 'count', { entries: [entry] }, person);
  }
}

/** The transfer is sent in the evening and received in the morning. */
async function sendOff(trade: Trade, day: Day): Promise<void> {
  const { business, clerk, shelfPlan } = trade;
  const [head, shop] = business.places;
  const loaded = there(trade, business.warehouse, PIECES, 5);
  await clerk.enter(
    'stock_transfers',
    {
      outlet_fk: head.outlet,
      inventory_fk: business.warehouse,
      date: day.date,
      time: '21:20',
      to_outlet_fk: shop?.outlet,
      to_inventory_fk: shop?.inventory,
      status: 'sent',
      lines: loaded.map(({ item, unit }) => ({ item_fk: item, unit_fk: unit, quantity: String(PIECES) })),
    },
    head.storekeeper,
  );
  for (const one of loaded) shelfPlan.put(business.warehouse, one, -PIECES);
}

/** A tenant of a shelf is a month overdue: two reminders, in two languages. */
async function remind({ business, clerk }: Trade, day: Day): Promise<void> {
  const { outlet } = business.places[0];
  const customer_fk = await clerk.enter('customers', { consumer_name: 'شیرینی زاگرۆس', overdue_days: 7 });
  const month = { outlet_fk: outlet, date: addDays(day.date, -30), income_type_fk: business.incomeTypes[0] };
  const rent = { ...month, ...inDinars, amount: '350000', payment_type: 'on_account', customer_fk, status: 'complete' };
  const income = await clerk.enter('incomes', rent, business.accountant);
  for (const letter_language of ['ckb', 'ar']) {
    const letter = { outlet_fk: outlet, date: day.date, customer_fk, letter_language };
    const documents = [{ document: `income-${income}` }];
    await clerk.enter('payment_reminders', { ...letter, documents }, business.accountant);
  }
}

/** Another tenant closed his shop and moved away: what he owes is a bad debt. */
async function writeOff({ business, clerk }: Trade, day: Day): Promise<void> {
  const { outlet } = business.places[0];
  const customer_fk = await clerk.enter('customers', { consumer_name: 'بقالية الزهور' });
  const owed = { outlet_fk: outlet, ...inDinars, amount: '80000', customer_fk };
  const month = { date: addDays(day.date, -30), income_type_fk: business.incomeTypes[0] };
  await clerk.enter(
    'incomes',
    { ...owed, ...month, payment_type: 'on_account', status: 'complete' },
    business.accountant,
  );
  const type = await clerk.enter('expense_types', namesOf('type_name', BAD_DEBTS));
  const account = accountNumber({ key: 'expense-type', of: type });
  const lost = { date: day.date, settled_as: 'debt', account, reason: written(business.accountant, MOVED_AWAY) };
  await clerk.enter('settlements', { ...owed, ...lost }, business.accountant);
}
