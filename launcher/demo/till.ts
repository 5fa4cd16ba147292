/** Settlements of the tills' payment app, and orders of the mobile application. */
import { IQD } from '../../domain/kernel/rate.ts';
import type { Place } from './business.ts';
import type { Day } from './calendar.ts';
import { APP, account } from './cash-accounts.ts';
import { chosen } from './selling.ts';
import { type Act, at, type Habit, pieces, type Trade, timeBetween, totalOf } from './trade.ts';
import { words, written } from './words.ts';

const OUT_OF_STOCK = words('Out of stock', 'نفد من المخزن', 'لە کۆگادا نەماوە');

/** The payment app pays into the bank every ten days, and keeps one percent. */
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

/** Orders of the mobile application: confirmed and delivered by a driver; some are cancelled. */
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
    const why = {
      reason: written(place.clerk, OUT_OF_STOCK),
      order_cancellation_message_fk: business.cancellationMessage,
    };
    await clerk.act('online_orders', id, 'cancel', why, place.clerk);
    for (const { goods, count } of sold) trade.shelfPlan.put(place.inventory, goods, count);
    return;
  }
  await clerk.act('online_orders', id, 'confirm', { accepted_minutes: 45 }, place.clerk);
  // Most orders of the last days remain undelivered.
  if (day.number > 176 && chance.inHundred(60)) return;
  await clerk.act('online_orders', id, 'deliver', { date: day.date, time }, place.clerk);
  trade.cashAccounts.add(account(place.safe), totalOf(sold) + 3_000n);
}
