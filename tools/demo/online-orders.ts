/**
 * Online orders: customers place some with the application, and a clerk enters others by telephone. The clerk confirms them
 * and receives the money, the manager hands them to the driver.
 */
import { defined } from '../../domain/values/defined.ts';
import { IQD } from '../../domain/values/rate.ts';
import type { Place } from './business.ts';
import type { Day } from './calendar.ts';
import { account } from './cash-accounts.ts';
import { nameOf } from './goods/people-words.ts';
import { words, written } from './goods/words.ts';
import { chosen } from './selling.ts';
import type { ShopDoor } from './shop-door.ts';
import { FREE_FROM, HOME, LEAST, type ShopWindow, type Zone } from './shop-window.ts';
import { type Act, at, type Habit, pieces, type Sold, type Trade, timeBetween, totalOf } from './trade.ts';

const OUT_OF_STOCK = words('Out of stock', 'نفد من المخزن', 'لە کۆگادا نەماوە');
const NOT_AT_HOME = words('Nobody at home', 'لا أحد في البيت', 'کەس لە ماڵ نییە');
const CHANGED_MIND = words('I need it no longer', 'لم أعد بحاجة إليه', 'چیتر پێویستم پێی نییە');
const RING_TWICE = words('Please ring twice', 'يرجى قرع الجرس مرتين', 'تکایە دوو جار لە زەنگ بدە');
const STREETS = [
  words('12 Citadel Street', 'شارع القلعة ١٢', 'شەقامی قەڵا ١٢'),
  words('40 Gulan Street', 'شارع گولان ٤٠', 'شەقامی گوڵان ٤٠'),
  words('7 Minaret Park', 'حديقة المنارة ٧', 'پارکی منارە ٧'),
];
/** Customers who sign up with the application. */
const APP_CUSTOMERS = 12;
const PREPAID = 5_000n;

/** The outcome of an order. */
type End = 'delivered' | 'brought_back' | 'cancelled' | 'taken_back' | 'pending' | 'confirmed' | 'on_its_way';

interface Order {
  readonly place: Place;
  readonly day: Day;
  readonly end: End;
  /** Zero until the order is placed. */
  id: number;
  /** The token of the customer in the application. */
  token: string;
  isCollected: boolean;
  sold: readonly Sold[];
  /** The amount due on delivery, in dinars. */
  due: bigint;
}

export interface Ordering {
  readonly door: ShopDoor;
  readonly window: ShopWindow;
  readonly until: string;
}

/** Outcomes on the last evening, so that orders of every open state exist. */
const LAST_EVENING: readonly End[] = ['on_its_way', 'on_its_way', 'on_its_way', 'confirmed', 'pending', 'pending'];
const EVENING_HOUR = 19;

/** One to three orders of the application on a day. */
export const appOrders = ({ door, window, until }: Ordering): Habit => {
  const tokens = new Map<number, string>();
  return (trade, day) => {
    const { chance } = trade;
    const acts = (hour: number, end: End): Act[] => {
      const order = newOrder(trade, day, end);
      const time = timeBetween(chance, hour, hour + 1);
      const customer = chance.between(0, APP_CUSTOMERS - 1);
      const place = async () => {
        order.token = tokens.get(customer) ?? (await signUp(door, customer));
        tokens.set(customer, order.token);
        await placeOrder({ trade, door, zone: chance.pick(window.zones), customer }, order);
      };
      return [{ time, run: place }, ...laterSteps(trade, order, time, door)];
    };
    if (day.date === until) return LAST_EVENING.flatMap((end) => acts(EVENING_HOUR, end));
    if (day.isFriday) return [];
    return Array.from({ length: chance.between(1, 3) }, () => acts(chance.between(10, 17), endOf(trade))).flat();
  };
};

const newOrder = ({ business }: Trade, day: Day, end: End): Order => ({
  place: business.places[0],
  day,
  end,
  id: 0,
  token: '',
  isCollected: false,
  sold: [],
  due: 0n,
});

function endOf({ chance }: Trade): End {
  const drawn = chance.between(1, 100);
  if (drawn <= 6) return 'cancelled';
  if (drawn <= 11) return 'taken_back';
  return drawn <= 15 ? 'brought_back' : 'delivered';
}

function signUp(door: ShopDoor, customer: number): Promise<string> {
  const { own, language } = nameOf(customer + 90);
  const street = defined(STREETS[customer % STREETS.length]);
  return door.signUp({
    consumer_name: own,
    mobile: `0772410${2000 + customer * 17}`,
    addresses: [{ label: HOME[language], address: street[language], is_default: true }],
  });
}

interface Placing {
  readonly trade: Trade;
  readonly door: ShopDoor;
  readonly zone: Zone;
  readonly customer: number;
}

/** The server determines prices and delivery charge; its answer contains the total. */
async function placeOrder({ trade, door, zone, customer }: Placing, order: Order): Promise<void> {
  const { inventory } = order.place;
  const sold = chosen(trade, inventory, trade.chance.between(2, 5));
  if (totalOf(sold) < LEAST) return putBack(trade, inventory, sold);
  if (LAST_EVENING.includes(order.end)) for (const { goods } of sold) trade.shelfPlan.order(inventory, goods);
  const isCollected = order.end !== 'on_its_way' && trade.chance.inHundred(20);
  const note = trade.chance.inHundred(25) ? { note: RING_TWICE[nameOf(customer + 90).language] } : {};
  const { order_id, total } = await door.send(
    'orders',
    {
      ...(isCollected ? { received_type: 'collected' } : { received_type: 'brought', delivery_zone_fk: zone.id }),
      ...note,
      lines: sold.map(({ goods, count }) => ({ item_fk: goods.item, unit_fk: goods.unit, quantity: String(count) })),
    },
    order.token,
  );
  Object.assign(order, { id: Number(order_id), isCollected, sold, due: BigInt(String(total)) });
}

