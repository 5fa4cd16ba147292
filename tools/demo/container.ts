/**
 * A container from abroad, for whoever wants to see how costs find their goods: it comes in three receipts before its bill,
 * freight is entered between two of them, the bill differs from the order, and a cost that belonged to another container is
 * taken back; its customs are shared with the goods of another supplier. A part of the bill is paid with dinars, as a customer pays a debt in dollars.
 */
import type { Day } from './calendar.ts';
import { account, printCents, supplierDebt } from './cash-accounts.ts';
import { type Goods, goodsAt } from './goods/goods.ts';
import { words, written } from './goods/words.ts';
import { at, type Habit, inDinars, inDollars, type Trade } from './trade.ts';

/** Days of the half-year. */
const DAYS = {
  ordered: 6,
  freight: 9,
  second: 11,
  third: 14,
  wrong: 16,
  takenBack: 17,
  customs: 18,
  billed: 19,
  paid: 23,
};
/** Boxes of each of the goods, in three equal parts. */
const BOXES = 12;
const PART = BOXES / 3;
/** Cents for a box, and by how much the bill is higher. */
const [BOX_CENTS, HIGHER] = [1_480n, 20n];
const WRONG_COST = 7;

const OTHER_CONTAINER = words(
  'It was the freight of another container',
  'كانت أجور شحن حاوية أخرى',
  'کرێی گواستنەوەی کۆنتەینەرێکی تر بوو',
);

export function container(): Habit {
  let purchase = 0;
  let beside = 0;
  let sale = 0;
  const story: Readonly<Record<number, (trade: Trade, day: Day) => Promise<void>>> = {
    [DAYS.ordered]: async (trade, day) => {
      purchase = await order(trade, day);
      await come(trade, day, purchase, 1);
      beside = await buyBeside(trade, day);
      sale = await sellInDollars(trade, day);
    },
    [DAYS.freight]: (trade, day) => cost(trade, day, purchase, { cost_id: 6, amount: '360000' }),
    [DAYS.second]: (trade, day) => come(trade, day, purchase, 2),
    [DAYS.third]: (trade, day) => come(trade, day, purchase, 3),
    [DAYS.wrong]: (trade, day) => cost(trade, day, purchase, { cost_id: WRONG_COST, amount: '240000' }),
    [DAYS.takenBack]: (trade) => takeBack(trade, purchase),
    [DAYS.customs]: (trade, day) => customs(trade, day, [purchase, beside]),
    [DAYS.billed]: (trade, day) => bill(trade, day, purchase),
    [DAYS.paid]: async (trade, day) => {
      await payWithDinars(trade, day, purchase);
      await receiveDinars(trade, day, sale);
    },
  };
  return (trade, day) => {
    const act = story[day.number];
    return act ? [{ time: '14:40', run: () => act(trade, day) }] : [];
  };
}

const goodsOf = ({ goods }: Trade): readonly Goods[] => goodsAt(goods, 700, 3);

/** The supplier's bill comes after the goods. */
function order(trade: Trade, day: Day): Promise<number> {
  const { business, clerk } = trade;
  const [head] = business.places;
  return clerk.enter(
    'purchases',
    {
      ...at({ outlet: head.outlet, inventory: business.warehouse }, day, '14:40'),
      supplier_fk: business.suppliers[1],
      payment_type: 'on_account',
      ...inDollars(trade, 'out'),
      lines: goodsOf(trade).map(({ item, box }) => ({
        item_fk: item,
        unit_fk: box,
        quantity: String(BOXES),
        price: printCents(BOX_CENTS),
      })),
      status: 'complete',
      receive: false,
    },
    head.storekeeper,
  );
}

async function come(trade: Trade, { date }: Day, purchase: number, part: number): Promise<void> {
  const { business, clerk, shelfPlan } = trade;
  const goods = goodsOf(trade);
  const lines = goods.map((_, index) => ({ line_id: index + 1, quantity: String(PART * part) }));
  const receipt = { date, time: '14:45', billed: false, lines };
  await clerk.act('purchases', purchase, 'receive', receipt, business.places[0].storekeeper);
  for (const one of goods) shelfPlan.put(business.warehouse, one, PART * one.perBox);
}

async function cost(trade: Trade, { date }: Day, purchase: number, of: object): Promise<void> {
  const { business, clerk } = trade;
  const shared = { cost_type: 'freight', share_by: 'quantity', payment_type: 'on_account', ...inDinars };
  const body = { ...shared, ...of, supplier_fk: business.carrier, date, time: '14:50' };
  await clerk.act('purchases', purchase, 'apply_cost', body, business.places[0].manager);
}

async function takeBack({ business, clerk }: Trade, purchase: number): Promise<void> {
  const [{ manager }] = business.places;
  const back = { cost_id: WRONG_COST, reason: written(manager, OTHER_CONTAINER) };
  await clerk.act('purchases', purchase, 'withdraw_cost', back, manager);
}

