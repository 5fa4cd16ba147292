/** Sales of the shops: for cash and on account, by salesmen, from quotations, with promotions; and returns. */
import { IQD } from '../../domain/values/rate.ts';
import type { Place } from './business.ts';
import { addDays, type Day } from './calendar.ts';
import { account, customerDebt, printCents } from './cash-accounts.ts';
import {
  type Act,
  at,
  type Habit,
  inDinars,
  inDollars,
  pieces,
  type Sold,
  type Trade,
  timeBetween,
  totalOf,
} from './trade.ts';

/** Sales of each shop in a day. */
const SALES_A_DAY = [13, 9, 9];
const DEBT_MAX = 25_000_000n;

export const selling: Habit = (trade, day) => {
  if (day.isFriday) return [];
  return trade.business.places.flatMap((place, number) =>
    Array.from({ length: (SALES_A_DAY[number] ?? 8) + trade.chance.between(-2, 3) }, (): Act => {
      const time = timeBetween(trade.chance, 9, 19);
      return { time, run: () => sell(trade, place, day, time) };
    }),
  );
};

async function sell(trade: Trade, place: Place, day: Day, time: string): Promise<void> {
  const { chance } = trade;
  const sold = chosen(trade, place.inventory, chance.between(1, 6));
  if (sold.length === 0) return;
  if (chance.inHundred(30)) return sellOnAccount(trade, place, day, time, sold);
  if (chance.inHundred(8)) return sellForDollars(trade, place, day, time, sold);
  const id = await trade.clerk.enter(
    'sales',
    {
      ...at(place, day, time),
      ...inDinars,
      payment_type: 'cash',
      account_fk: place.safe,
      lines: sold.map(pieces),
      status: 'complete',
    },
    place.clerk,
  );
  trade.cashAccounts.add(account(place.safe), totalOf(sold));
  if (chance.inHundred(4)) await bringBack(trade, place, day, id, sold);
}

async function sellOnAccount(trade: Trade, place: Place, day: Day, time: string, few: readonly Sold[]): Promise<void> {
  const { chance, business, clerk, cashAccounts } = trade;
  const customer_fk = chance.pick(business.customers);
  // Purchases on account are larger; eight pieces of each are in stock.
  const sold = few.map(({ goods, count }) => ({ goods, count: count * 2 }));
  for (const { goods, count } of few) trade.shelfPlan.put(place.inventory, goods, -count);
  if (cashAccounts.of(customerDebt(customer_fk)) + totalOf(sold) > DEBT_MAX) return;
  const bySalesman = chance.inHundred(35);
  const body = {
    ...at(place, day, time),
    ...inDinars,
    customer_fk,
    payment_type: 'on_account',
    ...(bySalesman ? { salesman_fk: chance.pick(business.salesmen) } : {}),
    ...(chance.inHundred(20) ? { discount: { type: 'percent', value: '5' } } : {}),
    ...(chance.inHundred(15) ? { delivery_charge: '5000' } : {}),
    lines: sold.map((one) => ({ ...pieces(one), ...(chance.inHundred(10) ? { tax_percent: '5' } : {}) })),
    status: 'complete',
  };
  await clerk.enter(bySalesman ? 'salesman_sales' : 'sales', body, place.clerk);
  // The planned debt ignores discounts; `collect` takes at most 90 % of it.
  cashAccounts.add(customerDebt(customer_fk), totalOf(sold));
}

async function sellForDollars(
  trade: Trade,
  place: Place,
  day: Day,
  time: string,
  sold: readonly Sold[],
): Promise<void> {
  const { clerk, cashAccounts, rate } = trade;
  const inRate = BigInt(rate.inRate);
  const cents = ({ goods }: Sold) => (goods.price * 100n) / inRate + 1n;
  const lines = sold.map((one) => ({ ...pieces(one), price: printCents(cents(one)) }));
  await clerk.enter(
    'sales',
    {
      ...at(place, day, time),
      ...inDollars(trade, 'in'),
      payment_type: 'cash',
      account_fk: place.dollars,
      lines,
      status: 'complete',
    },
    place.clerk,
  );
  cashAccounts.add(
    account(place.dollars),
    sold.reduce((sum, one) => sum + cents(one) * BigInt(one.count), 0n),
  );
}

