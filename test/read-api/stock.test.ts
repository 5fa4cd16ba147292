import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let second: number;
/** A person who may approve counts and disposals. */
let chief: string;

type Row = Record<string, unknown>;
const rows = (answer: { data: unknown }): Row[] => (answer.data as { data: Row[] }).data;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  second = await office.add('inventories', { inventory_name: 'Second store', outlet_fk: shop.outlet });
  await office.add('purchases', purchaseBody(shop, '100'));
  const given = { outlets: [shop.outlet], inventories: [shop.inventory, second] };
  const may = ['index', 'show', 'approve', 'return_to_draft'];
  const permissions = ['inventory_adjustments', 'asset_disposals'].flatMap((name) =>
    may.map((one) => `${name}/${one}`),
  );
  chief = await office.person('chief', [...permissions, 'items/show_cost'], given);
});
afterAll(() => office.close());

const place = () => ({ outlet_fk: shop.outlet, inventory_fk: shop.inventory });
const line = (quantity: string, item = shop.item) => ({ item_fk: item, unit_fk: shop.unit, quantity });

/** The debit balance of an account. */
async function balance(account: string): Promise<string> {
  const { data } = await office.read('financial_reports/trial_balance');
  return String((data['rows'] as unknown as Row[]).find(({ key }) => key === account)?.['debit'] ?? '0');
}

async function onHand(inventory: number, item = shop.item): Promise<string> {
  const answer = await office.read(`reports/inventory?inventory_fk=${inventory}&item_fk=${item}`);
  return String(rows(answer)[0]?.['quantity'] ?? '0');
}

describe('an item transfer', () => {
  it('is sent, received in parts, and posts the missing goods as a loss', async () => {
    const body = {
      ...place(),
      to_outlet_fk: shop.outlet,
      to_inventory_fk: second,
      date: '2026-03-05',
      lines: [line('10')],
      status: 'sent',
    };
    const id = await office.add('stock_transfers', body);
    expect([await onHand(shop.inventory), await onHand(second)]).toEqual(['90', '0']);
    const receive = (quantity: string, rest: string) =>
      office.send('POST', `stock_transfers/${id}/receive`, {
        date: '2026-03-06',
        lines: [{ line_id: 1, quantity }],
        rest,
      });
    expect((await receive('4', 'on_its_way')).body.data).toMatchObject({ status: 'sent' });
    const [listed] = rows(await office.read('stock_transfers'));
    expect(listed).toMatchObject({
      number: 'IT-000001',
      status: 'sent',
      received_status: 'partially_received',
      to_inventory_name: 'Second store',
    });
    expect((await receive('9', 'missing')).body.data).toMatchObject({ status: 'received' });
    expect([await onHand(shop.inventory), await onHand(second)]).toEqual(['90', '9']);
    const effect = await office.read(`stock_transfers/${id}/effect`);
    const balances = (effect.data['balances'] as unknown as Row[]).filter(({ of }) => of === 'account');
    expect(balances.map(({ key, after }) => [key, after])).not.toContainEqual(['in-transit', expect.anything()]);
    expect(balances.find(({ key }) => key === 'shrinkage')).toMatchObject({ after: '600' });
    const history = await office.read(`stock_transfers/${id}/history`);
    expect(JSON.stringify(history.data)).toContain('stock_transfer.received');
  });

  it('is not sent without the goods, and not received twice', async () => {
    const body = { ...place(), to_outlet_fk: shop.outlet, to_inventory_fk: second, date: '2026-03-05', status: 'sent' };
    const refused = await office.send('POST', 'stock_transfers', { ...body, lines: [line('91')] });
    expect(refused.body.errors).toEqual({ 'lines.0.quantity': [expect.stringContaining('Not enough of Rice')] });
    // What did not come was written off: it cannot come any more.
    const again = await office.send('POST', 'stock_transfers/1/receive', { date: '2026-03-07' });
    expect([again.status, again.body.message]).toEqual([422, expect.stringContaining('written off on their way')]);
    const back = await office.send('POST', 'stock_transfers/1/return_to_pending', { reason: 'x' });
    expect(back.status).toBe(409);
    // Goods were lost: somebody may be charged for them still.
    expect(back.body.message).toMatch(/while it is received\. .*charge/i);
  });
});