/** Goods of another supplier, with which the container was filled. */
async function buyBeside(trade: Trade, day: Day): Promise<number> {
  const { business, clerk, shelfPlan, cashAccounts } = trade;
  const [head] = business.places;
  const [one] = goodsAt(trade.goods, 720);
  if (!one) return 0;
  const price = one.cost * BigInt(one.perBox);
  const id = await clerk.enter(
    'purchases',
    {
      ...at({ outlet: head.outlet, inventory: business.warehouse }, day, '14:55'),
      supplier_fk: business.suppliers[2],
      payment_type: 'on_account',
      ...inDinars,
      lines: [{ item_fk: one.item, unit_fk: one.box, quantity: String(PART), price: String(price) }],
      status: 'complete',
    },
    head.storekeeper,
  );
  shelfPlan.put(business.warehouse, one, PART * one.perBox);
  cashAccounts.add(supplierDebt(business.suppliers[2] ?? 0, 'dinars'), price * BigInt(PART));
  return id;
}

/** The customs of the whole container, for the goods of both suppliers. */
async function customs({ business, clerk, cashAccounts }: Trade, { date }: Day, of: readonly number[]): Promise<void> {
  const [head] = business.places;
  const body = {
    outlet_fk: head.outlet,
    date,
    time: '14:40',
    cost_type: 'customs',
    amount: '180000',
    ...inDinars,
    payment_type: 'on_account',
    supplier_fk: business.carrier,
    share_by: 'quantity',
    lines: of.map((purchase_fk) => ({ purchase_fk })),
    status: 'complete',
  };
  await clerk.enter('landed_costs', body, business.accountant);
  cashAccounts.add(supplierDebt(business.carrier, 'dinars'), 180_000n);
}

/** The price of the first goods has risen since they were ordered. */
async function bill(trade: Trade, { date }: Day, purchase: number): Promise<void> {
  const { business, clerk, cashAccounts } = trade;
  const lines = [{ line_id: 1, price: printCents(BOX_CENTS + HIGHER) }];
  const body = { date, time: '14:40', reference_number: `MSKU-${date.replaceAll('-', '')}`, lines };
  await clerk.act('purchases', purchase, 'bill', body, business.places[0].manager);
  const owed = BigInt(BOXES) * (BOX_CENTS * BigInt(goodsOf(trade).length) + HIGHER);
  cashAccounts.add(supplierDebt(business.suppliers[1] ?? 0, 'cents'), owed);
  cashAccounts.add(supplierDebt(business.carrier, 'dinars'), 360_000n);
}

/** A hundred dollars of the bill, from the safe of dinars. */
async function payWithDinars(trade: Trade, { date }: Day, purchase: number): Promise<void> {
  const { business, clerk, cashAccounts, rate } = trade;
  const [head] = business.places;
  const used = 100n * BigInt(rate.rate);
  if (cashAccounts.of(account(head.safe)) < used) return;
  await clerk.enter(
    'supplier_transactions',
    {
      outlet_fk: head.outlet,
      date,
      time: '14:40',
      supplier_fk: business.suppliers[1],
      transaction_type: 'pay',
      ...inDinars,
      amount: String(used),
      account_fk: head.safe,
      settle_rate: rate.rate,
      allocations: [{ document: `purchase-${purchase}`, amount: '100', currency_fk: 2, used: String(used) }],
    },
    business.accountant,
  );
  cashAccounts.add(account(head.safe), -used);
  cashAccounts.add(supplierDebt(business.suppliers[1] ?? 0, 'cents'), -10_000n);
}

/** Wholesale for 90 dollars, on account. */
async function sellInDollars(trade: Trade, day: Day): Promise<number> {
  const { business, clerk, shelfPlan } = trade;
  const [head] = business.places;
  const [goods] = goodsOf(trade);
  if (!goods) return 0;
  const place = { outlet: head.outlet, inventory: business.warehouse };
  const id = await clerk.enter(
    'sales',
    {
      ...at(place, day, '15:10'),
      ...inDollars(trade, 'in'),
      customer_fk: business.customers[3],
      payment_type: 'on_account',
      status: 'complete',
      lines: [{ item_fk: goods.item, unit_fk: goods.box, quantity: '4', price: '22.5' }],
    },
    head.clerk,
    true,
  );
  shelfPlan.put(business.warehouse, goods, -4 * goods.perBox);
  return id;
}

async function receiveDinars(trade: Trade, { date }: Day, sale: number): Promise<void> {
  const { business, clerk, cashAccounts, rate } = trade;
  const [head] = business.places;
  const used = 90n * BigInt(rate.inRate);
  await clerk.enter(
    'customer_transactions',
    {
      outlet_fk: head.outlet,
      date,
      time: '14:45',
      customer_fk: business.customers[3],
      transaction_type: 'receive',
      ...inDinars,
      amount: String(used),
      account_fk: head.safe,
      settle_rate: rate.inRate,
      allocations: [{ document: `sale-${sale}`, amount: '90', currency_fk: 2, used: String(used) }],
    },
    head.clerk,
  );
  cashAccounts.add(account(head.safe), used);
}
