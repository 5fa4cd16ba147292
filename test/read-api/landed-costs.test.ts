/** A landed cost of several purchases through the interface (docs/decisions/0224): a container with goods of two outlets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import type { Api } from '../api/api.ts';
import { decidedAtOnce, secondServer } from '../api/at-one-moment.ts';
import { signedIn } from '../api/people.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let second: Api;
let shop: Shop;
let carrier: number;
let branch: number;
let branchStore: number;
let names = 0;

beforeAll(async () => {
  office = await openOffice();
  second = await secondServer(office);
  shop = await openShop(office);
  carrier = await office.add('suppliers', { consumer_name: 'Carrier' });
  branch = await office.add('outlets', { outlet_name: 'Branch' });
  branchStore = await office.add('inventories', { inventory_name: 'Branch store', outlet_fk: branch });
  await office.add('currency_rates', { date: '2026-03-01', rate: '1400', in_rate: '1400' });
});
afterAll(async () => {
  await second?.app.close();
  await office?.close();
});

const line = (item_fk: number, quantity: string, price: string) => ({ item_fk, unit_fk: shop.unit, quantity, price });
async function bought(quantity: string, price: string, more: object = {}) {
  names += 1;
  const item = await office.add('items', itemBody(shop.unit, `Item ${names}`));
  const lines = [line(item, quantity, price)];
  const purchase = await office.add('purchases', purchaseBody(shop, quantity, { date: '2026-03-10', lines, ...more }));
  return { item, purchase };
}
const inBranch = () => ({ outlet_fk: branch, inventory_fk: branchStore });
const landed = (purchases: readonly number[], more: object = {}) => ({
  ...{ outlet_fk: shop.outlet, cost_type: 'freight', date: '2026-03-20', amount: '60000', currency_fk: 1 },
  ...{ payment_type: 'on_account', supplier_fk: carrier, status: 'complete' },
  lines: purchases.map((purchase_fk) => ({ purchase_fk })),
  ...more,
});
const rows = <Row extends object>(sql: string, ...given: unknown[]) =>
  onDatabase(office.database.url, async (client) => (await client.query<Row>(sql, given)).rows);
/** The value of an item in stock, and what of it was sold. */
async function worth(item: number) {
  await office.read('reports/inventory');
  const [stock] = await rows<{ value: string }>(
    'select coalesce(sum(value), 0)::float::text as value from read.stock_line where item_fk = $1',
    item,
  );
  const [cost] = await rows<{ base: string }>(
    'select coalesce(sum(base), 0)::float::text as base from read.journal_line where item_fk = $1 and account = 5100',
    item,
  );
  return [Number(stock?.value), Number(cost?.base)];
}
/** What waits on goods received not billed, by outlet. */
async function waiting() {
  await office.read('reports/inventory');
  const found = await rows<{ outlet_fk: number; base: string }>(
    `select outlet_fk, sum(base)::float::text as base from read.journal_line where account = 2130
     group by outlet_fk having sum(base) <> 0 order by outlet_fk`,
  );
  return found.map(({ outlet_fk, base }) => [outlet_fk, Number(base)]);
}
const sharesOf = async (cost: number) =>
  objectsOf((await office.read(`landed_costs/${cost}`)).data['lines']).map(({ purchase_share }) => purchase_share);
const openOf = async (supplier: number) =>
  objectsOf((await office.read(`suppliers/${supplier}/open_documents`)).data).map(({ document, amount, date }) => [
    ...[document, amount, date],
  ]);