/** The customer returns one whole line and gets a refund. */
async function bringBack(trade: Trade, place: Place, day: Day, sale: number, sold: readonly Sold[]): Promise<void> {
  const [first] = sold;
  if (!first) return;
  await trade.clerk.enter(
    'sale_returns',
    {
      outlet_fk: place.outlet,
      inventory_fk: place.inventory,
      sale_fk: sale,
      date: day.date,
      payment_type: 'cash',
      account_fk: place.safe,
      lines: [{ sale_line_id: 1, quantity: String(first.count) }],
      status: 'complete',
    },
    place.clerk,
  );
  trade.shelfPlan.put(place.inventory, first.goods, first.count);
  trade.cashAccounts.add(account(place.safe), -totalOf([first]));
}

/** Goods in stock, taken from the shelf plan. */
export function chosen({ chance, shelfPlan }: Trade, inventory: number, lines: number): Sold[] {
  return shelfPlan.choose(chance, inventory, lines, 8).map((goods) => {
    const count = chance.between(1, 4);
    shelfPlan.put(inventory, goods, -count);
    return { goods, count };
  });
}

/** About once a week a shop writes a quotation; half of them become sales. */
export const quoting: Habit = (trade, day) => {
  if (day.number % 6 !== 2 || day.isFriday) return [];
  const { chance, business, clerk } = trade;
  const place = chance.pick(business.places);
  const time = timeBetween(chance, 10, 12);
  const offer = async () => {
    const customer_fk = chance.pick(business.customers);
    const sold = chosen(trade, place.inventory, 4);
    const { time: _time, ...placed } = at(place, day, time);
    const id = await clerk.enter(
      'quotations',
      {
        ...placed,
        ...inDinars,
        customer_fk,
        expire_date: addDays(day.date, 14),
        lines: sold.map(pieces),
        status: 'complete',
      },
      place.clerk,
    );
    if (!chance.inHundred(50)) return;
    const sale = { date: day.date, payment_type: 'cash', account_fk: place.safe };
    await clerk.act('quotations', id, 'convert_to_sale', sale, place.clerk);
  };
  return [{ time, run: offer }];
};

/** Customers' debts are collected in parts; sometimes a small rest is discounted. */
export const collecting: Habit = (trade, day) => {
  if (day.isFriday) return [];
  return Array.from({ length: 7 }, () => {
    const time = timeBetween(trade.chance, 11, 18);
    return { time, run: () => collect(trade, day, time) };
  });
};

async function collect({ chance, business, cashAccounts, clerk }: Trade, day: Day, time: string): Promise<void> {
  const customer_fk = chance.pick(business.customers);
  const owed = cashAccounts.of(customerDebt(customer_fk));
  if (owed < 50_000n) return;
  const place = chance.pick(business.places);
  const amount = ((owed * BigInt(chance.between(40, 90))) / 100n / 1000n) * 1000n;
  const forgiven = chance.inHundred(4);
  await clerk.enter(
    'customer_transactions',
    {
      outlet_fk: place.outlet,
      date: day.date,
      time,
      customer_fk,
      currency_fk: IQD,
      ...(forgiven
        ? { transaction_type: 'discount', amount: '5000' }
        : { transaction_type: 'receive', amount: String(amount), account_fk: place.safe }),
    },
    place.clerk,
  );
  cashAccounts.add(customerDebt(customer_fk), forgiven ? -5_000n : -amount);
  if (!forgiven) cashAccounts.add(account(place.safe), amount);
}
