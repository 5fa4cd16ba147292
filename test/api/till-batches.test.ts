/**
 * Batches at tills: the catalogue contains them, and every paid receipt is stored, with a note if goods were expired or
 * short.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryContent, RefundEntry } from '../../domain/till/device-entry.schema.ts';
import type { BatchQuantity } from '../../domain/values/batch.ts';
import { openOffice } from '../read-api/office.ts';
import { itemBody, purchaseBody } from './shop.ts';
import { caughtUp, DAY, type OpenedTill, openedTill, openTillShop, receiptOf, send, type TillShop } from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
let item: number;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  till = await openedTill(shop, 'Front');
  item = await shop.api.add('items', itemBody(shop.unit, 'Amoxicillin', { has_expire: true, has_batch_number: true }));
  const line = { item_fk: item, unit_fk: shop.unit, price: '600' };
  await shop.api.add(
    'purchases',
    purchaseBody(shop, '1', {
      lines: [
        { ...line, quantity: '4', batch_number: 'LATE', expire_date: '2027-01-31' },
        { ...line, quantity: '3', batch_number: 'SOON', expire_date: '2026-09-30' },
        { ...line, quantity: '2', batch_number: 'OLD', expire_date: '2026-03-10' },
      ],
    }),
  );
  await send(shop.api, till.device, [till.opened]);
});
afterAll(() => shop?.api.close());

const named = (batch_number: string, expire_date: string, quantity: string): BatchQuantity => ({
  ...{ batch_number, expire_date, quantity },
});

/** Enters a receipt of pieces at 1,000. */
async function sell(count: number, batches?: BatchQuantity[]) {
  const printed = { discount_amount: '0', tax_amount: '0', total_amount: String(count * 1000) };
  const line = { line_id: 1, item_fk: item, unit_fk: shop.unit, quantity: String(count), price: '1000' };
  const { chain } = till.device;
  const content = receiptOf(shop, { drawer: till.drawer, account: till.account, number: chain.number }, count, {
    lines: [{ ...line, ...(batches ? { batches } : {}), ...printed }],
  });
  const entry = await chain.next(content, { cashier: shop.cashier });
  const [answer] = await send(shop.api, till.device, [entry]);
  await caughtUp(shop.api);
  const sale = await shop.api.send('GET', `pos_sales/${answer?.id}`);
  const moved = (sale.body.data['batches'] ?? []) as BatchQuantity[];
  return {
    state: answer?.state,
    rules: answer?.review?.map(({ rule }) => rule),
    moved: moved.map(({ batch_number, quantity }) => `${batch_number} ${quantity}`),
  };
}

/** The first line of the answer, and the batches of the item. */
async function inCatalogue(after = '') {
  const headers = { cookie: till.device.cookie };
  const answer = await shop.api.app.inject({ method: 'GET', url: `/api/till/catalogue${after}`, headers });
  const [head, ...parts] = answer.payload
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Part);
  const items = parts.filter(({ table }) => table === 'items').flatMap(({ rows = [] }) => rows);
  expect(items.find(({ id }) => id === shop.item)?.batches).toBeUndefined();
  const batches = items.find(({ id }) => id === item)?.batches;
  return {
    position: head?.position ?? '',
    batches: batches?.map(({ batch_number, expire_date, quantity }) => `${batch_number} ${expire_date} ${quantity}`),
  };
}

interface Part {
  readonly position?: string;
  readonly table?: string;
  readonly rows?: readonly { readonly id: number; readonly batches?: readonly BatchQuantity[] }[];
}

it('the catalogue has the batches on hand, and again where they changed', async () => {
  await caughtUp(shop.api);
  const { position, batches } = await inCatalogue();
  expect(batches).toEqual(['OLD 2026-03-10 2', 'SOON 2026-09-30 3', 'LATE 2027-01-31 4']);
  expect(await sell(1)).toEqual({ state: 'stored', rules: undefined, moved: ['SOON 1'] });
  const changed = await inCatalogue(`?after=${position}`);
  expect(changed.batches).toEqual(['OLD 2026-03-10 2', 'SOON 2026-09-30 2', 'LATE 2027-01-31 4']);
});

it('a receipt is stored with the batches that it names; what it does not name is suggested', async () => {
  expect(await sell(1, [named('LATE', '2027-01-31', '1')])).toEqual({
    ...{ state: 'stored', rules: undefined, moved: ['LATE 1'] },
  });
  expect(await sell(2, [named('LATE', '2027-01-31', '1')])).toEqual({
    ...{ state: 'stored', rules: undefined, moved: ['LATE 1', 'SOON 1'] },
  });
});

it('a batch that had expired, or was not there so often, is stored and noted for a review', async () => {
  expect(await sell(1, [named('OLD', '2026-03-10', '1')])).toEqual({
    ...{ state: 'stored', rules: ['batch_expired'], moved: ['OLD 1'] },
  });
  expect(await sell(2, [named('SOON', '2026-09-30', '2')])).toEqual({
    ...{ state: 'stored', rules: ['not_enough_of_batch'], moved: ['SOON 2'] },
  });
  // A recall lists the customers who received the batch.
  const recall = await shop.api.send('GET', 'reports/batch_recall?batch_number=soon&show=sold');
  expect(recall.body.data['data']).toHaveLength(3);
});

