/** Purchases: scarce goods are bought, from home in dinars and from abroad in dollars, and paid for later. */
import { membersOf } from '../../domain/values/members.ts';
import { IQD, USD } from '../../domain/values/rate.ts';
import { addDays, type Day } from './calendar.ts';
import { account, printCents, supplierDebt } from './cash-accounts.ts';
import type { Goods } from './goods/goods.ts';
import { words, written } from './goods/words.ts';
import { type Act, type Habit, inDinars, inDollars, type Trade, timeBetween } from './trade.ts';

const WET = words('Two boxes were wet', 'علبتان كانتا مبللتين', 'دوو کارتۆن تەڕ بوون');

/** The first suppliers deliver from abroad. */
const ABROAD = 5;
const LINES = 14;
const ADVANCE_CENTS = 50_000n;
interface Bought {
  readonly goods: Goods;
  readonly boxes: number;
}

export const buying: Habit = (trade, day) => {
  if (day.isFriday || day.number % 3 !== 0) return [];
  return [1, 2].map((): Act => {
    const time = timeBetween(trade.chance, 7, 9);
    return { time, run: () => buy(trade, day, time) };
  });
};

async function buy(trade: Trade, day: Day, time: string): Promise<void> {
  const { chance, business, clerk } = trade;
  const number = chance.between(0, business.suppliers.length - 1);
  const bought = wanted(trade, number);
  const isAbroad = number < ABROAD;
  const place = { outlet_fk: business.places[0].outlet, inventory_fk: business.warehouse };
  const id = await clerk.enter(
    'purchases',
    {
      ...place,
      date: day.date,
      time,
      supplier_fk: business.suppliers[number],
      payment_type: 'on_account',
      ...(isAbroad ? inDollars(trade, 'out') : inDinars),
      reference_number: `${String.fromCharCode(65 + number)}-${day.date.slice(5)}-${time.replace(/\D/g, '')}`,
      lines: bought.map((one) => lineOf(trade, one, isAbroad)),
      ...(isAbroad ? { costs: [freight(business.carrier)] } : {}),
      status: 'complete',
    },
    business.places[0].storekeeper,
  );
  received(trade, number, bought, isAbroad);
  if (chance.inHundred(12))
    await sendBack(trade, day, { id, supplier: business.suppliers[number] ?? 0, isAbroad }, bought);
  if (chance.inHundred(10)) await applyCustoms(trade, day, id);
  if (chance.inHundred(10)) await raisePrices(trade, id, bought);
}

function wanted({ chance, shelfPlan, goods, business }: Trade, supplier: number): Bought[] {
  const range = goods.filter((_, index) => index % business.suppliers.length === supplier);
  return shelfPlan.lowest(business.warehouse, range, LINES).map((one) => ({ goods: one, boxes: chance.between(3, 8) }));
}

/** The cost of a box: in cents from abroad, in dinars from home. */
function boxCost({ rate }: Trade, { goods }: Bought, isAbroad: boolean): bigint {
  const dinars = goods.cost * BigInt(goods.perBox);
  return isAbroad ? (dinars * 100n) / BigInt(rate.rate) + 1n : dinars;
}

function lineOf(trade: Trade, bought: Bought, isAbroad: boolean) {
  const { goods, boxes } = bought;
  const cost = boxCost(trade, bought, isAbroad);
  return {
    item_fk: goods.item,
    unit_fk: goods.box,
    quantity: String(boxes),
    price: isAbroad ? printCents(cost) : String(cost),
    ...(trade.chance.inHundred(8) ? { bonus_quantity: '1' } : {}),
  };
}

const freight = (supplier_fk: number) => ({
  cost_type: 'freight',
  amount: '85000',
  ...inDinars,
  payment_type: 'on_account',
  supplier_fk,
});

function received(trade: Trade, number: number, bought: readonly Bought[], isAbroad: boolean): void {
  const { business, shelfPlan, cashAccounts } = trade;
  const supplier = business.suppliers[number] ?? 0;
  for (const one of bought) {
    shelfPlan.put(business.warehouse, one.goods, one.boxes * one.goods.perBox);
    cashAccounts.add(
      supplierDebt(supplier, isAbroad ? 'cents' : 'dinars'),
      boxCost(trade, one, isAbroad) * BigInt(one.boxes),
    );
  }
  if (isAbroad) cashAccounts.add(supplierDebt(business.carrier, 'dinars'), 85_000n);
}

interface Purchased {
  readonly id: number;
  readonly supplier: number;
  readonly isAbroad: boolean;
}

async function sendBack({ clerk, business, shelfPlan }: Trade, day: Day, from: Purchased, bought: readonly Bought[]) {
  const [first] = bought;
  if (!first) return;
  await clerk.enter(
    'purchase_returns',
    {
      outlet_fk: business.places[0].outlet,
      inventory_fk: business.warehouse,
      purchase_fk: from.id,
      supplier_fk: from.supplier,
      currency_fk: from.isAbroad ? USD : IQD,
      date: day.date,
      payment_type: 'on_account',
      note: written(business.places[0].storekeeper, WET),
      lines: [{ purchase_line_id: 1, quantity: '2' }],
      status: 'complete',
    },
    business.places[0].storekeeper,
  );
  shelfPlan.put(business.warehouse, first.goods, -2 * first.goods.perBox);
}

