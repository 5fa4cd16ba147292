/**
 * A process crashes between the two steps of storing that money is taken back, in PostgreSQL and in KurrentDB: the next
 * decision completes it first, whatever day it says, and the money came back once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueryRunner } from '../../command-api/handling/facts/on-demand-facts.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Shop } from '../projector/shop.ts';
import { type Desk, MONEY_BACK, type MoneyBack, type MoneyPlace } from '../support/money-back.ts';
import { type Crashing, openCrashing } from './crashing.ts';

const [DAY, LATER, LATEST] = ['2026-03-05', '2026-03-12', '2026-03-14'] as const;

/** What decisions ask of read models, of which there are none. */
const measure: QueryRunner = async (asked) => {
  if (asked.of === 'tax') return { output: '0', input: '0' };
  if (asked.of === 'paid_periods') return { periods: [], owed: [] };
  if (asked.of === 'sent_costs') return [{ line_id: 1, value: '5000' }];
  return undefined;
};

let stores: Crashing;
let shop: Shop;
let place: MoneyPlace;
beforeAll(async () => {
  stores = await openCrashing((store, clock) => new Shop(store, clock, measure));
  ({ shop } = stores);
  const { premises } = stores;
  const account = (account_name: string, cash_type: number) =>
    shop.register('cash', { account_name, cash_type, currency_fk: 1, allow_overdraft: true });
  const [outlet = 0, other = 0] = premises.outlets;
  const [inventory = 0, there = 0] = premises.inventories;
  place = {
    ...{ outlet, inventory, elsewhere: { outlet: other, inventory: there } },
    ...{ item: premises.items[0] ?? 0, unit: premises.unit, cash: premises.cashes[0] ?? 0 },
    bank: await account('Bank', 2),
    remittance: await account('On its way', 3),
    customer: premises.customers[0] ?? 0,
    supplier: premises.suppliers[0] ?? 0,
    stockholder: await shop.register('stockholder', { stockholder_name: 'Dilan', share_percentage: '100' }),
    expenseType: await shop.register('expense_type', { type_name: 'Rent' }),
    incomeType: await shop.register('income_type', { type_name: 'Interest' }),
    user: await shop.register('user', { user_name: 'Rezan', email: 'rezan@example.com', status: 'inactive' }),
  };
});
afterAll(() => stores?.close());

const desk: Desk = {
  enter: (kind, body) => shop.register(kind, body),
  step: async (kind, id, name, body) => {
    if (!(await shop.transit(kind, id, name, body))) throw new Error(`${kind} ${name} was refused`);
  },
};

/** Money, and what persons and parties owe: of parties the open amounts, whatever their documents are. */
async function levels(): Promise<Readonly<Record<string, number>>> {
  const sums = new Map<string, number>();
  for (const { key, total } of await stores.levels()) {
    const [level = '', of = '', ...rest] = key.split(':');
    if (!['cash', 'debit', 'staff', 'open'].includes(level)) continue;
    const name = [level, of, ...(level === 'open' ? rest.slice(0, 1) : [])].join(':');
    sums.set(name, (sums.get(name) ?? 0) + Number(total));
  }
  return Object.fromEntries(sums);
}
/** The change of each level. */
async function changeBy(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const before = await levels();
  await work();
  const after = await levels();
  const changes = Object.entries(after).map(([key, total]) => [key, total - (before[key] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0).toSorted());
}

interface Case extends MoneyBack {
  readonly on: string;
  readonly day: { readonly date?: string };
  readonly event: string;
}
const CASES = MONEY_BACK.flatMap((money): Case[] => [
  { ...money, on: 'its own day', day: {}, event: money.events[0] },
  ...(money.dated ? [{ ...money, on: 'a later day', day: { date: LATER }, event: money.events.at(-1) ?? '' }] : []),
]);

describe('a crash while money is taken back', () => {
  it.each(CASES)('leaves $name taken back once, on $on', async ({ enter, dated, day, event }) => {
    const back = (of: { readonly body: object }, more: object) => ({ reason: 'bounced', ...of.body, ...more });
    // What it does where nothing crashes.
    const whole = await changeBy(async () => {
      const { kind, id, step, body } = await enter(desk, place, DAY);
      await desk.step(kind, id, step, back({ body }, day));
    });
    let stream = '';
    const crashed = await changeBy(async () => {
      const of = await enter(desk, place, DAY);
      const { kind, id, step } = of;
      stream = `${kind}-${id}`;
      await stores.crashes((on) => on.transit(kind, id, step, back(of, day)));
      // Somebody else takes it back, and hears that it was done.
      const again = await shop.transit(kind, id, step, back(of, dated ? { date: LATEST } : {}));
      expect([again?.id, again?.position]).toEqual([id, undefined]);
    });
    expect(crashed).toEqual(whole);
    const types = await stores.typesOf(stream);
    expect(types.filter((type) => type === event)).toHaveLength(1);
    expect(types.at(-1)).toBe(event);
    expect(await stores.intents()).toBe(0);
  });

  it.each(['customer', 'supplier'])('leaves a corrected payment of a %s in both of its documents', async (party) => {
    const kind = `${party}_transaction`;
    const of = party === 'customer' ? { customer_fk: place.customer } : { supplier_fk: place.supplier };
    const paid = {
      ...{ outlet_fk: place.outlet, date: DAY, currency_fk: 1, account_fk: place.cash, ...of },
      ...{ transaction_type: party === 'customer' ? 'receive' : 'pay', allocate: 'none', amount: '5000' },
    };
    const first = await desk.enter(kind, paid);
    const instead = { ...paid, amount: '4000', replaces_fk: first, reason: 'typed wrong' };
    await stores.crashes((on) => on.enter(kind, instead));
    const answer = await shop.transit(kind, first, 'reverse', { reason: 'bounced' });
    expect([answer?.id, answer?.position]).toEqual([first, undefined]);
    expect(await stores.typesOf(`${kind}-${first}`)).toEqual(['completed', 'reversed']);
    // The new one is there too, and is taken back like any other.
    const next = Number(membersOf(answer?.state)['replaced_by_fk']);
    expect((await shop.transit(kind, next, 'reverse', { reason: 'bounced' }))?.position).toBeDefined();
    expect(await stores.typesOf(`${kind}-${next}`)).toEqual(['completed', 'reversed']);
  });
});