describe('goods that come back', () => {
  const lineBack = (count: number, line: number | null, batches?: BatchQuantity[]): RefundEntry['lines'][number] => ({
    ...{ line, item_fk: item, unit_fk: shop.unit, quantity: String(count), price: '1000' },
    ...(batches ? { batches } : {}),
    ...{ discount_amount: '0', tax_amount: '0', total_amount: String(count * 1000) },
  });

  let minute = 10;
  const nextTime = () => `09:${minute++}:00`;

  async function sent(content: (number: string) => EntryContent) {
    const { chain } = till.device;
    const entry = await chain.next(content(chain.number), { cashier: shop.cashier });
    const [answer] = await send(shop.api, till.device, [entry]);
    await caughtUp(shop.api);
    return {
      entry,
      answer,
      rules: (answer?.review ?? []).map(({ rule }) => rule).filter((rule) => rule !== 'permission_missing'),
    };
  }

  const refund = (receipt: RefundEntry['receipt'], lines: RefundEntry['lines']) =>
    sent((number) => {
      const total = String(lines.reduce((sum, { total_amount }) => sum + Number(total_amount), 0));
      return {
        ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: till.drawer, receipt },
        ...{ date: DAY, time: nextTime(), lines, reason: 'not needed', number, total },
        payments: [{ method: 'cash', amount: total, account_fk: till.account }],
      };
    });

  /** The batches of the document, or of the last refund of the receipt. */
  const moved = async (id: number | undefined, isRefund = false) => {
    const { data } = (await shop.api.send('GET', `pos_sales/${id}`)).body;
    const of = isRefund ? (data['refunds'] as { batches?: BatchQuantity[] }[]).at(-1) : data;
    return ((of?.['batches'] ?? []) as BatchQuantity[]).map(
      ({ batch_number, expire_date, quantity }) => `${batch_number} ${expire_date} ${quantity}`,
    );
  };

  it('without a receipt keep their batches, one or several, and a recall shows them', async () => {
    const one = await refund(null, [lineBack(2, null, [named('A1', '2027-02-15', '2')])]);
    expect([one.rules, await moved(one.answer?.id)]).toEqual([[], ['A1 2027-02-15 2']]);
    const parts = [named('A1', '2027-02-15', '1'), named('A2', '2027-03-15', '2')];
    const several = await refund(null, [lineBack(3, null, parts)]);
    expect([several.rules, await moved(several.answer?.id)]).toEqual([[], ['A1 2027-02-15 1', 'A2 2027-03-15 2']]);
    const recall = await shop.api.send('GET', 'reports/batch_recall?batch_number=A1');
    expect((recall.body.data['data'] as unknown[]).length).toBeGreaterThan(1);
  });

  it('without a receipt and without a batch are stored and noted for a review', async () => {
    const back = await refund(null, [lineBack(1, null)]);
    expect([back.answer?.state, back.rules]).toEqual(['stored', ['batch_number_required', 'expire_date_required']]);
  });

  it('of a receipt are of the batches that the refund names, else of the next ones', async () => {
    const sold = await sent((number) =>
      receiptOf(shop, { drawer: till.drawer, account: till.account, number }, 4, {
        time: nextTime(),
        lines: [
          {
            ...{ line_id: 1, item_fk: item, unit_fk: shop.unit, quantity: '4', price: '1000' },
            batches: [named('A1', '2027-02-15', '2'), named('A2', '2027-03-15', '2')],
            ...{ discount_amount: '0', tax_amount: '0', total_amount: '4000' },
          },
        ],
      }),
    );
    expect(sold.rules).toEqual([]);
    const receipt = { uuid: sold.entry.uuid };
    const first = await refund(receipt, [lineBack(1, 1, [named('A2', '2027-03-15', '1')])]);
    expect([first.rules, await moved(sold.answer?.id, true)]).toEqual([[], ['A2 2027-03-15 1']]);
    const foreign = await refund(receipt, [lineBack(1, 1, [named('LATE', '2027-01-31', '1')])]);
    expect(foreign.rules).toEqual(['batch_not_of_document']);
    // An exchange: the goods of the refund are replaced by a new receipt.
    const rest = await refund(receipt, [lineBack(1, 1, [named('A1', '2027-02-15', '1')])]);
    expect([rest.rules, await moved(sold.answer?.id, true)]).toEqual([[], ['A1 2027-02-15 1']]);
    const again = await sent((number) =>
      receiptOf(shop, { drawer: till.drawer, account: till.account, number }, 1, {
        time: nextTime(),
        replaces: { uuid: rest.entry.uuid },
      }),
    );
    expect(again.rules).toEqual([]);
  });
});

