/**
 * Two people at the same moment: whatever the order in which two commands load and append, what comes out is what they
 * would have made one after the other, in the order in which they append. Every pair of the commands is played.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Append, EventStore } from '../../event-store/port.ts';
import { openPremises, Shop } from '../projector/shop.ts';
import {
  type Command,
  inSeries,
  interleaved,
  meanwhile,
  NOW,
  openStore,
  outcomeOf,
  type Pair,
  type Ran,
  recording,
} from './interleaving.ts';

const DAY = '2026-03-10';
/** 1.01 and 9.32 dollars, each rounded, are 0.0001 dinar more than 10.33 dollars. */
const RATE = '1475.5555';

interface Scene {
  readonly batches: readonly Append[];
  readonly commands: readonly Command[];
}

/** Goods, debts in two currencies, and two drawers: one in use and one that was counted. */
async function setTheScene(): Promise<Scene> {
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
    const user_fk = await shop.register('user', { user_name, email: `${user_name}@example.com` });
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
      later('closes the counted drawer', 'drawer', counted.id, 'close', { date: DAY }),
      later('takes the dollar sale back', 'sale', sold, 'return_to_draft', { reason: 'wrong' }),
      later('takes the dinar sale back', 'sale', given, 'return_to_draft', { reason: 'wrong' }),
      later('takes the unsold purchase back', 'purchase', unsold, 'return_to_draft', { reason: 'wrong' }),
      later('adds freight to the purchase', 'purchase', bought, 'apply_cost', freight),
    ],
  };
}

describe('two commands at the same moment', () => {
  let scene: Scene;
  let pairs: readonly Pair[];
  beforeAll(async () => {
    scene = await setTheScene();
    pairs = scene.commands.flatMap((one, index) =>
      scene.commands.slice(index).map((two): Pair => {
        // A command beside itself is two people who do the same, each with a document of their own.
        return [one, one === two && !two.transition ? { ...two, id: two.id + 100 } : two];
      }),
    );
  });

  async function played(run: (store: EventStore) => Promise<readonly Ran[]>, pair: readonly Command[]) {
    const store = openStore();
    for (const batch of scene.batches) await store.append(batch);
    const ran = await run(store);
    return {
      ran,
      outcome: await outcomeOf(
        store,
        pair.map(({ name, id }) => `${name} (${id})`),
        ran,
      ),
    };
  }

  it('each of the commands is stored by itself', async () => {
    for (const command of scene.commands) {
      const { ran } = await played((store) => inSeries(store, [command]), [command]);
      expect(`${command.name}: ${ran[0]?.answer}`).toBe(`${command.name}: stored`);
    }
  });

  it('leave what one after the other would have left, in each order of their steps', async () => {
    const wrong: string[] = [];
    let meeting = 0;
    for (const [one, two] of pairs) {
      const forth = await played((store) => inSeries(store, [one, two]), [one, two]);
      const back = await played((store) => inSeries(store, [two, one]), [two, one]);
      if (meet(forth.ran)) meeting += 1;
      for (const first of ['one', 'two'] as const) {
        const raced = await played((store) => interleaved(store, [one, two], first), [one, two]);
        if (raced.outcome !== (first === 'one' ? forth : back).outcome) {
          wrong.push(
            `${one.name} / ${two.name}, ${first} appends first: ${raced.ran.map(({ answer }) => answer).join(' / ')}`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(meeting).toBeGreaterThan(10);
  });
});

describe('a command that was decided before others were stored', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setTheScene();
  });
  const named = (name: string) => scene.commands.find((command) => command.name === name) as Command;
  async function open(): Promise<EventStore> {
    const store = openStore();
    for (const batch of scene.batches) await store.append(batch);
    return store;
  }
  const totalOf = async (store: EventStore, prefix: string) =>
    (await store.levels(prefix)).map(({ total }) => total).join();

  it('expects in a drawer what came into it while it was closed', async () => {
    const store = await open();
    const close = named('closes the counted drawer');
    const ran = await meanwhile(store, close, [named('buys from the counted drawer')]);
    expect(ran.answer).toBe('stored');
    const events = (await store.readStreams([{ stream: `drawer-${close.id}`, after: -1 }])).get(`drawer-${close.id}`);
    expect(events?.at(-1)).toMatchObject({
      type: 'drawer.closed',
      data: { accounts: [{ expected_amount: '14000', counted_amount: '14000' }] },
    });
  });

  it('does not put a receipt into a drawer that was counted and closed', async () => {
    const store = await open();
    const count = named('counts the open drawer');
    const close: Command = { ...named('closes the counted drawer'), id: count.id };
    const ran = await meanwhile(store, named('a receipt at the open drawer'), [count, close]);
    expect(ran.answer).toContain('drawer_fk');
    const { account_fk } = (count.body as { accounts: [{ account_fk: number }] }).accounts[0];
    expect(await totalOf(store, `cash:${account_fk}`)).toBe('');
  });

  it('leaves nothing open, in either currency, of an invoice that two payments settle at once', async () => {
    const store = await open();
    const ran = await meanwhile(store, named('pays 1.01 dollars'), [named('pays 9.32 dollars')]);
    expect(ran.answer).toBe('stored');
    expect(await totalOf(store, 'open:customer-1:2:')).toBe('');
    // What is left is the invoice in dinars, and no fraction of one.
    expect(await totalOf(store, 'debit:customer-1')).toBe('1000');
  });
});

/** True when one of them reads or changes what the other changes. */
function meet([one, two]: readonly Ran[]): boolean {
  const [a, b] = [touched(one?.batch), touched(two?.batch)];
  return [...a].some((name) => b.has(name));
}

function touched(batch: Append | undefined): ReadonlySet<string> {
  const changed = batch?.claims.flatMap((claim) => (claim.kind === 'level' ? [claim.key] : [])) ?? [];
  const read = batch?.reads?.flatMap((each) => (each.of === 'level' ? [each.key] : [])) ?? [];
  return new Set([...changed, ...read]);
}