describe('a count', () => {
  let oil: number;
  let count: number;
  const counted = (real_quantity: string, more: object = {}) => ({
    ...place(),
    date: '2026-03-09',
    lines: [{ item_fk: oil, unit_fk: shop.unit, real_quantity }],
    ...more,
  });
  beforeAll(async () => {
    oil = await office.add('items', itemBody(shop.unit, 'Oil'));
    await office.add('purchases', purchaseBody(shop, '20', { lines: [{ ...line('20', oil), price: '500' }] }));
    count = await office.add('inventory_adjustments', counted('18'));
  });

  it('shows the book quantity at its moment', async () => {
    const query = `inventory_fk=${shop.inventory}&items=${oil},${shop.item}&date=2026-03-01`;
    expect((await office.read(`inventory_adjustments/theoretical?${query}`)).body['data'] ?? []).toEqual([]);
    const later = `inventory_fk=${shop.inventory}&items=${oil}&date=2026-03-09`;
    expect((await office.read(`inventory_adjustments/theoretical?${later}`)).data).toEqual([
      { item_fk: oil, quantity: '20', undelivered: '0' },
    ]);
  });

  it('would make the difference that a dry run shows', async () => {
    const shown = await office.send('POST', `inventory_adjustments/${count}/approve?dry_run=1`, undefined, {
      token: chief,
    });
    expect(shown.body.data['preview'] ?? shown.body.data).toMatchObject({
      movements: [{ item_name: 'Oil', quantity: '-2', estimated_cost: '-1000' }],
      balances: [{ key: `stock:${oil}:${shop.inventory}`, before: '20', after: '18' }],
    });
  });

  it('is approved by another person than the one who counted', async () => {
    const own = await office.send('POST', `inventory_adjustments/${count}/approve`);
    expect(own.body.errors).toEqual({ '': ['Somebody else than the one who counted must approve this'] });
    const approved = await office.send('POST', `inventory_adjustments/${count}/approve`, undefined, { token: chief });
    expect(approved.body.data).toMatchObject({ status: 'approved', number: 'IA-000001' });
    expect(await onHand(shop.inventory, oil)).toBe('18');
    const [listed] = rows(await office.read('inventory_adjustments'));
    expect(listed).toMatchObject({ status: 'approved', loss_amount: '1000', counted_by: 1 });
  });

  it('has another difference when something is entered for an earlier day, and the stock stays', async () => {
    await office.add(
      'sales',
      saleBody(shop, '5', { date: '2026-03-07', lines: [{ ...line('5', oil), price: '900' }] }),
    );
    expect(await onHand(shop.inventory, oil)).toBe('18');
    const effect = await office.read(`inventory_adjustments/${count}/effect`);
    expect(
      (effect.data['stock'] as unknown as Row[]).map(({ kind, quantity, value }) => [kind, quantity, value]),
    ).toEqual([
      ['movement', '-2', '-1000'],
      ['restatement', '5', '2500'],
    ]);
    const tooMany = saleBody(shop, '16', { date: '2026-03-07', lines: [{ ...line('16', oil), price: '900' }] });
    expect((await office.send('POST', 'sales', tooMany)).body.errors).toEqual({
      'lines.0.quantity': ['Not enough of Oil in Bazaar store: 15 on 07/03/2026'],
    });
  });

  it('is refused beside another count of the same moment, and below the quantity that was sold since', async () => {
    await office.add(
      'sales',
      saleBody(shop, '17', { date: '2026-03-10', lines: [{ ...line('17', oil), price: '900' }] }),
    );
    const approve = async (body: object) => {
      const id = await office.add('inventory_adjustments', body);
      const sent = await office.send('POST', `inventory_adjustments/${id}/approve`, undefined, { token: chief });
      return sent.body.errors ?? sent.body.data['status'];
    };
    expect(await approve(counted('7'))).toEqual({
      'lines.0.real_quantity': ['Oil was counted in Bazaar store at that moment before. Give another time'],
    });
    expect(await approve(counted('3', { date: '2026-03-10', time: '00:00' }))).toEqual({
      'lines.0.real_quantity': ['Not enough of Oil in Bazaar store: 1 on 10/03/2026'],
    });
    expect(await approve(counted('17', { date: '2026-03-10', time: '00:00' }))).toBe('approved');
    expect(await onHand(shop.inventory, oil)).toBe('0');
  });
});

describe('a destructed asset', () => {
  it('is issued when the disposal is approved, and returned when it is disapproved', async () => {
    const before = await onHand(shop.inventory);
    const storekeeper = await office.person('storekeeper', ['asset_disposals/store', 'asset_disposals/complete'], {
      outlets: [shop.outlet],
      inventories: [shop.inventory],
    });
    const body = {
      ...place(),
      date: '2026-03-08',
      disposal_type: 'damaged',
      lines: [{ ...line('3'), note: 'rain' }],
      status: 'done',
    };
    const entered = await office.send('POST', 'asset_disposals', body, { token: storekeeper });
    expect(entered.status, JSON.stringify(entered.body)).toBe(201);
    const id = Number(entered.body.data['id']);
    expect(await onHand(shop.inventory)).toBe(before);
    const send = (transition: string, body?: object) =>
      office.send('POST', `asset_disposals/${id}/${transition}`, body, { token: chief });
    expect((await send('approve')).body.data).toMatchObject({ status: 'approved', number: 'AD-000001' });
    expect(await balance('disposal-loss-damaged')).toBe('1800');
    const [listed] = rows(await office.read('asset_disposals?filter[disposal_type]=damaged'));
    expect(listed).toMatchObject({ status: 'approved', loss_amount: '1800' });
    expect((await send('disapprove', { reason: 'it can be sold' })).body.data).toMatchObject({ status: 'disapproved' });
    expect([await balance('disposal-loss-damaged'), await onHand(shop.inventory)]).toEqual(['0', before]);
    const hidden = await office.person('keeper', ['asset_disposals/index'], {
      outlets: [shop.outlet],
      inventories: [shop.inventory],
    });
    expect(rows(await office.read('asset_disposals', hidden))[0]).toMatchObject({ loss_amount: null });
    const asked = await office.send('POST', `asset_disposals/${id}/approve`, undefined, { token: hidden });
    expect(asked.status).toBe(403);
  });
});

describe('a direct adjustment', () => {
  it('is in the list with its cost', async () => {
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '-2' }];
    await office.add('inventory_direct_adjustments', { ...place(), date: '2026-03-08', reason: 'a torn bag', lines });
    const [listed] = rows(await office.read('inventory_direct_adjustments'));
    expect(listed).toMatchObject({ reason: 'a torn bag', status: 'complete', loss_amount: '1200' });
  });
});
