/**
 * Two concurrent commands have the result that they would have one after the other, in the order of their appends, for
 * every order of loading and appending. Every pair of the commands is tested.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Append, CommandStore } from '../../event-store/port.ts';
import { openPremises, Shop } from '../projector/shop.ts';
import {
  type Command,
  inSeries,
  interleaved,
  meanwhile,
  NOW,
  openStore,
  outcomeOf,
  over,
  type Pair,
  type Ran,
} from './interleaving.ts';
import { commandOf, openScene, type Scene, setTheScene } from './scene.ts';

describe('two commands at the same moment', () => {
  let scene: Scene;
  let pairs: readonly Pair[];
  beforeAll(async () => {
    scene = await setTheScene();
    pairs = scene.commands.flatMap((one, index) =>
      scene.commands.slice(index).map((two): Pair => {
        // A command paired with itself: two people do the same, each with another document.
        return [one, one === two && !two.transition ? { ...two, id: two.id + 100 } : two];
      }),
    );
  });

  async function played(run: (store: CommandStore) => Promise<readonly Ran[]>, pair: readonly Command[]) {
    const store = await openScene(scene);
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

  it('have the same result as one after the other, in each order of their steps', async () => {
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
  const named = (name: string) => commandOf(scene, name);
  const totalOf = async (store: CommandStore, prefix: string) =>
    (await store.levels(prefix)).map(({ total }) => total).join();

  it('includes receipts that were stored while the drawer was being closed in its expected amount', async () => {
    const store = await openScene(scene);
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
    const store = await openScene(scene);
    const count = named('counts the open drawer');
    const close: Command = { ...named('closes the counted drawer'), id: count.id };
    const ran = await meanwhile(store, named('a receipt at the open drawer'), [count, close]);
    expect(ran.answer).toContain('drawer_fk');
    const { account_fk } = (count.body as { accounts: [{ account_fk: number }] }).accounts[0];
    expect(await totalOf(store, `cash:${account_fk}`)).toBe('');
  });

  it('leaves nothing open, in either currency, of an invoice that two payments settle at once', async () => {
    const store = await openScene(scene);
    const ran = await meanwhile(store, named('pays 1.01 dollars'), [named('pays 9.32 dollars')]);
    expect(ran.answer).toBe('stored');
    expect(await totalOf(store, 'open:customer-1:2:')).toBe('');
    // The open amount is that of the invoice in dinars, without a fraction.
    expect(await totalOf(store, 'debit:customer-1')).toBe('1000');
  });
});

describe('a draft that was saved before the system currency was changed', () => {
  const dollars = { currency_fk: 2 };
  const refused = ' saved_in_another_currency';
  async function saved() {
    const store = openStore();
    const shop = new Shop(store, { now: NOW });
    const { outlets, inventories, customers } = await openPremises(shop, false);
    const given = { outlet_fk: outlets[0], inventory_fk: inventories[0], currency_fk: 1, date: '2026-03-10' };
    const unit = await shop.register('unit', { unit_name: 'Hour' });
    const item_units = [
      { unit_fk: unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
    ];
    const item_fk = await shop.register('item', { item_name: 'Repair', item_type: 'service', item_units });
    const lines = [{ item_fk, unit_fk: unit, quantity: '1', price: '1000' }];
    const body = { ...given, payment_type: 'on_account', customer_fk: customers[0], lines };
    shop.asDraft = true;
    const id = (await shop.enter('sale', body))?.id ?? 0;
    const completes: Command = { name: 'completes it', kind: 'sale', id, transition: 'complete', body: {} };
    return { store, shop, body, completes };
  }

  it('is not completed before it is saved again', async () => {
    const { store, shop, body, completes } = await saved();
    expect(await shop.amend('system_setting', 1, dollars)).toBeDefined();
    expect(await inSeries(store, [completes])).toMatchObject([{ answer: refused }]);
    expect(await shop.change('sale', completes.id, { ...body, rate: '1480' })).toBeDefined();
    expect(await inSeries(store, [completes])).toMatchObject([{ answer: 'stored' }]);
    expect(await shop.amend('system_setting', 1, { currency_fk: 1 })).toBeUndefined();
  });

  it('is not completed when the change is stored between its decision and its append', async () => {
    const { store, shop, completes } = await saved();
    let isFirst = true;
    const raced = over(store, async (batch) => {
      if (isFirst) {
        isFirst = false;
        expect(await shop.amend('system_setting', 1, dollars)).toBeDefined();
      }
      return store.append(batch);
    });
    expect(await inSeries(raced, [completes])).toMatchObject([{ answer: refused }]);
  });
});

/** Whether one of them reads or changes what the other changes. */
function meet([one, two]: readonly Ran[]): boolean {
  const [a, b] = [touched(one?.batch), touched(two?.batch)];
  return [...a].some((name) => b.has(name));
}

function touched(batch: Append | undefined): ReadonlySet<string> {
  const changed = batch?.claims.flatMap((claim) => (claim.kind === 'level' ? [claim.key] : [])) ?? [];
  const read = batch?.reads?.flatMap((read) => (read.of === 'level' ? [read.key] : [])) ?? [];
  return new Set([...changed, ...read]);
}
