/** The tills of the shops: a drawer a day, receipts in cash and by the payment app, a count in the evening. */
import { IQD } from '../../domain/kernel/rate.ts';
import type { Place } from './business.ts';
import type { Day } from './calendar.ts';
import { account } from './cash-accounts.ts';
import { chosen } from './selling.ts';
import { type Act, at, type Habit, pieces, type Trade, timeBetween, worth } from './trade.ts';

const FLOAT = 250_000n;
const RECEIPTS_A_DAY = [9, 6, 0];

/** What a drawer should hold, and what the app owes, while the day goes on. */
interface DrawerDay {
  id: number;
  expected: bigint;
}

/** What the payment app has taken for us since it last settled. */
const APP = 'payment app';

export const till: Habit = (trade, day) => {
  if (day.isFriday) return [];
  return trade.business.places.flatMap((place, number) => {
    const receipts = RECEIPTS_A_DAY[number] ?? 0;
    return receipts === 0 ? [] : drawerOf(trade, place, day, receipts + trade.chance.between(-2, 4));
  });
};

function drawerOf(trade: Trade, place: Place, day: Day, receipts: number): Act[] {
  const drawer: DrawerDay = { id: 0, expected: 0n };
  const sales = Array.from({ length: receipts }, (): Act => {
    const time = timeBetween(trade.chance, 9, 20);
    return { time, run: () => takeReceipt(trade, place, day, time, drawer) };
  });
  return [
    { time: '08:30', run: () => openDrawer(trade, place, day, drawer) },
    ...sales,
    { time: '20:30', run: () => closeDrawer(trade, place, day, drawer) },
  ];
}

async function openDrawer(
  { clerk, cashAccounts }: Trade,
  place: Place,
  { date }: Day,
  drawer: DrawerDay,
): Promise<void> {
  const accounts = [{ account_fk: place.drawer, safe_account_fk: place.safe, float_amount: String(FLOAT) }];
  const body = { outlet_fk: place.outlet, user_fk: place.cashier.user_id, date, time: '08:30', accounts };
  drawer.id = await clerk.enter('closing_drawers', body, place.cashier);
  drawer.expected = FLOAT;
  cashAccounts.add(account(place.safe), -FLOAT);
}

async function takeReceipt(trade: Trade, place: Place, day: Day, time: string, drawer: DrawerDay): Promise<void> {
  const { chance, clerk } = trade;
  const sold = chosen(trade, place.inventory, chance.between(1, 4));
  if (sold.length === 0) return;
  const total = worth(sold);
  const byApp = chance.inHundred(20);
  const payment = byApp ? { method: 'app' } : { method: 'cash', account_fk: place.drawer };
  const id = await clerk.enter(
    'pos_sales',
    {
      ...{ ...at(place, day, time), drawer_fk: drawer.id, lines: sold.map(pieces) },
      payments: [{ ...payment, amount: String(total) }],
      status: 'complete',
    },
    place.cashier,
  );
  if (byApp) trade.cashAccounts.add(APP, total);
  else drawer.expected += total;
  if (byApp || !chance.inHundred(3)) return;
  const refund = { drawer_fk: drawer.id, date: day.date, time, reason: 'The customer changed their mind' };
  await clerk.act('pos_sales', id, 'refund', refund, place.cashier);
  drawer.expected -= total;
  for (const { goods, count } of sold) trade.shelfPlan.put(place.inventory, goods, count);
}

async function closeDrawer({ clerk, chance, cashAccounts }: Trade, place: Place, { date }: Day, drawer: DrawerDay) {
  const short = chance.inHundred(15) ? 1_000n : 0n;
  const counted = drawer.expected - short;
  const accounts = [{ account_fk: place.drawer, counted_amount: String(counted) }];
  await clerk.act('closing_drawers', drawer.id, 'count', { date, time: '20:30', accounts }, place.cashier);
  await clerk.act('closing_drawers', drawer.id, 'close', { date, time: '20:35' }, place.cashier);
  await clerk.act('closing_drawers', drawer.id, 'approve', {}, place.manager);
  cashAccounts.add(account(place.safe), counted);
}

/** The payment app pays into the bank every ten days, and keeps one in a hundred. */
export const settlingTheApp: Habit = (trade, day) => {
  if (day.number % 10 !== 9) return [];
  const { business, clerk, cashAccounts } = trade;
  const settle = async () => {
    const amount = cashAccounts.of(APP);
    if (amount === 0n) return;
    const fee = amount / 100n;
    const body = {
      ...{ outlet_fk: business.places[0].outlet, date: day.date, time: '12:30', amount: String(amount) },
      ...{ fee: String(fee), expense_type_fk: business.expenseTypes[5], account_fk: business.bank },
    };
    await clerk.enter('app_settlements', body, business.accountant);
    cashAccounts.add(APP, -amount);
    cashAccounts.add(account(business.bank), amount - fee);
  };
  return [{ time: '12:30', run: settle }];
};

/** Orders of the mobile application: confirmed, delivered by a driver; some are cancelled. */
export const onlineOrders: Habit = (trade, day) => {
  if (day.isFriday) return [];
  const [place] = trade.business.places;
  return Array.from({ length: trade.chance.between(1, 3) }, (): Act => {
    const time = timeBetween(trade.chance, 10, 17);
    return { time, run: () => order(trade, place, day, time) };
  });
};

async function order(trade: Trade, place: Place, day: Day, time: string): Promise<void> {
  const { chance, clerk, business } = trade;
  const customer_fk = chance.pick(business.customers);
  const sold = chosen(trade, place.inventory, chance.between(2, 5));
  if (sold.length === 0) return;
  const id = await clerk.enter(
    'online_orders',
    {
      ...{ ...at(place, day, time), customer_fk, currency_fk: IQD, payment_type: 'cash', account_fk: place.safe },
      ...{ delivery_charge: '3000', lines: sold.map(pieces) },
    },
    place.clerk,
  );
  if (chance.inHundred(6)) {
    const why = { reason: 'Out of stock', order_cancellation_message_fk: business.cancellationMessage };
    await clerk.act('online_orders', id, 'cancel', why, place.clerk);
    for (const { goods, count } of sold) trade.shelfPlan.put(place.inventory, goods, count);
    return;
  }
  await clerk.act('online_orders', id, 'confirm', { accepted_minutes: 45 }, place.clerk);
  // Those of the last days are still on their way.
  if (day.number > 176 && chance.inHundred(60)) return;
  await clerk.act('online_orders', id, 'deliver', { date: day.date, time }, place.clerk);
  trade.cashAccounts.add(account(place.safe), worth(sold) + 3_000n);
}