describe('pieces with serial numbers', () => {
  let phone: number;
  beforeAll(async () => {
    phone = await shop.api.add(
      'items',
      itemBody(shop.unit, 'Phone', { serial_numbers: 'at_receipt', warranty_months: 12 }),
    );
    const pieces = ['P1', 'P2', 'P3'].map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' }));
    const lines = [{ item_fk: phone, unit_fk: shop.unit, quantity: '3', price: '600', batches: pieces }];
    await shop.api.add('purchases', purchaseBody(shop, '3', { lines }));
  });

  const time = (minute: number) => `09:${minute}:30`;
  const soldPiece = async (minute: number, number?: string) => {
    const { chain } = till.device;
    const content = receiptOf(shop, { drawer: till.drawer, account: till.account, number: chain.number }, 1, {
      time: time(minute),
      lines: [
        {
          ...{ line_id: 1, item_fk: phone, unit_fk: shop.unit, quantity: '1', price: '1000' },
          ...(number ? { batches: [{ batch_number: number, expire_date: null, quantity: '1' }] } : {}),
          ...{ discount_amount: '0', tax_amount: '0', total_amount: '1000' },
        },
      ],
    });
    const entry = await chain.next(content, { cashier: shop.cashier });
    const [answer] = await send(shop.api, till.device, [entry]);
    await caughtUp(shop.api);
    const { data } = (await shop.api.send('GET', `pos_sales/${answer?.id}`)).body;
    const moved = (data['batches'] ?? []) as { batch_number: string; piece: string }[];
    return {
      number: content.number,
      state: answer?.state,
      rules: (answer?.review ?? []).map(({ rule }) => rule),
      moved: moved.map(({ batch_number, piece }) => `${batch_number} ${piece}`),
    };
  };
  const receipt = async (number: string) => {
    const headers = { cookie: till.device.cookie };
    const answer = await shop.api.app.inject({ method: 'GET', url: `/api/till/receipts/${number}`, headers });
    return answer.statusCode === 200 ? (answer.json() as { data: { number: string } }).data.number : answer.statusCode;
  };

  it('are in the catalogue, sold by number, and their receipt is found by it', async () => {
    const headers = { cookie: till.device.cookie };
    const answer = await shop.api.app.inject({ method: 'GET', url: '/api/till/catalogue', headers });
    const rows = answer.payload
      .split('\n')
      .flatMap((text) => (text === '' ? [] : ((JSON.parse(text) as Part).rows ?? [])));
    const row = rows.find(({ id, batches }) => id === phone && batches !== undefined);
    expect(row?.batches?.map(({ batch_number }) => batch_number)).toEqual(['P1', 'P2', 'P3']);
    const sold = await soldPiece(40, 'p1');
    expect([sold.state, sold.rules, sold.moved]).toEqual(['stored', [], ['P1 known']]);
    expect(await receipt('p-1')).toBe(sold.number);
    expect(await receipt('P2')).toBe(404);
  });

  it('are found by number whatever script their digits had when they came in, and whatever case it is typed in', async () => {
    const told = ['IMEI-\u0664\u0665x', 'imei \u06f4\u06f6Y'];
    const pieces = told.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' }));
    const lines = [{ item_fk: phone, unit_fk: shop.unit, quantity: '2', price: '600', batches: pieces }];
    await shop.api.add('purchases', purchaseBody(shop, '2', { lines }));
    const first = await soldPiece(44, 'imei45X');
    const second = await soldPiece(45, 'IMEI-46-y');
    expect([first.rules, first.moved, second.moved]).toEqual([[], [`${told[0]} known`], [`${told[1]} known`]]);
    for (const typed of ['IMEI45x', 'imei-45X', encodeURIComponent('imei\u06f4\u06f5X')])
      expect(await receipt(typed)).toBe(first.number);
    expect(await receipt(encodeURIComponent('imei 46y'))).toBe(second.number);
    // Handed in under warranty by the number on the paper, the piece is the one that this receipt sold.
    const claim = await shop.api.send('POST', 'warranty_claims', {
      ...{
        outlet_fk: shop.outlet,
        inventory_fk: shop.inventory,
        date: DAY,
        item_fk: phone,
        serial_number: 'IMEI 45-x',
      },
      ...{ customer_fk: shop.customer, fault: 'it does not start', status: 'received' },
    });
    expect([claim.status, claim.body.errors]).toEqual([201, undefined]);
  });

  it('that are gone, unknown or not named are stored and noted for a review', async () => {
    const again = await soldPiece(41, 'P1');
    expect([again.state, again.rules, again.moved]).toEqual(['stored', expect.arrayContaining(['serial_gone']), []]);
    const unnamed = await soldPiece(42);
    expect([unnamed.state, unnamed.rules]).toEqual(['stored', expect.arrayContaining(['serials_required'])]);
    const unknown = await soldPiece(43, 'X9');
    expect([unknown.state, unknown.moved]).toEqual(['stored', ['X9 named']]);
    expect(unknown.rules).toContain('serial_unknown');
  });
});

it('a receipt that spells a batch otherwise takes the known one, however it is typed', async () => {
  for (const typed of ['late', 'L-ATE', ' Late '])
    expect((await sell(1, [named(typed, '2027-01-31', '1')])).moved).toEqual(['LATE 1']);
});