describe('the freight of a container', () => {
  it('goes to the goods of both purchases at their receipt, and is one debt of its own day', async () => {
    const [first, other] = [await bought('10', '1000'), await bought('10', '2000', inBranch())];
    await office.add('sales', saleBody(shop, '4', { date: '2026-03-12', lines: [line(first.item, '4', '5000')] }));
    const cost = await office.add('landed_costs', landed([first.purchase, other.purchase]));
    expect(await sharesOf(cost)).toEqual(['20000', '40000']);
    expect(await worth(first.item)).toEqual([18_000, 12_000]);
    expect(await worth(other.item)).toEqual([60_000, 0]);
    expect(await waiting()).toEqual([]);
    expect(await openOf(carrier)).toEqual([[`landed_cost-${cost}`, '60000', '2026-03-20']]);
    const { data: purchase } = await office.read(`purchases/${other.purchase}`);
    expect(objectsOf(purchase['entered'])).toEqual([expect.objectContaining({ landed_cost_fk: cost })]);
    expect(purchase).toMatchObject({ total: '20000' });

    const back = await office.send('POST', `landed_costs/${cost}/return_to_draft`, { reason: 'other carrier' });
    expect(back.body.errors).toBeUndefined();
    expect([await worth(first.item), await worth(other.item)]).toEqual([
      [6000, 4000],
      [20_000, 0],
    ]);
    expect(await openOf(carrier)).toEqual([]);

    const byHand = [
      { purchase_fk: first.purchase, amount: '6000' },
      { purchase_fk: other.purchase, amount: '54000' },
    ];
    const { revision } = (await office.read(`landed_costs/${cost}`)).data;
    const again = await office.send('PATCH', `landed_costs/${cost}`, {
      ...landed([], { lines: byHand }),
      revision,
    });
    expect(again.body.errors).toBeUndefined();
    expect([await worth(first.item), await worth(other.item)]).toEqual([
      [9600, 6400],
      [74_000, 0],
    ]);
    expect(await acrossFindings(office)).toEqual([]);
  });

  it('waits for goods that have not come, in whatever order it is typed', async () => {
    const entered = async (isFirst: boolean) => {
      const part = await bought('100', '1000', { receive: false });
      const whole = await bought('10', '1000');
      const receive = async (quantity: string, date: string) =>
        office.send('POST', `purchases/${part.purchase}/receive`, { date, lines: [{ line_id: 1, quantity }] });
      const freight = () => office.add('landed_costs', landed([part.purchase, whole.purchase], { amount: '11000' }));
      await receive('10', '2026-03-11');
      if (isFirst) await freight();
      await receive('100', '2026-03-25');
      const goesBack = {
        ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk: whole.purchase, date: '2026-03-26' },
        ...{ currency_fk: 1, supplier_fk: shop.supplier, payment_type: 'on_account', status: 'complete' },
        lines: [{ purchase_line_id: 1, quantity: '5' }],
      };
      await office.add('purchase_returns', goesBack);
      if (!isFirst) await freight();
      return [await worth(part.item), await worth(whole.item)];
    };
    const end = await entered(true);
    expect(end[0]).toEqual([110_000, 0]);
    expect(await entered(false)).toEqual(end);
    expect(await waiting()).toEqual([]);
  });

  it('is shared by volume where all goods have one, over the purchases and over the lines of each', async () => {
    const sized = async (volume: string | null) => {
      names += 1;
      return office.add('items', itemBody(shop.unit, `Item ${names}`, { volume }));
    };
    const [thin, thick, none] = [await sized('0.0005'), await sized('0.0135'), await sized(null)];
    expect((await office.read(`items/${thick}`)).data).toMatchObject({ volume: '0.0135' });
    const buy = (lines: object[]) =>
      office.add('purchases', purchaseBody(shop, '1', { date: '2026-03-10', receive: true, lines }));
    // 0.005 and 0.27 cubic metres, and 0.0025 beside them in another purchase.
    const both = await buy([line(thin, '10', '1000'), line(thick, '20', '10')]);
    const other = await buy([line(thin, '5', '1000')]);
    const [cost, plain] = [
      landed([both, other], { share_by: 'volume', amount: '111000' }),
      await buy([line(none, '1', '9')]),
    ];
    const id = await office.add('landed_costs', cost);
    expect(await sharesOf(id)).toEqual(['110000', '1000']);
    expect([await worth(thin), await worth(thick)]).toEqual([
      [15_000 + 2000 + 1000, 0],
      [200 + 108_000, 0],
    ]);
    const refused = await office.send('POST', 'landed_costs', landed([both, plain], { share_by: 'volume' }));
    const missing = ['An item has no volume: enter one, or share by hand'];
    expect([refused.status, refused.body.errors]).toEqual([422, { 'lines.1.purchase_fk': missing }]);
    // An allowance of the supplier is shared by volume as a cost is.
    const allowed = await office.send('POST', `purchases/${both}/apply_allowance`, {
      ...{ cost_id: 1, amount: '1100', currency_fk: 1, payment_type: 'on_account', share_by: 'volume' },
      ...{ date: '2026-03-21', reason: 'wet cartons' },
    });
    expect(allowed.body.errors).toBeUndefined();
    expect([await worth(thin), await worth(thick)]).toEqual([
      [18_000 - 20, 0],
      [108_200 - 1080, 0],
    ]);
    expect(await waiting()).toEqual([]);
    expect(await acrossFindings(office)).toEqual([]);
  });

  it('in dollars is paid from an account at once, with each share in the books of its outlet', async () => {
    const dollars = await office.add('cashes', {
      ...{ account_name: 'Dollars', cash_type: 1, currency_fk: 2, outlet_fk: shop.outlet, allow_overdraft: true },
    });
    const [first, other] = [await bought('3', '1000'), await bought('6', '1000', inBranch())];
    const paid = { amount: '10.01', currency_fk: 2, rate: '1400', payment_type: 'cash', account_fk: dollars };
    const cost = await office.add(
      'landed_costs',
      landed([first.purchase, other.purchase], { ...paid, supplier_fk: null, share_by: 'quantity' }),
    );
    expect(await sharesOf(cost)).toEqual(['3.34', '6.67']);
    expect([await worth(first.item), await worth(other.item)]).toEqual([
      [3000 + 4676, 0],
      [6000 + 9338, 0],
    ]);
    expect((await office.read(`cashes/${dollars}`)).data['balance']).toBe('-10.01');
    expect(await waiting()).toEqual([]);
    expect(await acrossFindings(office)).toEqual([]);
  });
});

