/**
 * Enters random documents of goods with batches through the API, and compares the stock of every batch and inventory
 * with `BatchModel` after every step. Documents that would take a batch below zero are refused until
 * `allow_negative_stock` permits them. After every step what came in of each batch is what went out and what is on hand, in
 * books and claims, and no batch is below zero while another is above: the checks of `verify` on batches find nothing.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { currentBuild } from '../../projector/builds/build.ts';
import { checkBatches, missingBatches } from '../../projector/verify/batches.ts';
import { Chance } from '../../tools/demo/chance.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { cases, rounds, SEED } from '../support/ring.ts';
import { BATCHES, BatchModel, type Entered, type Part, UNNAMED } from './batch-model.ts';

const STEPS = cases(20, rounds(40, 600));
const DAY = '2026-03-05';

let office: Office;
let client: pg.Client;
let shop: Shop;
let items: readonly number[];
let inventories: readonly number[];
/** Whether stock may be below zero: true in the last third of the steps. */
let mayBeNegative = false;
const model = new BatchModel();
const chance = new Chance(SEED);

beforeAll(async () => {
  office = await openOffice();
  client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  shop = await openShop(office);
  const more = { has_expire: true, has_batch_number: true };
  items = [
    await office.add('items', itemBody(shop.unit, 'Amoxicillin', more)),
    await office.add('items', itemBody(shop.unit, 'Ibuprofen', more)),
  ];
  const back = await office.add('inventories', { inventory_name: 'Back room', outlet_fk: shop.outlet });
  inventories = [shop.inventory, back];
  await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
});
afterAll(async () => {
  await client?.end();
  await office?.close();
});

/** The date and time of a step: all steps are on one day, one minute apart. */
const at = (step: number) => ({
  date: DAY,
  time: `${String(Math.floor(step / 60)).padStart(2, '0')}:${String(step % 60).padStart(2, '0')}`,
});
const line = (item: number, quantity: number, more: object = {}) => ({
  ...{ item_fk: item, unit_fk: shop.unit, quantity: String(quantity), price: '1000', ...more },
});
const named = (parts: readonly Part[]) =>
  parts.map(([batch, count]) => ({
    ...{ batch_number: batch === UNNAMED ? null : batch, expire_date: BATCHES[batch] ?? null },
    quantity: String(count),
  }));

/** Enters a document. Returns its id, or undefined when it was refused. */
async function enter(resource: string, body: object): Promise<number | undefined> {
  const { status, body: answer } = await office.send('POST', resource, body);
  if (status === 201 || status === 200) return Number(answer.data['id']);
  expect(answer.errors, `${resource} ${JSON.stringify(answer)}`).toBeDefined();
  return undefined;
}

type Act = (step: number) => Promise<void>;

const purchase: Act = async (step) => {
  const [item, inventory] = [chance.pick(items), chance.pick(inventories)];
  const parts = Array.from(
    { length: chance.between(1, 3) },
    (): Part => [chance.pick(Object.keys(BATCHES)), chance.between(1, 9)],
  );
  const lines = parts.map(([batch, count]) =>
    line(item, count, { batch_number: batch, expire_date: BATCHES[batch] ?? null }),
  );
  const id = await enter('purchases', { ...purchaseBody(shop, '1', { lines }), ...at(step), inventory_fk: inventory });
  if (id === undefined) throw new Error('a purchase was refused');
  model.enter({
    kind: 'purchases',
    id,
    step,
    moves: model.settling(parts.map(([batch, count]) => ({ item, inventory, batch, count }))),
  });
};

const sale: Act = async (step) => {
  const [item, inventory, count] = [chance.pick(items), chance.pick(inventories), chance.between(1, 6)];
  const chosen = chance.inHundred(40) ? chance.pick(Object.keys(BATCHES)) : undefined;
  const parts: readonly Part[] | undefined = chosen
    ? mayBeNegative || model.level(item, inventory, chosen) >= count
      ? [[chosen, count]]
      : undefined
    : model.firstOut(item, inventory, count, mayBeNegative);
  const batches = chosen ? { batches: named([[chosen, count]]) } : {};
  const body = {
    ...saleBody(shop, '1', { lines: [line(item, count, batches)] }),
    ...at(step),
    inventory_fk: inventory,
  };
  const id = await enter('sales', body);
  expect(id !== undefined, `a sale of ${count} of ${chosen ?? 'whatever expires first'}`).toBe(parts !== undefined);
  if (id === undefined || !parts) return;
  model.enter({
    kind: 'sales',
    id,
    step,
    moves: parts.map(([batch, part]) => ({ item, inventory, batch, count: -part })),
  });
};

/**
 * Returns a part of a sale: what did not come back yet, in the order in which it left, or pieces of a named batch. Sometimes
 * it names one piece too many of the batch, which is refused.
 */
