import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS_AT_ONCE } from '../../domain/records/rows-per-page.ts';
import { type Money, money, printMoney } from '../../domain/values/money.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Record<string, string & number>;
let office: Office;
let shop: Shop;
let airport: { outlet: number; inventory: number; cash: number };
let sales: number[];
let afterFirstSale: string;
let purchase: number;

const list = (answer: { data: unknown }): Row[] => (answer.data as { data: Row[] }).data;
const sum = (amounts: readonly string[]): string =>
  printMoney(amounts.reduce((total, amount) => total + money(amount), 0n) as Money);

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const outlet = await office.add('outlets', { outlet_name: 'Airport' });
  airport = {
    outlet,
    inventory: await office.add('inventories', { inventory_name: 'Airport store', outlet_fk: outlet }),
    cash: await office.add('cashes', { account_name: 'Airport till', cash_type: 1, currency_fk: 1, outlet_fk: outlet }),
  };
  const there = { outlet_fk: airport.outlet, inventory_fk: airport.inventory };
  purchase = await office.add('purchases', purchaseBody(shop, '100'));
  await office.add('purchases', purchaseBody(shop, '50', there));
  const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  sales = [await office.add('sales', saleBody(shop, '10', { ...onAccount, date: '2026-03-05' }))];
  afterFirstSale = office.position;
  sales.push(await office.add('sales', saleBody(shop, '5')));
  sales.push(await office.add('sales', saleBody(shop, '7', { ...there, account_fk: airport.cash })));
  // Entered late, for a day before the sales: their cost changes.
  const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '100', price: '900' }];
  await office.add('purchases', purchaseBody(shop, '0', { lines, date: '2026-03-03' }));
});
afterAll(() => office.close());

describe('the trial balance', () => {
  it('balances, with headings as the sums of the rows below them', async () => {
    const { data } = await office.read('financial_reports/trial_balance');
    const rows = data['rows'] as unknown as Row[];
    const { debit, credit } = data['totals'] as unknown as Row;
    expect(debit).toBe(credit);
    expect(debit).not.toBe('0');
    for (const heading of rows) {
      const below = rows.filter((row) => row['parent'] === heading['account']);
      if (below.length === 0) continue;
      const own = rows.some((row) => row['parent'] === heading['account'] && row['debit'] !== '0');
      if (own) expect(heading['debit']).toBe(sum(below.map((row) => String(row['debit']))));
    }
    expect(rows.find((row) => row['name'] === 'Till')).toMatchObject({ debit: '5000', credit: '0', key: 'cash' });
  });

  it('as known before the late purchase has the former cost', async () => {
    const cost = async (query: string) => {
      const { data } = await office.read(`financial_reports/trial_balance?as_at=2026-03-05${query}`);
      return (data['rows'] as unknown as Row[]).find((row) => row['key'] === 'cost-of-goods-sold')?.['debit'];
    };
    expect(await cost(`&known_at=${afterFirstSale}`)).toBe('6000');
    expect(await cost('')).toBe('7500');
  });

  it('every figure is the sum of the account ledger behind it, at every day and position', async () => {
    for (const query of [
      '',
      '&as_at=2026-03-05',
      `&known_at=${afterFirstSale}`,
      `&as_at=2026-03-04&known_at=${afterFirstSale}`,
      `&outlet_fk=${airport.outlet}`,
    ]) {
      const { data } = await office.read(`financial_reports/trial_balance?${query.slice(1)}`);
      for (const row of data['rows'] as unknown as Row[]) {
        const ledger = await office.read(
          `financial_reports/account_ledger?account=${row['account']}${query}&per_page=10`,
        );
        const figure = sum([String(row['debit']), `-${row['credit']}`.replace('-0', '0')]);
        expect(ledger.data['closing'], `${row['key']} ${query}`).toBe(figure);
        const amounts = list(ledger).flatMap((line) => [String(line['debit']), `-${line['credit']}`]);
        if (Number(ledger.data['last_page']) === 1) expect(sum(amounts)).toBe(figure);
      }
    }
  });
});

