/**
 * Entries of a till over the API: each is stored once, whichever rules it breaks; only malformed and forged entries are
 * refused.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import { type ChainedEntry, entryHash } from '../../domain/till/device-entry.ts';
import { entryUuid } from '../../tools/demo/tills/device-chain.ts';
import { atTill, cookieOf, PIN } from './people.ts';
import {
  DAY,
  newDevice,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  sendRaw,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
beforeAll(async () => {
  shop = await openTillShop();
  till = await openedTill(shop, 'Front');
});
afterAll(() => shop.api.close());

const digest = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes);
const rehashed = async (entry: ChainedEntry): Promise<ChainedEntry> => ({
  ...entry,
  hash: await entryHash(entry, digest),
});
const by = () => ({ cashier: shop.cashier });
const receipt = (count = 2, more: object = {}) =>
  till.device.chain.next(
    receiptOf(shop, { drawer: till.drawer, account: till.account, number: till.device.chain.number }, count, more),
    by(),
  );
const sale = async (id: number | undefined) => {
  const { rows } = await events(`pos_sale-${id}`);
  return rows;
};
const events = async (stream: string) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: shop.api.database.url });
  await client.connect();
  try {
    return await client.query<{ type: string; data: Record<string, unknown> }>(
      'select type, data from log.event where stream = $1 order by revision',
      [stream],
    );
  } finally {
    await client.end();
  }
};

describe('entries of a till', () => {
  it('are stored once, by the number on the paper, however often they are sent', async () => {
    const first = await receipt();
    const [opened, stored] = await send(shop.api, till.device, [till.opened, first]);
    expect(opened).toMatchObject({ state: 'stored', number: 'D-000001' });
    expect(stored).toEqual({
      uuid: first.uuid,
      state: 'stored',
      id: expect.any(Number),
      number: first.content.kind === 'receipt' ? first.content.number : '',
    });
    const again = await send(shop.api, till.device, [first, till.opened]);
    expect(again.map(({ state, id }) => [state, id])).toEqual([
      ['stored_before', stored?.id],
      ['stored_before', opened?.id],
    ]);
    expect((await sale(stored?.id)).map(({ type }) => type)).toEqual(['pos_sale.completed']);
  });

  it('are answered with the position of the last stored one, as every command is', async () => {
    const answered = async (entries: readonly object[]) => (await sendRaw(shop.api, till.device.cookie, entries)).body;
    const sent = [await receipt(), await receipt()];
    const { position } = await answered(sent);
    const known = await shop.api.send('POST', 'customers', { consumer_name: 'After the receipts' });
    expect([BigInt(position ?? 0) > 0n, BigInt(known.body.position ?? 0) > BigInt(position ?? 0)]).toEqual([
      true,
      true,
    ]);
    // One that was stored before has the position of then, whatever is stored since; a refused one has none.
    expect((await answered(sent)).position).toBe(position);
    expect((await answered([{ uuid: 'none' }])).position).toBeNull();
    const beside = await answered([await receipt(), { uuid: 'none' }]);
    expect(BigInt(beside.position ?? 0) > BigInt(known.body.position ?? 0)).toBe(true);
  });

  it('are stored in whatever order they come, a receipt before its drawer too', async () => {
    const other = await openedTill(shop, 'Back', await secondCashier());
    const number = other.device.chain.number;
    const content = receiptOf(shop, { drawer: other.drawer, account: other.account, number }, 3);
    const sold = await other.device.chain.next(content, { cashier: other.opened.cashier_fk });
    const [early] = await send(shop.api, other.device, [sold]);
    expect(early).toMatchObject({
      state: 'stored',
      review: [{ rule: 'entries_missing' }, { rule: 'drawer_not_opened' }],
    });
    const [opened] = await send(shop.api, other.device, [other.opened]);
    expect(opened).toMatchObject({ state: 'stored' });
    const [completed] = await sale(early?.id);
    expect(completed?.data['drawer_fk']).toBe(opened?.id);
    // The 3,000 of the receipt are no part of the float: all of it comes from the safe.
    const [opening] = (await events(`drawer-${opened?.id}`)).rows;
    expect(opening?.data['accounts']).toMatchObject([{ float_amount: '10000' }]);
    expect(JSON.stringify(opening?.data)).not.toContain('carried_amount');
  });

  it('are stored with amounts that no note or coin pays, which are reviewed', async () => {
    const other = await openedTill(shop, 'Coins', await secondCashier());
    const add = (content: EntryContent) => other.device.chain.next(content, { cashier: other.opened.cashier_fk });
    const payIn = await add({
      ...{ kind: 'pay_in', drawer: other.drawer, account_fk: other.account, note: 'small change' },
      ...{ date: DAY, time: '09:10:00', amount: '1000.5' },
    });
    const line = { line_id: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '2', price: '1000' };
    const printed = { discount_amount: '0.5', tax_amount: '0', total_amount: '1999.5' };
    const sold = await add(
      receiptOf(shop, { drawer: other.drawer, account: other.account, number: other.device.chain.number }, 2, {
        ...{ lines: [{ ...line, discount: { type: 'amount', value: '0.5' }, ...printed }], total: '1999.5' },
        payments: [{ method: 'app', amount: '1999.5', reference_number: 'A-1' }],
      }),
    );
    const [, moved, receipt] = await send(shop.api, other.device, [other.opened, payIn, sold]);
    const values = { amount: '1 IQD' };
    expect(moved).toMatchObject({ state: 'stored', review: [{ rule: 'multiple_of_unit', field: 'amount', values }] });
    expect(receipt?.state).toBe('stored');
    expect(receipt?.review?.filter(({ rule }) => rule === 'multiple_of_unit').map(({ field }) => field)).toEqual([
      'lines.0.discount.value',
      'payments.0.amount',
    ]);
    const office = await shop.api.send('POST', `closing_drawers/${moved?.id}/pay_in`, {
      ...{ date: DAY, account_fk: other.account, amount: '1000.5' },
    });
    expect([office.status, Object.keys(office.body.errors ?? {})]).toEqual([422, ['amount']]);
  });

  it('are stored whatever rule they break, and name it', async () => {
    const item = await shop.api.add('items', {
      item_name: 'Retired tea',
      item_units: [
        { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
      ],
      minimum_price: '900',
    });
    await shop.api.send('DELETE', `items/${item}`);
    const line = { line_id: 1, item_fk: item, unit_fk: shop.unit, quantity: '5', price: '500' };
    const printed = { discount_amount: '0', tax_amount: '0', total_amount: '2500' };
    const sold = await receipt(2, {
      ...{ lines: [{ ...line, ...printed }], total: '2500', customer_fk: shop.customer },
      payments: [{ method: 'credit', amount: '2500' }],
    });
    const [answer] = await send(shop.api, till.device, [sold]);
    expect(answer?.state).toBe('stored');
    const rules = answer?.review?.map(({ rule }) => rule).sort();
    expect(rules).toEqual(['net_price_below_minimum', 'not_enough_stock', 'retired_record']);
    const [completed] = await sale(answer?.id);
    expect(completed?.data['broken']).toEqual(answer?.review);
  });

  it('of what is not there, on credit beyond the limit, of another price than was printed, are in the books', async () => {
    const sold = await receipt(200, { customer_fk: shop.customer, payments: [{ method: 'credit', amount: '200000' }] });
    const [credit] = await send(shop.api, till.device, [sold]);
    expect(credit).toMatchObject({ state: 'stored', review: [{ rule: 'allowed_debit_exceeded_unseen' }] });
    const odd = await receipt(2, {
      total: '1900',
      payments: [{ method: 'cash', amount: '1900', account_fk: till.account }],
    });
    const [differs] = await send(shop.api, till.device, [odd]);
    expect(differs).toMatchObject({
      state: 'stored',
      review: [{ rule: 'total_differs', values: { printed: '1900', value: '2000' } }],
    });
    expect((await sale(differs?.id))[0]?.data).toMatchObject({ printed_total: '1900', change_amount: '0' });
  });

  it('on account of a customer who has not paid in time are stored, and say so', async () => {
    const limited = await shop.api.add('customers', { consumer_name: 'Late Payer', overdue_option: 'all' });
    const owed = { customer_fk: limited, payments: [{ method: 'credit', amount: '2000' }] };
    const earlier = await openedTill(shop, 'Earlier', await secondCashier(), { date: '2026-03-02' });
    const { chain } = earlier.device;
    const at = { drawer: earlier.drawer, account: earlier.account, number: chain.number };
    const sold = { ...receiptOf(shop, at), ...owed, date: '2026-03-02' } as EntryContent;
    const entered = await chain.next(sold, { cashier: earlier.opened.cashier_fk });
    const [, before] = await send(shop.api, earlier.device, [earlier.opened, entered]);
    expect(before?.review?.map(({ rule }) => rule) ?? []).not.toContain('customer_overdue');
    expect((await sale(before?.id))[0]?.data).toMatchObject({ due_date: '2026-03-02', payment_terms_days: 0 });
    const [late] = await send(shop.api, till.device, [await receipt(2, owed)]);
    expect(late).toMatchObject({
      state: 'stored',
      review: [{ rule: 'customer_overdue', field: 'customer_fk', values: { document: `pos_sale-${before?.id}` } }],
    });
    const paid = { ...owed, payments: [{ method: 'cash', amount: '2000', account_fk: till.account }] };
    const [cash] = await send(shop.api, till.device, [await receipt(2, paid)]);
    expect(cash?.review ?? []).toEqual([]);
  });

  it('are refused when they are malformed, and the others of the batch are not', async () => {
    const [wrong, right] = [await receipt(), await receipt()];
    const broken = { ...wrong, content: { ...wrong.content, lines: [], extra: 1 } };
    const [refused, stored] = await send(shop.api, till.device, [broken, right]);
    expect(refused).toMatchObject({ uuid: wrong.uuid, state: 'refused' });
    expect(refused?.errors?.map(({ field }) => field).sort()).toEqual(['content.extra', 'content.lines']);
    expect(stored?.state).toBe('stored');
    const [late] = await send(shop.api, till.device, [wrong]);
    expect(late?.state).toBe('stored');
    expect((await sendRaw(shop.api, till.device.cookie, [])).status).toBe(422);
  });

  it('name a second entry with a number, a broken chain, and a clock that is off', async () => {
    const one = await receipt();
    const second = await rehashed({ ...one, uuid: entryUuid(new Date()) });
    const [first, twice] = await send(shop.api, till.device, [one, second]);
    expect([first?.state, twice?.state]).toEqual(['stored', 'stored']);
    expect([...(first?.review ?? []), ...(twice?.review ?? [])].map(({ rule }) => rule)).toEqual(['sequence_taken']);
    const next = await receipt();
    const cut = await rehashed({ ...next, previous: 'f'.repeat(64) });
    expect((await send(shop.api, till.device, [cut]))[0]).toMatchObject({
      state: 'stored',
      review: [{ rule: 'chain_broken' }],
    });
    const off = await receipt();
    const slow = await rehashed({ ...off, previous: cut.hash, made_at: '2026-03-11T01:00:00.000Z' });
    expect((await send(shop.api, till.device, [slow]))[0]).toMatchObject({
      state: 'stored',
      review: [{ rule: 'clock_impossible' }],
    });
  });
});

describe('entries that wait on a browser which is enrolled again', () => {
  const enrolAgain = async (till_fk: number, cookie: string) => {
    const answer = await shop.api.send('POST', 'tills/enrol', { till_fk }, { headers: cookie ? { cookie } : {} });
    expect(answer.status).toBe(200);
    const { enrolment, number_prefix } = answer.body.data;
    return { enrolment, number_prefix, cookie: cookieOf(answer) };
  };

  it('for its till are stored, also after it was revoked, and only with its new cookie', async () => {
    const waiting = await openedTill(shop, 'Again', await secondCashier());
    const { till: id, enrolment, cookie } = waiting.device;
    const first = await enrolAgain(id, cookie);
    expect(first).toMatchObject({ enrolment, number_prefix: `T${id}` });
    expect((await sendRaw(shop.api, cookie, [waiting.opened])).status).toBe(401);
    const revoked = await shop.api.send('POST', `tills/${id}/revoke`, undefined, { headers: { cookie: first.cookie } });
    expect([revoked.status, revoked.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await sendRaw(shop.api, first.cookie, [waiting.opened])).status).toBe(401);
    const second = await enrolAgain(id, first.cookie);
    expect(second.enrolment).toBe(enrolment);
    expect(await send(shop.api, second, [waiting.opened])).toMatchObject([{ state: 'stored' }]);
  });

  it('are refused from another browser, and from one that was another till', async () => {
    const waiting = await openedTill(shop, 'Moved', await secondCashier());
    const other = await newDevice(shop, { till_name: 'Moved from' });
    for (const cookie of ['', 'daftar_till=guessed', other.cookie]) {
      const moved = await enrolAgain(waiting.device.till, cookie);
      expect(moved.enrolment).not.toBe(waiting.device.enrolment);
      expect(await send(shop.api, moved, [waiting.opened])).toMatchObject([
        { state: 'refused', errors: [{ field: 'enrolment' }] },
      ]);
    }
  });
});

describe('attacks', () => {
  const refusedAs = async (device: { readonly cookie: string }, entry: object) => {
    const [answer] = await send(shop.api, device, [entry]);
    return [answer?.state, ...(answer?.errors ?? []).map(({ field }) => field)];
  };

  it('a device sends entries of another, or none at all', async () => {
    const other = await newDevice(shop, { till_name: 'Thief' });
    const entry = await receipt();
    expect(await refusedAs(other, entry)).toEqual(['refused', 'enrolment']);
    expect((await sendRaw(shop.api, '', [entry])).status).toBe(401);
    expect((await sendRaw(shop.api, 'daftar_till=guessed', [entry])).status).toBe(401);
    expect(await refusedAs(till.device, entry)).toEqual(['stored']);
  });

  it('content is changed: before it is sent, with its hash, and under the UUID of what is stored', async () => {
    const entry = await receipt();
    const changed = { ...entry, content: { ...entry.content, total: '1' } } as ChainedEntry;
    expect(await refusedAs(till.device, changed)).toEqual(['refused', 'hash']);
    expect(await refusedAs(till.device, entry)).toEqual(['stored']);
    expect((await refusedAs(till.device, await rehashed(changed)))[0]).toBe('refused');
    const rows = await sale((await send(shop.api, till.device, [entry]))[0]?.id);
    expect(rows).toHaveLength(1);
  });

  it('a cashier who never was, or goods and accounts that never were', async () => {
    const entry = await receipt();
    expect(await refusedAs(till.device, await rehashed({ ...entry, cashier_fk: 999_999 }))).toEqual([
      'refused',
      'cashier_fk',
    ]);
    const lines = [
      { ...receiptOf(shop, { drawer: till.drawer, account: till.account, number: 'x' }).lines[0], item_fk: 999_999 },
    ];
    const content = { ...entry.content, lines } as ChainedEntry['content'];
    expect(await refusedAs(till.device, await rehashed({ ...entry, content }))).toEqual(['refused', 'lines.0.item_fk']);
    expect(await refusedAs(till.device, entry)).toEqual(['stored']);
  });

  it('another outlet is named', async () => {
    const outlet = await shop.api.add('outlets', { outlet_name: 'Elsewhere' });
    const entry = await receipt();
    const content = { ...entry.content, outlet_fk: outlet } as ChainedEntry['content'];
    expect(await refusedAs(till.device, await rehashed({ ...entry, content }))).toEqual([
      'refused',
      'content.outlet_fk',
    ]);
    await send(shop.api, till.device, [entry]);
  });

  it('a session is used as a till, a till as a session, and a revoked device as either', async () => {
    const entry = await receipt();
    const session = await atTill(shop.api, till.device.cookie, {
      outlet_fk: shop.outlet,
      user_fk: shop.cashier,
      pin: PIN,
    });
    const token = String(session.body.data['access_token']);
    const asSession = await shop.api.send('POST', 'till/entries', { entries: [entry] }, { token });
    expect(asSession.status).toBe(401);
    const asTillOnly = await shop.api.send(
      'POST',
      'pos_sales',
      {},
      { token: '', headers: { cookie: till.device.cookie } },
    );
    expect(asTillOnly.status).toBe(401);
    const gone = await newDevice(shop, { till_name: 'Gone' });
    await shop.api.send('POST', `tills/${gone.till}/revoke`);
    expect((await sendRaw(shop.api, gone.cookie, [entry])).status).toBe(401);
    expect((await send(shop.api, till.device, [entry]))[0]?.state).toBe('stored');
  });

  it('whoever lost the right to sell has sold, and somebody reads it', async () => {
    const cashier = await secondCashier(['pos_sales/index']);
    const entry = await till.device.chain.next(
      receiptOf(shop, { drawer: till.drawer, account: till.account, number: till.device.chain.number }),
      { cashier },
    );
    const [answer] = await send(shop.api, till.device, [entry]);
    expect(answer?.state).toBe('stored');
    expect(answer?.review?.map(({ rule }) => rule)).toEqual(['permission_missing', 'not_your_drawer']);
    expect(entry.content.date).toBe(DAY);
  });
});

let people = 0;
async function secondCashier(rights?: readonly string[]): Promise<number> {
  const { newCashier } = await import('./tilling.ts');
  people += 1;
  return newCashier(shop, `Cashier ${people}`.replace(' ', '-'), rights);
}