const comeBack: Act = async (step) => {
  const sold = model.standing('sales').filter((entered) => model.leftToReturn(entered) > 0);
  if (sold.length === 0) return;
  const origin = chance.pick(sold);
  const [first] = origin.moves;
  if (!first) return;
  const [batch, most] = chance.pick(model.leftOf(origin));
  const chosen: readonly Part[] | undefined = chance.inHundred(50) ? [[batch, chance.between(1, most + 1)]] : undefined;
  const parts = chosen ?? model.nextBack(origin, chance.between(1, model.leftToReturn(origin)));
  const quantity = String(parts.reduce((sum, [, count]) => sum + count, 0));
  const id = await enter('sale_returns', {
    ...{ outlet_fk: shop.outlet, inventory_fk: first.inventory, sale_fk: origin.id, ...at(step) },
    ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
    lines: [{ sale_line_id: 1, quantity, ...(chosen ? { batches: named(chosen) } : {}) }],
  });
  const isTooMuch = chosen?.some(([, count]) => count > most) === true;
  expect(id !== undefined, `a return of ${JSON.stringify(chosen ?? quantity)}`).toBe(!isTooMuch);
  if (id === undefined) return;
  const moves = parts.map(([part, count]) => ({ ...first, batch: part, count }));
  model.enter({ kind: 'sale_returns', id, step, moves, origin });
};

const transfer: Act = async (step) => {
  const item = chance.pick(items);
  const [from = 0, to = 0] = chance.inHundred(50) ? inventories : inventories.toReversed();
  const count = chance.between(1, 5);
  const parts = model.firstOut(item, from, count, mayBeNegative);
  const id = await enter('stock_transfers', {
    ...{ outlet_fk: shop.outlet, inventory_fk: from, to_outlet_fk: shop.outlet, to_inventory_fk: to, ...at(step) },
    ...{ status: 'sent', lines: [{ item_fk: item, unit_fk: shop.unit, quantity: String(count) }] },
  });
  expect(id !== undefined, `a transfer of ${count}`).toBe(parts !== undefined);
  if (id === undefined || !parts) return;
  const received = await office.send('POST', `stock_transfers/${id}/receive`, {
    ...at(step),
    lines: [{ line_id: 1, quantity: String(count) }],
  });
  expect(received.body.errors).toBeUndefined();
  const moves = [
    ...parts.map(([batch, part]) => ({ item, inventory: from, batch, count: -part })),
    ...model.settling(parts.map(([batch, part]) => ({ item, inventory: to, batch, count: part }))),
  ];
  model.enter({ kind: 'stock_transfers', id, step, moves });
};

/** Produces one item from the other. The output has a chosen batch. */
const produce: Act = async (step) => {
  const [from = 0, to = 0] = chance.inHundred(50) ? items : items.toReversed();
  const [inventory, used, made] = [chance.pick(inventories), chance.between(1, 4), chance.between(1, 5)];
  const batch = chance.pick(Object.keys(BATCHES));
  const parts = model.firstOut(from, inventory, used, mayBeNegative);
  const lineOf = (role: string, item: number, quantity: number, more: object = {}) => ({
    ...{ role, item_fk: item, unit_fk: shop.unit, quantity: String(quantity), ...more },
  });
  const id = await enter('productions', {
    ...{ outlet_fk: shop.outlet, inventory_fk: inventory, ...at(step), status: 'complete' },
    lines: [lineOf('input', from, used), lineOf('output', to, made, { batches: named([[batch, made]]) })],
  });
  expect(id !== undefined, `a production of ${used}`).toBe(parts !== undefined);
  if (id === undefined || !parts) return;
  model.enter({
    kind: 'productions',
    id,
    step,
    moves: [
      ...parts.map(([part, taken]) => ({ item: from, inventory, batch: part, count: -taken })),
      ...model.settling([{ item: to, inventory, batch, count: made }]),
    ],
  });
};

const count: Act = async (step) => {
  const [item, inventory] = [chance.pick(items), chance.pick(inventories)];
  const parts = Object.keys(BATCHES).flatMap((batch): Part[] =>
    chance.inHundred(60) ? [[batch, chance.between(1, 6)]] : [],
  );
  const real_quantity = String(parts.reduce((sum, [, part]) => sum + part, 0));
  const id = await enter('inventory_adjustments', {
    ...{ outlet_fk: shop.outlet, inventory_fk: inventory, ...at(step) },
    lines: [{ item_fk: item, unit_fk: shop.unit, real_quantity, unit_cost: '600', batches: named(parts) }],
  });
  const approved = await office.send('POST', `inventory_adjustments/${id}/approve`);
  expect(approved.body.errors).toBeUndefined();
  model.enter({ kind: 'inventory_adjustments', id: id ?? 0, step, moves: [], counted: { item, inventory, parts } });
};

/** Returns a document to draft. When later documents need its goods, this is refused and nothing changes. */
const cancel: Act = async () => {
  const all = ['sales', 'sale_returns', 'purchases', 'productions'].flatMap((kind) => model.standing(kind));
  const free = all.filter((entered) => !model.hasReturns(entered));
  if (free.length === 0) return;
  const entered = chance.pick(free);
  const { status } = await office.send('POST', `${entered.kind}/${entered.id}/return_to_draft`, { reason: 'wrong' });
  if (status === 200) model.cancel(entered);
  else expect(model.isNeeded(entered), `${entered.kind} ${entered.id} cannot be taken back`).toBe(true);
};