describe('the account ledger', () => {
  it('runs over pages, from its opening to its closing', async () => {
    const path = 'financial_reports/account_ledger?account=1000&per_page=10';
    const first = await office.read(path);
    const pages = Number(first.data['last_page']);
    expect(pages).toBeGreaterThan(1);
    let balance = 0n;
    for (let page = 1; page <= pages; page += 1) {
      for (const line of list(await office.read(`${path}&page=${page}`))) {
        balance += money(String(line['debit'])) - money(String(line['credit']));
        expect(line['balance']).toBe(printMoney(balance as Money));
      }
    }
    expect(printMoney(balance as Money)).toBe(first.data['closing']);
  });

  it('has the same lines at once as over its pages', async () => {
    const path = 'financial_reports/account_ledger?account=1000&per_page=';
    const whole = await office.read(`${path}${ROWS_AT_ONCE}`);
    expect(whole.data).toMatchObject({ per_page: ROWS_AT_ONCE, last_page: 1 });
    const lines: unknown[] = [];
    while (lines.length < list(whole).length) {
      const page = list(await office.read(`${path}10&page=${lines.length / 10 + 1}`));
      expect(page.length).toBeGreaterThan(0);
      lines.push(...page);
    }
    expect(list(whole)).toEqual(lines);
    expect(lines.length).toBeGreaterThan(10);
  });

  it('begins with the balance before its first day', async () => {
    const whole = await office.read('financial_reports/account_ledger?account=1210&as_at=2026-03-05');
    const later = await office.read('financial_reports/account_ledger?account=1210&from=2026-03-06');
    expect(whole.data).toMatchObject({ opening: '0', closing: '10000' });
    expect(later.data).toMatchObject({ opening: '10000', closing: '10000', total: 0 });
    expect(list(whole)[0]).toMatchObject({
      party: `customer-${shop.customer}`,
      party_name: 'Azad',
      document_kind: 'sale',
      number: expect.any(String),
      debit: '10000',
    });
  });

  it('of an account that there is not is not found', async () => {
    expect((await office.read('financial_reports/account_ledger?account=4242')).status).toBe(404);
  });
});

describe('stock', () => {
  it('at a date is the stock of that day, as known at a moment', async () => {
    const level = async (query: string) =>
      list(await office.read(`reports/inventory?inventory_fk=${shop.inventory}${query}`))[0];
    expect(await level('')).toMatchObject({
      item_name: 'Rice',
      quantity: '185',
      value: '138750',
      average_cost: '750',
      inventory_name: 'Bazaar store',
    });
    expect(await level('&as_at=2026-03-02')).toMatchObject({ quantity: '100', value: '60000', average_cost: '600' });
    expect(await level(`&as_at=2026-03-05&known_at=${afterFirstSale}`)).toMatchObject({
      quantity: '90',
      value: '54000',
    });
    expect((await office.read('reports/inventory')).data).toMatchObject({ total: 2, footer: { quantity: '228' } });
    expect((await office.read('reports/inventory?as_at=2026-03-01')).data).toMatchObject({ total: 0, data: [] });
  });

  it('of an item is its transactions, added up', async () => {
    const { data } = await office.read(`reports/item_transactions?item_fk=${shop.item}&inventory_fk=${shop.inventory}`);
    const rows = data['data'] as unknown as Row[];
    expect(data['closing']).toEqual({ quantity: '185', value: '138750' });
    expect(rows.at(-1)).toMatchObject({ quantity_after: '185', value_after: '138750' });
    expect(rows.filter((row) => row['kind'] === 'restatement').length).toBeGreaterThan(0);
    const from = await office.read(
      `reports/item_transactions?item_fk=${shop.item}&inventory_fk=${shop.inventory}&from=2026-03-05`,
    );
    expect(from.data).toMatchObject({
      opening: { quantity: '200', value: '150000' },
      closing: { quantity: '185', value: '138750' },
    });
    const second = await office.read(`reports/item_transactions?item_fk=${shop.item}&per_page=10&page=2`);
    expect(second.data['total']).toBeLessThanOrEqual(10);
    expect(second.data['data']).toEqual([]);
  });
});

describe('a statement', () => {
  it('runs in each currency from its opening to its closing', async () => {
    const path = `reports/customers_statement?consumer_id=${shop.customer}`;
    const all = await office.read(path);
    expect(all.data).toMatchObject({
      consumer_name: 'Azad',
      opening: [],
      closing: [{ currency_fk: 1, amount: '10000', base: '10000' }],
    });
    expect(list(all)).toMatchObject([{ debit: '10000', credit: '0', balance: '10000', document_kind: 'sale' }]);
    const later = await office.read(`${path}&from=2026-03-06`);
    expect(later.data).toMatchObject({ opening: [{ amount: '10000' }], closing: [{ amount: '10000' }], data: [] });
    const supplier = await office.read(`reports/suppliers_statement?consumer_id=${shop.supplier}`);
    expect(supplier.data['closing']).toMatchObject([{ amount: '-180000' }]);
    expect((await office.read('reports/customers_statement?consumer_id=4242')).status).toBe(404);
  });
});

