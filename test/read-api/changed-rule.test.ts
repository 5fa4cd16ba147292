import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { resultOf } from '../support/job-result.ts';
import { until } from '../support/waiting.ts';
import { type Office, openOffice } from './office.ts';

interface Result {
  readonly plan: { readonly position: string; readonly digest: string; readonly differences: number };
  readonly differences: readonly { account: number; document: string; month: string; before: string; after: string }[];
  readonly committed: boolean;
  readonly stale: boolean;
  readonly refused?: readonly { readonly message: string }[];
}

let office: Office;
let shop: Shop;
let books: pg.Client;
let airport = 0;
let second = 0;
let shown: Result;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  books = new pg.Client({ connectionString: office.database.url });
  await books.connect();
  airport = await office.add('outlets', { outlet_name: 'Airport' });
  second = await office.add('inventories', { outlet_fk: airport, inventory_name: 'Airport store' });
  const till = await office.add('cashes', {
    account_name: 'Airport till',
    cash_type: 1,
    currency_fk: 1,
    outlet_fk: airport,
  });
  const there = { outlet_fk: airport, inventory_fk: second };
  const line = { item_fk: shop.item, unit_fk: shop.unit };
  // 10 at 600 in the bazaar and 10 at 1,000 at the airport; 4 are sold in February and 5 in March.
  await office.add(
    'purchases',
    purchaseBody(shop, '10', { date: '2026-02-01', lines: [{ ...line, quantity: '10', price: '600' }] }),
  );
  await office.add(
    'purchases',
    purchaseBody(shop, '10', { ...there, date: '2026-02-01', lines: [{ ...line, quantity: '10', price: '1000' }] }),
  );
  await office.add('sales', saleBody(shop, '4', { date: '2026-02-10' }));
  await office.add('sales', saleBody(shop, '5', { ...there, date: '2026-03-05', account_fk: till }));
});
afterAll(async () => {
  await books.end();
  await office.close();
});

async function work(recalculation_fk: number, plan?: Result['plan']): Promise<Result> {
  const job = await office.send('POST', 'jobs/recalculate', { recalculation_fk, ...(plan ? { plan } : {}) });
  return resultOf<Result>(office, String(job.body.data['job_id']));
}

/** Waits until all models contain all events. */
async function reached(): Promise<void> {
  await until(async () => {
    const { rows } = await books.query<{ all: boolean }>(
      'select bool_and(position >= (select max(position) from log.event)) as all from read.checkpoint',
    );
    return rows[0]?.all;
  });
}

const INVENTORY = 131_000_000;
/** The balance of an account as known at a position. */
async function balance(account: number, position = '999999'): Promise<string | undefined> {
  await reached();
  const { rows } = await books.query<{ base: string }>(
    'select trim_scale(sum(base))::text as base from read.journal_line where account = $1 and position <= $2',
    [account, position],
  );
  return rows[0]?.base;
}

async function broken(): Promise<unknown[]> {
  await reached();
  const { rows } = await books.query<{ schema: string }>(
    `select schema from projection.build where status = 'current'`,
  );
  const schema = rows[0]?.schema ?? '';
  const answers = [...(await checkBooks(books, schema)), ...(await checkAcross(books, schema))];
  return answers.filter(({ findings }) => findings.length > 0);
}

interface Explained {
  readonly rule: unknown;
  readonly cost: unknown;
}

/** The explanation of the cost of goods sold of a document, or of its movement of goods. */
async function explained(document: string, source: 'journal' | 'stock'): Promise<Explained> {
  await reached();
  const { rows } = await books.query<{ query: string }>(
    source === 'journal'
      ? `select format('position=%s&line_no=%s', position, line_no) as query from read.journal_line
         where document = $1 and account = 5100`
      : `select format('source=stock&position=%s&line_no=%s&cause_position=%s&item_fk=%s&inventory_fk=%s', position, move_line,
           move_position, item_fk, inventory_fk) as query from read.stock_line where document = $1 and kind = 'movement'`,
    [document],
  );
  return (await office.read(`explain/line?${rows[0]?.query}`)).data as unknown as Explained;
}