describe('a purchase whose rest never comes', () => {
  it('owes the whole of a cost that was entered with it: 100 of 1,000 came, with freight of 100,000', async () => {
    const lorry = await office.add('suppliers', { consumer_name: 'Lorry' });
    const freight = { cost_type: 'freight', amount: '100000', currency_fk: 1, share_by: 'quantity' };
    const owed = { payment_type: 'on_account', supplier_fk: lorry };
    const { item, purchase } = await bought('1000', '1000', { receive: false, costs: [{ ...freight, ...owed }] });
    const post = async (path: string, body: object) => {
      const { body: answer, status } = await office.send('POST', `purchases/${purchase}/${path}`, body);
      expect([answer.errors, status]).toEqual([undefined, 200]);
      const all = objectsOf((await office.read(`suppliers/${lorry}/open_documents`)).data);
      return [(await worth(item))[1], all.reduce((total, { amount }) => total + Number(amount), 0)];
    };
    await office.send('POST', `purchases/${purchase}/receive`, {
      ...{ date: '2026-03-10', lines: [{ line_id: 1, quantity: '100' }] },
    });
    await office.add('sales', saleBody(shop, '40', { lines: [line(item, '40', '5000')] }));
    expect(await post('close', { confirmed: true })).toEqual([80_000, 100_000]);
    expect(await post('open', { reason: 'more comes' })).toEqual([44_000, 10_000]);
    expect(await post('close', { confirmed: true })).toEqual([80_000, 100_000]);
    // A further bill of the carrier is for what came.
    const further = { ...freight, ...owed, cost_id: 2, amount: '6000', date: '2026-03-20' };
    expect(await post('apply_cost', further)).toEqual([82_400, 106_000]);
    expect(await waiting()).toEqual([]);
  });
});

describe('a purchase with a part of a landed cost', () => {
  it('keeps it until the landed cost is taken back', async () => {
    const { purchase } = await bought('10', '1000');
    const cost = await office.add('landed_costs', landed([purchase], { cost_type: 'customs' }));
    const entered = objectsOf((await office.read(`purchases/${purchase}`)).data['entered']);
    const { cost_id } = membersOf(entered[0]?.['cost']);
    const reason = 'wrong';
    const taken = await office.send('POST', `purchases/${purchase}/withdraw_cost`, { cost_id, reason });
    const drafted = await office.send('POST', `purchases/${purchase}/return_to_draft`, { reason });
    const stands = 'A landed cost belongs to this purchase: take the landed cost back to draft first';
    expect([taken.body.errors ?? taken.body.message, drafted.body.message]).toEqual([{ cost_id: [stands] }, stands]);
    await office.send('POST', `landed_costs/${cost}/return_to_draft`, { reason });
    const now = await office.send('POST', `purchases/${purchase}/return_to_draft`, { reason });
    expect(now.status).toBe(200);
  });

  it('is asked about when the same freight is typed again, as a landed cost or as a later cost', async () => {
    const { purchase } = await bought('10', '1000');
    await office.add('landed_costs', landed([purchase]));
    const again = await office.send('POST', 'landed_costs', landed([purchase]));
    const later = await office.send('POST', `purchases/${purchase}/apply_cost`, {
      ...{ cost_id: 1, cost_type: 'freight', amount: '60000', currency_fk: 1, share_by: 'value' },
      ...{ payment_type: 'on_account', supplier_fk: carrier, date: '2026-03-20' },
    });
    expect([again.body.code, later.body.code]).toEqual(['confirmation', 'confirmation']);
  });

  it('of two people who type the same at one moment one is asked whether it is another cost', async () => {
    const { purchase } = await bought('10', '1000');
    const [first, last] = await decidedAtOnce(office, [
      () => office.send('POST', 'landed_costs', landed([purchase])),
      () => second.send('POST', 'landed_costs', landed([purchase])),
    ]);
    expect([first?.status, last?.status, last?.body.code]).toEqual([201, 422, 'confirmation']);
  });

  it('is refused to who has not the outlets of all purchases', async () => {
    const [own, other] = [await bought('10', '1000'), await bought('10', '1000', inBranch())];
    const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const permissions = ['landed_costs/store', 'landed_costs/complete'];
    const { token } = await signedIn(office, 'clerk', permissions, given);
    const both = await office.send('POST', 'landed_costs', landed([own.purchase, other.purchase]), { token });
    const unknown = ['Purchase: there is no such document'];
    expect([both.status, both.body.errors]).toEqual([422, { 'lines.1.purchase_fk': unknown }]);
    const one = await office.send('POST', 'landed_costs', landed([own.purchase], { date: '2026-03-12' }), { token });
    expect([one.status, one.body.errors]).toEqual([201, undefined]);
    expect(await acrossFindings(office)).toEqual([]);
  });
});