async function applyCustoms({ clerk, business, cashAccounts }: Trade, day: Day, purchase: number): Promise<void> {
  await clerk.act(
    'purchases',
    purchase,
    'apply_cost',
    {
      cost_id: 9,
      cost_type: 'customs',
      amount: '60000',
      ...inDinars,
      share_by: 'value',
      payment_type: 'on_account',
      supplier_fk: business.carrier,
      date: day.date,
    },
    business.places[0].manager,
  );
  cashAccounts.add(supplierDebt(business.carrier, 'dinars'), 60_000n);
}

async function raisePrices({ clerk, business }: Trade, purchase: number, bought: readonly Bought[]): Promise<void> {
  const prices = bought.slice(0, 3).map(({ goods }) => ({
    item_fk: goods.item,
    unit_fk: goods.box,
    sale_price: String(goods.price * 11n),
  }));
  await clerk.act('purchases', purchase, 'modify_sale_price', { prices }, business.places[0].manager);
}

/** Goods from abroad are ordered and paid for in advance; the order becomes a purchase on arrival. */
export const orderingAbroad: Habit = (trade, day) => {
  if (day.number % 24 !== 5) return [];
  const { chance, business, clerk, shelfPlan } = trade;
  const order = async () => {
    const number = chance.between(0, ABROAD - 1);
    const supplier_fk = business.suppliers[number];
    const place = { outlet_fk: business.places[0].outlet, inventory_fk: business.warehouse };
    const dollars = inDollars(trade, 'out');
    const bought = wanted(trade, number).slice(0, 6);
    const lines = bought.map((one) => {
      const { bonus_quantity: _bonus, ...line } = membersOf(lineOf(trade, one, true));
      return line;
    });
    const received_date = addDays(day.date, 10);
    const about = { ...place, supplier_fk, date: day.date, time: '11:00', received_date, ...dollars };
    const id = await clerk.enter('purchase_orders', { ...about, lines, status: 'bill' }, business.places[0].manager);
    if (trade.cashAccounts.of(account(business.dollarBank)) > ADVANCE_CENTS * 2n) {
      const advance = { payment_id: 1, amount: printCents(ADVANCE_CENTS), account_fk: business.dollarBank };
      await clerk.act('purchase_orders', id, 'pay', { ...advance, date: day.date, time: '11:05' }, business.accountant);
      trade.cashAccounts.add(account(business.dollarBank), -ADVANCE_CENTS);
    }
    const bill = {
      ...place,
      supplier_fk,
      purchase_order_fk: id,
      date: day.date,
      time: '11:30',
      ...dollars,
      payment_type: 'on_account',
      status: 'complete',
      lines: lines.map((line, index) => ({ ...line, order_line_id: index + 1 })),
    };
    await clerk.enter('purchases', bill, business.places[0].storekeeper);
    for (const { goods, boxes } of bought) shelfPlan.put(business.warehouse, goods, boxes * goods.perBox);
  };
  return [{ time: '11:00', run: order }];
};

/** Each week the largest debts to suppliers are paid in part. */
export const payingSuppliers: Habit = (trade, day) => {
  if (day.number % 7 !== 4) return [];
  const { business } = trade;
  return [...business.suppliers, business.carrier].map((supplier, index): Act => {
    const time = `13:${String(index + 10)}`;
    return { time, run: () => pay(trade, supplier, day, time) };
  });
};

async function pay(trade: Trade, supplier_fk: number, day: Day, time: string): Promise<void> {
  const { clerk, cashAccounts, business } = trade;
  for (const currency of ['dinars', 'cents'] as const) {
    const from = currency === 'dinars' ? business.bank : business.dollarBank;
    const owed = cashAccounts.of(supplierDebt(supplier_fk, currency));
    const amount = lesser((owed * 7n) / 10n, cashAccounts.of(account(from)) / 3n);
    if (amount < 10_000n) continue;
    // The bank takes 25 dollars for a transfer abroad.
    const fee = currency === 'dinars' ? 0n : 2_500n;
    await clerk.enter(
      'supplier_transactions',
      {
        outlet_fk: business.places[0].outlet,
        date: day.date,
        time,
        supplier_fk,
        transaction_type: 'pay',
        ...(currency === 'dinars' ? inDinars : inDollars(trade, 'out')),
        amount: currency === 'dinars' ? String(amount) : printCents(amount),
        account_fk: from,
        bank_fee: printCents(fee),
        expense_type_fk: fee > 0n ? business.expenseTypes[5] : null,
      },
      business.accountant,
    );
    cashAccounts.add(supplierDebt(supplier_fk, currency), -amount);
    cashAccounts.add(account(from), -amount - fee);
  }
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
