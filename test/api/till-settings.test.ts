/**
 * Settings of the tills over HTTP: their validation, their transfer to devices, and the server's findings on receipts
 * beyond them.
 */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import type { EntryOf } from '../../tools/demo/tills/device-chain.ts';
import { openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import {
  approvedBy,
  CASHIER_RIGHTS,
  caughtUp,
  DAY,
  newCashier,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  await ensureRecords({ databaseUrl: rolesAt(shop.api.database.url).command });
  till = await openedTill(shop, 'Front');
  await send(shop.api, till.device, [till.opened]);
});
afterAll(() => shop.api.close());

const change = (body: object) => shop.api.send('PATCH', 'till_settings/1', body);

interface Part {
  readonly table?: string;
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
}

async function settingsSent(after?: string) {
  await caughtUp(shop.api);
  const url = `/api/till/catalogue${after === undefined ? '' : `?after=${after}`}`;
  const headers = { cookie: till.device.cookie, 'accept-encoding': 'gzip' };
  const answer = await shop.api.app.inject({ method: 'GET', url, headers });
  const [head = {}, ...parts] = gunzipSync(answer.rawPayload)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line): Part & { readonly position?: string } => JSON.parse(line));
  return { position: head.position, row: parts.find(({ table }) => table === 'settings')?.rows?.[0] };
}

describe('the settings of the tills', () => {
  it('begin with what is usual, and say all that is wrong with a change at once', async () => {
    expect((await shop.api.send('GET', 'till_settings/1')).body.data).toMatchObject({
      ...{ discount_without_supervisor: null, refund_without_receipt: false, offline_hours: 12, sound: true },
      scales: [
        { prefixes: ['20', '21', '22', '23'], holds: 'weight', item_digits: 5, decimals: 3 },
        { holds: 'price' },
      ],
    });
    const scale = { prefixes: ['21'], holds: 'weight', item_digits: 5, decimals: 3 };
    const refused = await change({ quick_amounts: ['0', '1000.5'], scales: [scale, scale] });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors ?? {}).toSorted()).toEqual([
      'quick_amounts.0',
      'quick_amounts.1',
      'scales.1.prefixes',
    ]);
    const malformed = await change({ offline_hours: 500, discount_without_supervisor: '101' });
    expect(Object.keys(malformed.body.errors ?? {}).toSorted()).toEqual([
      'discount_without_supervisor',
      'offline_hours',
    ]);
    const stranger = await shop.api.person('seller', ['pos_sales/index']);
    const denied = await shop.api.send('PATCH', 'till_settings/1', { sound: false }, { token: stranger });
    expect(denied.status).toBe(403);
  });

  it('reach a device with what changed since it asked', async () => {
    const { position, row } = await settingsSent();
    expect(row).toMatchObject({ favourites: [], business_name: expect.any(String) });
    expect((await settingsSent(position)).row).toBeUndefined();
    await change({ favourites: [shop.item], quick_amounts: ['5000', '25000'], grid_pictures: false });
    expect((await settingsSent(position)).row).toMatchObject({
      ...{ favourites: [shop.item], quick_amounts: ['5000', '25000'], grid_pictures: false },
      cash_rounding_step: '250',
    });
  });
});