describe('a document', () => {
  it('is shown with names, lines, revision and the possible transitions', async () => {
    const { data } = await office.read(`sales/${sales[0]}`);
    expect(data).toMatchObject({
      id: sales[0],
      customer_name: 'Azad',
      status: 'complete',
      revision: 0,
      possible: ['return_to_draft', 'deliver', 'close'],
      payment_status: 'unpaid',
      lines: [{ line_id: 1, item_name: 'Rice', unit_name: 'Bag', quantity: '10' }],
    });
  });

  it('has as its effect its entry with later differences, its goods, and balances before and after', async () => {
    const { data } = await office.read(`sales/${sales[0]}/effect`);
    const entry = data['entry'] as unknown as Row[];
    expect(sum(entry.flatMap((line) => [String(line['debit']), `-${line['credit']}`]))).toBe('0');
    const cost = entry.filter((line) => line['account_key'] === 'cost-of-goods-sold');
    expect(cost.map((line) => [line['kind'], line['debit']])).toEqual([
      ['cost', '6000'],
      ['restatement', '1500'],
    ]);
    expect(cost[1]?.['effective_date']).toBe('2026-03-05');
    expect(BigInt(String(cost[1]?.['position']))).toBeGreaterThan(BigInt(String(cost[0]?.['position'])));
    expect(data['stock']).toMatchObject([
      { item_name: 'Rice', quantity: '-10', value: '-6000' },
      { quantity: '0', value: '-1500', kind: 'restatement' },
    ]);
    expect(data['balances']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ of: 'party', name: 'Azad', before: '0', after: '10000' }),
        expect.objectContaining({ of: 'stock', name: 'Rice', before: '200', after: '190' }),
      ]),
    );
  });

  it('has as its history every event, field by field', async () => {
    const draft = await office.add('sales', saleBody(shop, '1', { status: 'draft', note: 'first' }));
    await office.send('PATCH', `sales/${draft}`, {
      ...saleBody(shop, '2', { note: 'second', customer_fk: shop.customer }),
      status: undefined,
      revision: 0,
    });
    await office.send('POST', `sales/${draft}/discard`);
    const history = (await office.read(`sales/${draft}/history`)).data as unknown as Record<string, unknown>[];
    expect(history.map((event) => event['type'])).toEqual(['sale.drafted', 'sale.draft_changed', 'sale.discarded']);
    expect(history[1]).toMatchObject({ user_id: 1, user_name: expect.any(String), revision: 1 });
    expect(history[1]?.['changes']).toEqual(
      expect.arrayContaining([
        { field: 'note', before: 'first', after: 'second' },
        { field: 'lines.1.quantity', before: '1', after: '2' },
        { field: 'customer_fk', before: null, after: shop.customer, before_name: null, after_name: 'Azad' },
      ]),
    );
    expect(history[1]?.['changes']).toHaveLength(3);
    expect(history[2]?.['changes']).toMatchObject([{ field: 'status', before: 'draft', after: 'discarded' }]);
  });
});

describe('a record', () => {
  it('has a history of changes and retirement, with the people', async () => {
    const id = await office.add('brands', { brand_name: 'Old' });
    await office.send('PATCH', `brands/${id}`, { brand_name: 'New', revision: 0 });
    await office.send('DELETE', `brands/${id}`);
    const history = (await office.read(`brands/${id}/history`)).data as unknown as Record<string, unknown>[];
    expect(history.map((event) => event['changes'])).toEqual([
      expect.arrayContaining([{ field: 'brand_name', before: null, after: 'Old' }]),
      [{ field: 'brand_name', before: 'Old', after: 'New' }],
      [{ field: 'is_retired', before: false, after: true }],
    ]);
  });
});

describe('the events', () => {
  it('are listed newest first, by kind, stream, actor, type and day', async () => {
    const ofSale = await office.read(`events?stream=sale-${sales[0]}`);
    expect(list(ofSale).map((event) => event['type'])).toEqual(['sale.completed']);
    expect(list(ofSale)[0]).toMatchObject({ kind: 'sale', entity_id: sales[0], user_id: 1, name: expect.any(String) });
    expect((await office.read('events?type=purchase.completed')).data['total']).toBe(3);
    expect((await office.read('events?kind=sale&actor=99')).data['total']).toBe(0);
    expect((await office.read('events?to=2020-01-01')).data['total']).toBe(0);
  });

  it('show all postings that they caused, including differences of other documents', async () => {
    const [late] = list(await office.read('events?type=purchase.completed'));
    const moves = (await office.read('events?kind=purchase&per_page=10')).data['data'] as unknown as Row[];
    const entries = await Promise.all(
      moves.map(async (event) => (await office.read(`events/${event['position']}`)).data),
    );
    expect(late).toBeDefined();
    const caused = entries.flatMap((event) => event['entry'] as unknown as Row[]);
    expect(caused.some((line) => line['kind'] === 'restatement' && line['document'] === `sale-${sales[0]}`)).toBe(true);
    expect((await office.read('events/999999')).status).toBe(404);
    expect((await office.read(`purchases/${purchase}`)).status).toBe(200);
  });
});