/** Orders by telephone, of known customers; some include a prepayment. */
export const phoneOrders = ({ door, window, until }: Ordering): Habit => {
  return (trade, day) => {
    if (day.date === until) return medicinesByPhone(trade, window, day, door);
    if (day.isFriday) return [];
    return Array.from({ length: trade.chance.between(1, 2) }, () => {
      const time = timeBetween(trade.chance, 10, 17);
      const order = newOrder(trade, day, trade.chance.inHundred(6) ? 'cancelled' : 'delivered');
      const enter = () => takeCall(trade, window, order, time);
      return [{ time, run: enter }, ...laterSteps(trade, order, time, door)];
    }).flat();
  };
};

/** On the last evening goods with batches are on their way too: the route sheet names the batches. */
function medicinesByPhone(trade: Trade, window: ShopWindow, day: Day, door: ShopDoor): Act[] {
  const order = newOrder(trade, day, 'on_its_way');
  const time = '20:50';
  const enter = () => {
    const medicines = trade.medicines.map((goods) => ({ goods, count: 3 }));
    return takeCall(trade, window, order, time, medicines);
  };
  return [{ time, run: enter }, ...laterSteps(trade, order, time, door)];
}

async function takeCall(
  trade: Trade,
  { zones, known }: ShopWindow,
  order: Order,
  time: string,
  wanted?: readonly Sold[],
): Promise<void> {
  const { chance, clerk, cashAccounts } = trade;
  const { place, day, end } = order;
  const [zone, customer] = [chance.pick(zones), chance.pick(known)];
  const sold = wanted ?? chosen(trade, place.inventory, chance.between(2, 5));
  if (totalOf(sold) < LEAST) return putBack(trade, place.inventory, sold);
  const prepaid = end === 'delivered' && customer.hasAccount && chance.inHundred(25) ? PREPAID : 0n;
  const id = await clerk.enter(
    'online_orders',
    {
      ...at(place, day, time),
      currency_fk: IQD,
      payment_type: 'cash',
      account_fk: place.safe,
      online_customer_fk: customer.id,
      delivery_zone_fk: zone.id,
      received_type: 'brought',
      lines: sold.map(pieces),
      ...(prepaid > 0n ? { prepayment: { amount: String(prepaid), account_fk: place.safe } } : {}),
    },
    place.clerk,
  );
  cashAccounts.add(account(place.safe), prepaid);
  const charge = totalOf(sold) >= FREE_FROM ? 0n : zone.charge;
  Object.assign(order, { id, sold, due: totalOf(sold) + charge - prepaid });
}

function putBack({ shelfPlan }: Trade, inventory: number, sold: readonly Sold[]): void {
  for (const { goods, count } of sold) shelfPlan.put(inventory, goods, count);
}

/** The further steps of an order, each with person and time; without effect if the order was not placed. */
function laterSteps(trade: Trade, order: Order, placed: string, door: ShopDoor): Act[] {
  const { clerk } = trade;
  const { place, day, end } = order;
  const after = (minutes: number, step: (time: string) => Promise<void>): Act => {
    const time = later(placed, minutes);
    return { time, run: async () => (order.id === 0 ? undefined : step(time)) };
  };
  const act = (name: string, body: object, by = place.clerk) =>
    clerk.act('online_orders', order.id, name, { ...body }, by);
  const driver_fk = place.storekeeper.user_id;
  const confirm = after(4, () => act('confirm', {}));
  const give = after(20, async () => {
    if (!order.isCollected) await act('give_to_driver', { driver_fk }, place.manager);
  });
  const deliver = (minutes: number) =>
    after(minutes, async (time) => {
      await act('deliver', { date: day.date, time });
      trade.cashAccounts.add(account(place.safe), order.due);
    });
  const bringBack = after(60, async () => {
    const reason = written(place.manager, NOT_AT_HOME);
    await act('return_to_confirmed', { reason }, place.manager);
    trade.cashAccounts.add(account(place.safe), -order.due);
  });
  switch (end) {
    case 'pending':
      return [];
    case 'confirmed':
      return [confirm];
    case 'on_its_way':
      return [confirm, give];
    case 'delivered':
      return [confirm, give, deliver(50)];
    case 'brought_back':
      return [confirm, give, deliver(50), bringBack, deliver(110)];
    case 'cancelled':
      return [after(6, () => cancel(trade, order))];
    case 'taken_back':
      return [after(3, () => takeBack(trade, order, door))];
  }
}

async function cancel(trade: Trade, order: Order): Promise<void> {
  const { place, id, sold } = order;
  const reason = written(place.clerk, OUT_OF_STOCK);
  const why = { reason, order_cancellation_message_fk: trade.business.cancellationMessage };
  await trade.clerk.act('online_orders', id, 'cancel', why, place.clerk);
  putBack(trade, place.inventory, sold);
}

/** The customer cancels the order while it is pending. */
async function takeBack(trade: Trade, { place, id, token, sold }: Order, door: ShopDoor): Promise<void> {
  await door.send(`orders/${id}/cancel`, { reason: CHANGED_MIND.ckb }, token);
  putBack(trade, place.inventory, sold);
}

/** The time `minutes` later on the same day, as `HH:MM`. */
function later(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const all = hour * 60 + minute + minutes;
  return [Math.floor(all / 60), all % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
