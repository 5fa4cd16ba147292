/** A small business, and commands that affect each other in it. */
import type { Append, CommandStore } from '../../event-store/port.ts';
import { openPremises, Shop } from '../projector/shop.ts';
import { type Command, NOW, openStore, recording } from './interleaving.ts';

const DAY = '2026-03-10';
/** The base amounts of 1.01 and 9.32 dollars, each rounded, are 0.0001 dinar more than that of 10.33 dollars. */
const RATE = '1475.5555';

export interface Scene {
  readonly batches: readonly Append[];
  readonly commands: readonly Command[];
}

/** Goods, debts in two currencies, an open drawer and a counted one. */
export async function setTheScene(): Promise<Scene> {
  const { store, batches } = recording(openStore());
  const shop = new Shop(store, { now: NOW });
  const { outlets, inventories, cashes, items, unit, customers, suppliers } = await openPremises(shop, false);
  const enter = async (kind: string, body: object): Promise<number> => {
    const answer = await shop.enter(kind, body);
    if (!answer) throw new Error(`${kind} was refused`);
    return answer.id;
  };
  const at = { outlet_fk: outlets[0], date: DAY };
  const goods = { ...at, inventory_fk: inventories[0] };
  const line = (quantity: string, price: string) => ({ item_fk: items[0], unit_fk: unit, quantity, price });
  const dinars = { currency_fk: 1 };
  const dollars = { currency_fk: 2, rate: RATE };
  const onAccount = { payment_type: 'on_account', status: 'complete' };
  const [customer_fk, supplier_fk] = [customers[0], suppliers[0]];
  const bought = await enter('purchase', {
    ...goods,
    ...dollars,
    ...onAccount,
    supplier_fk,
    lines: [line('9', '1.15')],
  });
  const unsold = await enter('purchase', {
    ...goods,
    ...dollars,
    ...onAccount,
    supplier_fk,
    lines: [{ ...line('4', '2.05'), item_fk: items[1] }],
  });
  const sold = await enter('sale', {
    ...goods,
    ...dollars,
    ...onAccount,
    customer_fk,
    lines: [line('3', '3'), line('1', '1.33')],
  });
  const given = await enter('sale', { ...goods, ...dinars, ...onAccount, customer_fk, lines: [line('1', '1000')] });
  const drawer = async (user_name: string) => {
    const role_fk = await shop.register('role', {
      role_name: `Role of ${user_name}`,
      permissions: ['pos_sales/index'],
    });
    const user_fk = await shop.register('user', {
      ...{ user_name, email: `${user_name}@example.com`, role_fk, outlet_fk: at.outlet_fk },
    });
    const cash = { cash_type: 1, currency_fk: 1, allow_overdraft: false };
    const account_fk = await shop.register('cash', { account_name: `Drawer of ${user_name}`, ...cash });
    const accounts = [{ account_fk, safe_account_fk: cashes[0], float_amount: '10000' }];
    return { account_fk, id: await enter('drawer', { ...at, user_fk, accounts }) };
  };
  const [open, counted] = [await drawer('sara'), await drawer('nian')];
  const count = { date: DAY, accounts: [{ account_fk: counted.account_fk, counted_amount: '14000' }] };
  if (!(await shop.transit('drawer', counted.id, 'count', count))) throw new Error('the count was refused');

  const payment = (name: string, amount: string, currency: object): Omit<Command, 'id'> => {
    const paid = { transaction_type: 'receive', account_fk: cashes['rate' in currency ? 1 : 0], allocate: 'oldest' };
    return { name, kind: 'customer_transaction', body: { ...at, ...currency, ...paid, customer_fk, amount } };
  };
  const cashSale = (name: string, account_fk: number): Omit<Command, 'id'> => {
    const paid = { payment_type: 'cash', account_fk, status: 'complete' };
    return { name, kind: 'sale', body: { ...goods, ...dinars, ...paid, lines: [line('2', '2000')] } };
  };
  const giveBack = (name: string, quantity: string): Omit<Command, 'id'> => {
    const lines = [{ sale_line_id: 1, quantity }];
    return { name, kind: 'sale_return', body: { ...goods, ...onAccount, sale_fk: sold, lines } };
  };
  const receipt = {
    ...goods,
    drawer_fk: open.id,
    customer_fk,
    lines: [line('1', '1000')],
    payments: [{ method: 'cash', amount: '1000', account_fk: open.account_fk }],
    status: 'complete',
  };
  const moved = { ...at, from_account_fk: counted.account_fk, to_account_fk: cashes[0], amount: '6000' };
  const toSupplier = { supplier_fk, transaction_type: 'pay', account_fk: cashes[1], allocate: 'oldest' };
  const freight = {
    cost_id: 9,
    cost_type: 'freight',
    amount: '2.33',
    ...dollars,
    payment_type: 'on_account',
    supplier_fk,
  };
  const made: readonly Omit<Command, 'id'>[] = [
    payment('pays 1.01 dollars', '1.01', dollars),
    payment('pays 9.32 dollars', '9.32', dollars),
    payment('pays 1000 dinars', '1000', dinars),
    giveBack('gives one back', '1'),
    giveBack('gives three back', '3'),
    cashSale('buys from the counted drawer', counted.account_fk),
    { name: 'a receipt at the open drawer', kind: 'pos_sale', body: receipt },
    { name: 'moves money out of the counted drawer', kind: 'cash_transfer', body: moved },
    {
      name: 'buys on account',
      kind: 'sale',
      body: { ...goods, ...dinars, ...onAccount, customer_fk, lines: [line('4', '500')] },
    },
    {
      name: 'pays the supplier',
      kind: 'supplier_transaction',
      body: { ...at, ...dollars, ...toSupplier, amount: '7.77' },
    },
    {
      name: 'gives unsold goods back to the supplier',
      kind: 'purchase_return',
      body: {
        ...goods,
        ...dollars,
        ...onAccount,
        supplier_fk,
        purchase_fk: unsold,
        lines: [{ purchase_line_id: 1, quantity: '4' }],
      },
    },
    {
      name: 'gives back to the supplier',
      kind: 'purchase_return',
      body: {
        ...goods,
        ...dollars,
        ...onAccount,
        supplier_fk,
        purchase_fk: bought,
        lines: [{ purchase_line_id: 1, quantity: '3' }],
      },
    },
  ];
  const later = (name: string, kind: string, id: number, transition: string, body: object): Command => {
    return { name, kind, id, transition, body };
  };
  return {
    batches,
    commands: [
      ...made.map((command, index) => ({ ...command, id: 500 + index })),
      later('counts the open drawer', 'drawer', open.id, 'count', {
        date: DAY,
        accounts: [{ account_fk: open.account_fk, counted_amount: '11000' }],
      }),
      later('closes the counted drawer', 'drawer', counted.id, 'close', { date: DAY, difference_reason: 'change' }),
      later('takes the dollar sale back', 'sale', sold, 'return_to_draft', { reason: 'wrong' }),
      later('takes the dinar sale back', 'sale', given, 'return_to_draft', { reason: 'wrong' }),
      later('takes the unsold purchase back', 'purchase', unsold, 'return_to_draft', { reason: 'wrong' }),
      later('adds freight to the purchase', 'purchase', bought, 'apply_cost', freight),
    ],
  };
}

/** A new store with the events of the scene. */
export async function openScene({ batches }: Scene): Promise<CommandStore> {
  const store = openStore();
  for (const batch of batches) await store.append(batch);
  return store;
}

export function commandOf({ commands }: Scene, name: string): Command {
  const found = commands.find((command) => command.name === name);
  if (!found) throw new Error(`nobody ${name}`);
  return found;
}