describe('over which goods the average is taken', () => {
  it('is no setting any more once goods were moved', async () => {
    const refused = await office.send('PATCH', 'system_settings/1', { average_scope: 'company' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      average_scope: [
        'Goods were moved already: a recalculation changes over which goods the average is taken, from a day on',
      ],
    });
  });

  it('is changed from a day on by a recalculation that shows every difference and changes nothing', async () => {
    const id = await office.add('recalculations', { date: '2026-03-01', average_scope: 'company' });
    shown = await work(id);
    expect(shown).toMatchObject({ committed: false, stale: false });
    // 6 with a value of 3,600 and 10 with 10,000 have an average of 850: 5 cost 4,250 instead of 5,000; each inventory
    // has its share.
    const of = (account: number) =>
      shown.differences
        .filter((difference) => difference.account === account)
        .map(({ document, before, after }) => [document, before, after]);
    expect(of(5100)).toEqual([['sale-2', '5000', '4250']]);
    expect(of(INVENTORY + shop.inventory)).toEqual([['sale-2', '0', '1500']]);
    expect(of(INVENTORY + second)).toEqual([['sale-2', '-5000', '-5750']]);
    expect(shown.differences.every(({ month }) => month === '2026-03-01')).toBe(true);
    expect(await balance(5100)).toBe('7400');
    const other = await work(id, { ...shown.plan, digest: 'b'.repeat(64) });
    expect(other).toMatchObject({ committed: false, stale: true });
    expect(await work(id, shown.plan)).toMatchObject({ committed: true, stale: false });
    expect(await balance(5100)).toBe('6650');
    expect(await balance(INVENTORY + shop.inventory)).toBe('5100');
    expect(await balance(INVENTORY + second)).toBe('4250');
    expect(await broken()).toEqual([]);
  });

  it('was another one until the recalculation: figures as known before it are unchanged', async () => {
    expect(await balance(5100, shown.plan.position)).toBe('7400');
    expect(await balance(INVENTORY + shop.inventory, shown.plan.position)).toBe('3600');
    expect((await office.read('system_settings/1')).data).toMatchObject({ average_scope: 'company' });
    expect((await office.send('PATCH', 'system_settings/1', { average_scope: 'inventory' })).status).toBe(422);
  });

  it('is explained with the holdings of all inventories and the rule in force', async () => {
    const { rows } = await books.query<{ position: string; line_no: number }>(
      "select position, line_no from read.journal_line where document = 'sale-2' and account = 5100 and kind = 'restatement'",
    );
    const { position = '', line_no = 0 } = rows[0] ?? {};
    const { data } = await office.read(`explain/line?position=${position}&line_no=${line_no}`);
    expect(data['cost']).toMatchObject({
      average_scope: 'company',
      cost_method: 'moving_average',
      now: { quantity_before: '16', value_before: '13600', average_before: '850', value: '-4250' },
      earlier: { value: '-5000' },
    });
    const documentsBehind = ({ cost }: Record<string, unknown>) => {
      const { movements, behind } = cost as { movements: number; behind: readonly { document: string }[] };
      return [movements, behind.map(({ document }) => document).sort()];
    };
    expect(documentsBehind(data)).toEqual([3, ['purchase-1', 'purchase-2', 'sale-1']]);
    const given = { outlets: [airport], inventories: [second] };
    const there = await office.person('airport', allPermissions(), given);
    const shownThere = await office.read(`explain/line?position=${position}&line_no=${line_no}`, there);
    expect(documentsBehind(shownThere.data)).toEqual([3, ['purchase-2']]);
  });

  it('is in force for all later documents, live and after a rebuild', async () => {
    const line = { item_fk: shop.item, unit_fk: shop.unit };
    await office.add('sales', saleBody(shop, '1', { date: '2026-03-09' }));
    expect(await balance(5100)).toBe('7500');
    // Entered late: 16 with a value of 13,600 and 4 at 1,600 have an average of 1,000 in both inventories.
    await office.add(
      'purchases',
      purchaseBody(shop, '10', { date: '2026-03-02', lines: [{ ...line, quantity: '4', price: '1600' }] }),
    );
    expect(await balance(5100)).toBe('8400');
    expect(await broken()).toEqual([]);
    const store = await openEventStore({ databaseUrl: office.database.url });
    await rebuild({ databaseUrl: office.database.url, store, signal: new AbortController().signal, sameRules: true });
    await store.close();
  });
});