/** Returns the stored movements of a sale of `count` pieces. Pieces without a batch are `UNNAMED`. */
async function movedNow(id: number, { item, inventory }: { item: number; inventory: number }, count: number) {
  const moved = objectsOf(membersOf((await office.read(`sales/${id}`)).data)['batches']);
  const named = moved.map(({ batch_number, quantity }) => ({ batch: String(batch_number), count: -Number(quantity) }));
  const rest = count + named.reduce((sum, part) => sum + part.count, 0);
  const parts = rest > 0 ? [...named, { batch: UNNAMED, count: -rest }] : named;
  return parts.map((part) => ({ item, inventory, ...part }));
}

/**
 * Returns a sale to draft and completes it again, half of the time with another quantity. Another batch may expire
 * first by then.
 */
const again: Act = async () => {
  const free = model.standing('sales').filter((entered) => !model.hasReturns(entered));
  if (free.length === 0) return;
  const entered: Entered = chance.pick(free);
  const [first] = entered.moves;
  if (!first) return;
  const back = await office.send('POST', `sales/${entered.id}/return_to_draft`, { reason: 'wrong' });
  expect(back.body.errors).toBeUndefined();
  model.cancel(entered);
  let sold = entered.moves.reduce((sum, move) => sum - move.count, 0);
  if (chance.inHundred(50)) {
    sold = chance.between(1, 6);
    const { status: _status, ...body } = saleBody(shop, '1', { lines: [line(first.item, sold)] });
    const place = { ...at(entered.step), inventory_fk: first.inventory };
    const changed = await office.send('PATCH', `sales/${entered.id}`, { ...body, ...place });
    expect(changed.body.errors).toBeUndefined();
  }
  const { status } = await office.send('POST', `sales/${entered.id}/complete`);
  if (status === 200) model.enter({ ...entered, moves: await movedNow(entered.id, first, sold) });
};

/**
 * Returns a purchase to draft and completes it with other quantities. This is refused when later documents need its
 * goods.
 */
const correct: Act = async () => {
  const [purchased] = chance.pickSome(model.standing('purchases'), 1);
  if (!purchased) return;
  const back = await office.send('POST', `purchases/${purchased.id}/return_to_draft`, { reason: 'wrong' });
  if (back.status !== 200) return expect(model.isNeeded(purchased), 'a purchase cannot be corrected').toBe(true);
  model.cancel(purchased);
  const brought = purchased.moves.filter(({ batch, count: moved }) => batch !== UNNAMED && moved > 0);
  const moves = brought.map((move) => ({ ...move, count: chance.between(1, 9) }));
  const lines = moves.map(({ item, batch, count: came }) =>
    line(item, came, { batch_number: batch, expire_date: BATCHES[batch] ?? null }),
  );
  const { status: _status, ...whole } = purchaseBody(shop, '1', { lines });
  const place = { ...at(purchased.step), inventory_fk: moves[0]?.inventory };
  const changed = await office.send('PATCH', `purchases/${purchased.id}`, { ...whole, ...place });
  expect(changed.body.errors).toBeUndefined();
  const { status, body } = await office.send('POST', `purchases/${purchased.id}/complete`);
  expect(status, JSON.stringify(body)).toBe(200);
  model.enter({ ...purchased, moves: model.settling(moves) });
};

/** What the checks of `verify` on batches find; the read models have all events. */
async function brokenBatches(): Promise<readonly string[]> {
  const build = await currentBuild(client);
  const answers = await checkBatches(client, build?.schema ?? '');
  const below = mayBeNegative ? [] : await missingBatches(client, build?.schema ?? '');
  return [...answers.flatMap(({ findings }) => findings), ...below];
}

async function stored(item: number): Promise<string[]> {
  const { data } = await office.read(`items/${item}/batches`);
  return objectsOf(data)
    .map(({ inventory_fk, batch_number, quantity }) => `${inventory_fk} ${batch_number} ${quantity}`)
    .toSorted();
}

it('stock of every batch equals the model after every step', { timeout: 40_000 + STEPS * 3_000 }, async () => {
  const ACTS: readonly Act[] = [
    purchase,
    purchase,
    purchase,
    sale,
    sale,
    sale,
    comeBack,
    comeBack,
    transfer,
    count,
    cancel,
    again,
    produce,
    correct,
  ];
  for (let step = 1; step <= STEPS; step += 1) {
    if (!mayBeNegative && step > (STEPS * 2) / 3) {
      await office.send('PATCH', 'system_settings/1', { allow_negative_stock: true });
      mayBeNegative = true;
    }
    await chance.pick(ACTS)(step);
    for (const item of items) expect(await stored(item), `after step ${step}`).toEqual(model.shown(item, inventories));
    expect(await brokenBatches(), `after step ${step}`).toEqual([]);
  }
  // A step for which the shop has no document or no stock does nothing.
  expect(model.documents).toBeGreaterThan(STEPS / 5);
  expect(await acrossFindings(office)).toEqual([]);
});