describe('what a till sends', () => {
  const discounted = (value: string, more: Partial<EntryOf> = {}) => {
    const total = String(2000 - Number(value));
    const printed = { discount_amount: value, tax_amount: '0', total_amount: total };
    const line = { line_id: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '2', price: '1000' };
    return till.device.chain.next(
      receiptOf(shop, { drawer: till.drawer, account: till.account, number: till.device.chain.number }, 2, {
        ...{ time: '10:30:00', total, lines: [{ ...line, discount: { type: 'amount', value }, ...printed }] },
        payments: [{ method: 'cash', amount: total, account_fk: till.account }],
      }),
      { cashier: shop.cashier, ...more },
    );
  };
  const rulesOf = async (entry: Awaited<ReturnType<typeof discounted>>) => {
    const [answer] = await send(shop.api, till.device, [entry]);
    expect(answer?.state).toBe('stored');
    return (answer?.review ?? []).map(({ rule, field, values }) => [rule, field, values]);
  };

  it('beyond the discount of a cashier is noted, within it or with a supervisor it is not', async () => {
    expect(await rulesOf(await discounted('200'))).toEqual([]);
    await change({ discount_without_supervisor: '5' });
    expect(await rulesOf(await discounted('100'))).toEqual([]);
    expect(await rulesOf(await discounted('101'))).toEqual([
      ['discount_above_limit', 'lines.0.discount', { percent: '5' }],
    ]);
    const boss = await newCashier(shop, 'Boss', [...CASHIER_RIGHTS, 'sales/below_minimum_price']);
    const approval = await approvedBy(shop.api, till.device, boss, ['sales/below_minimum_price']);
    expect(await rulesOf(await discounted('500', approval))).toEqual([]);
    // The name alone is no approval: the entry has the rights of its cashier.
    expect(await rulesOf(await discounted('500', { approvedBy: boss }))).toEqual([
      ['approval_without_pin', 'approved_by_fk', undefined],
      ['discount_above_limit', 'lines.0.discount', { percent: '5' }],
    ]);
    await change({ discount_without_supervisor: null });
  });

  it('of goods without a receipt is noted unless both the setting and the permission allow it', async () => {
    const back = (reason: string): EntryContent => ({
      ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: till.drawer },
      ...{
        date: DAY,
        time: '10:30:00',
        receipt: null,
        reason,
        number: till.device.chain.number,
        total: '1000',
      },
      lines: [
        {
          ...{ line: null, item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' },
          ...{ discount_amount: '0', tax_amount: '0', total_amount: '1000' },
        },
      ],
      payments: [{ method: 'cash', amount: '1000', account_fk: till.account }],
    });
    const right = 'pos_sales/refund_without_receipt';
    const holder = await newCashier(shop, 'Holder', [...CASHIER_RIGHTS, right]);
    const boss = await newCashier(shop, 'Returner', [...CASHIER_RIGHTS, right]);
    // The drawer is of another cashier, which is noted too.
    const rules = async (of: EntryOf, reason = 'torn') =>
      (await rulesOf(await till.device.chain.next(back(reason), of)))
        .map(([rule]) => rule)
        .filter((rule) => rule === 'permission_missing');
    const missing = ['permission_missing'];
    // Neither; the permission alone; the cashier's own PIN as that of a supervisor.
    expect(await rules({ cashier: shop.cashier })).toEqual(missing);
    expect(await rules({ cashier: holder })).toEqual(missing);
    expect(await rules({ cashier: holder, ...(await approvedBy(shop.api, till.device, holder, [right])) })).toEqual(
      missing,
    );
    expect(await rules({ cashier: holder, ...(await approvedBy(shop.api, till.device, boss, [right])) })).toEqual([]);
    await change({ refund_without_receipt: true });
    expect(await rules({ cashier: shop.cashier })).toEqual(missing);
    const by = { cashier: holder };
    // A text of an older device, beyond what forms accept today: the money was paid out.
    const long = `torn \u{1f468}\u200d\u{1f469}${'.'.repeat(150)}`;
    expect(await rules(by, long)).toEqual([]);
    // In the office it is no sale: not in the sum, not paid by anybody, and its paper is a refund.
    await caughtUp(shop.api);
    const { data: list } = (await shop.api.send('GET', 'pos_sales?filter[status]=returned')).body;
    expect(list).toMatchObject({
      data: [
        {},
        {},
        {},
        {},
        {},
        { status: 'returned', payment_status: null, paid: '0', returned_amount: '1000', total_base: '1000' },
      ],
      footer: { total_base: null },
    });
    const id = String((list['data'] as unknown as Record<string, unknown>[])[0]?.['id']);
    expect((await shop.api.send('GET', `pos_sales/${id}`)).body.data).toMatchObject({
      reason: long.replace('\u200d', ''),
    });
    const { data: paper } = (await shop.api.send('GET', `pos_sales/${id}/paper?paper=pos_sale`)).body;
    expect(paper).toMatchObject({ papers: ['pos_refund'], documents: [{ layout: { name: 'pos_refund' } }] });
  });
});