describe('first in, first out', () => {
  it('takes the place of the moving average from a day on, for chosen goods, and back again', async () => {
    const oil = await office.add('items', itemBody(shop.unit, 'Oil'));
    const line = { item_fk: oil, unit_fk: shop.unit };
    await office.add(
      'purchases',
      purchaseBody(shop, '10', { date: '2026-03-01', lines: [{ ...line, quantity: '10', price: '100' }] }),
    );
    await office.add(
      'purchases',
      purchaseBody(shop, '10', { date: '2026-03-02', lines: [{ ...line, quantity: '10', price: '200' }] }),
    );
    await office.add(
      'sales',
      saleBody(shop, '1', { date: '2026-03-03', lines: [{ ...line, quantity: '12', price: '500' }] }),
    );
    const before = await balance(5100);
    const id = await office.add('recalculations', { date: '2026-03-01', cost_method: 'fifo', item_fk: [oil] });
    const fifo = await work(id);
    // 12 at 150 were 1,800; the oldest ten at 100 and two at 200 are 1,400.
    expect(fifo.differences.find((difference) => difference.account === 5100)).toMatchObject({
      before: '1800',
      after: '1400',
    });
    expect(await work(id, fifo.plan)).toMatchObject({ committed: true });
    expect(Number(before) - Number(await balance(5100))).toBe(400);
    await office.add(
      'sales',
      saleBody(shop, '1', { date: '2026-03-04', lines: [{ ...line, quantity: '1', price: '500' }] }),
    );
    expect(Number(before) - Number(await balance(5100))).toBe(200);
    expect(await broken()).toEqual([]);
    const again = await office.add('recalculations', {
      date: '2026-03-01',
      cost_method: 'moving_average',
      item_fk: [oil],
    });
    const back = await work(again);
    expect(back.differences.find(({ account, document }) => account === 5100 && document === 'sale-4')).toMatchObject({
      before: '1400',
      after: '1800',
    });
    expect((await office.send('POST', `recalculations/${again}/discard`)).status).toBe(200);
  });

  it('takes goods that go back to the supplier from their own purchase, and explains it with the layers', async () => {
    const rice = await office.add('items', itemBody(shop.unit, 'Rice'));
    const line = { item_fk: rice, unit_fk: shop.unit };
    const buy = (date: string, price: string) =>
      office.add('purchases', purchaseBody(shop, '1', { date, lines: [{ ...line, quantity: '10', price }] }));
    const cheap = await buy('2026-03-01', '1000');
    const id = await office.add('recalculations', { date: '2026-03-01', cost_method: 'fifo', item_fk: [rice] });
    expect(await work(id, (await work(id)).plan)).toMatchObject({ committed: true });
    const dear = await buy('2026-03-02', '5000');
    const returned = await office.add('purchase_returns', {
      ...purchaseBody(shop, '1', { date: '2026-03-05', purchase_fk: cheap }),
      lines: [{ purchase_line_id: 1, quantity: '5' }],
    });
    const before = Number(await balance(5100));
    const sold = await office.add(
      'sales',
      saleBody(shop, '1', { date: '2026-03-06', lines: [{ ...line, quantity: '10', price: '8000' }] }),
    );
    expect(Number(await balance(5100)) - before).toBe(30000);
    const named = (id: number) => expect.objectContaining({ document_kind: 'purchase', document_id: id });
    expect(await explained(`sale-${sold}`, 'journal')).toMatchObject({
      rule: { lines: [{ note: 'oldest_first' }] },
      cost: {
        ...{ cost_method: 'fifo', valued_by: null, now: { value: '-30000' } },
        layers: [
          { of: named(cheap), quantity: '5', value: '5000' },
          { of: named(dear), quantity: '10', value: '50000' },
        ],
      },
    });
    const back = await explained(`purchase_return-${returned}`, 'stock');
    expect(back.cost).toMatchObject({
      ...{ valued: 'average', valued_by: named(cheap), now: { value: '-5000' } },
      layers: [
        { quantity: '10', value: '10000' },
        { quantity: '10', value: '50000' },
      ],
    });
    expect(await broken()).toEqual([]);
  });

  it('is in force from a day on although no figure of before differs', async () => {
    const salt = await office.add('items', itemBody(shop.unit, 'Salt'));
    const line = { item_fk: salt, unit_fk: shop.unit };
    const buy = (date: string, price: string) =>
      office.add('purchases', purchaseBody(shop, '1', { date, lines: [{ ...line, quantity: '1', price }] }));
    await buy('2026-03-01', '100');
    const id = await office.add('recalculations', { date: '2026-03-02', cost_method: 'fifo', item_fk: [salt] });
    const planned = await work(id);
    expect(planned).toMatchObject({ committed: false, differences: [] });
    expect(await work(id, planned.plan)).toMatchObject({ committed: true });
    await buy('2026-03-03', '300');
    const before = Number(await balance(5100));
    await office.add(
      'sales',
      saleBody(shop, '1', { date: '2026-03-04', lines: [{ ...line, quantity: '1', price: '500' }] }),
    );
    expect(Number(await balance(5100)) - before).toBe(100);
    expect(await broken()).toEqual([]);
  });
});
