import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Figure = { readonly row: string; readonly name: string; readonly amounts: readonly string[] };
type Rows = readonly Record<string, string & number>[];
let office: Office;
let shop: Shop;
let airport: { outlet: number; inventory: number; cash: number };
let known: string;

const figures = (rows: unknown): Record<string, readonly string[]> =>
  Object.fromEntries((rows as Figure[]).map(({ row, amounts }) => [row, amounts]));
const ask = async (path: string) => (await office.read(path)).data;
const list = async (path: string) => (await ask(path))['data'] as unknown as Rows;

/**
 * A sale of ten on account, one of five in cash, one of seven at the airport, a rent, and a late purchase that changes
 * the cost.
 */
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
  await office.add('purchases', purchaseBody(shop, '100', { date: '2026-02-01' }));
  await office.add('purchases', purchaseBody(shop, '50', there));
  const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  await office.add('sales', saleBody(shop, '10', { ...onAccount, date: '2026-02-25' }));
  await office.add('sales', saleBody(shop, '5', { discount: { type: 'amount', value: '500' } }));
  await office.add('sales', saleBody(shop, '7', { ...there, account_fk: airport.cash }));
  const rent = await office.add('expense_types', { type_name: 'Lease' });
  await office.add('expenses', {
    outlet_fk: shop.outlet,
    expense_type_fk: rent,
    date: '2026-03-11',
    amount: '1000',
    currency_fk: 1,
    payment_type: 'cash',
    account_fk: shop.cash,
    status: 'complete',
  });
  known = office.position;
  const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '100', price: '900' }];
  await office.add('purchases', purchaseBody(shop, '0', { lines, date: '2026-02-10' }));
});
afterAll(() => office.close());

describe('the income statement', () => {
  it('goes from revenue over gross profit and operating result to the net result', async () => {
    const { rows, totals } = await ask('financial_reports/income_statement?from=2026-03-01&as_at=2026-03-31');
    expect(totals).toEqual({
      revenue: '11500',
      cost_of_sales: '7950',
      gross_profit: '3550',
      operating_result: '2550',
      net_result: '2550',
    });
    expect(figures(rows)).toMatchObject({
      '4100': ['12000'],
      '4120': ['-500'],
      'total.total_revenue': ['11500'],
      'total.gross_profit': ['3550'],
      'total.net_result': ['2550'],
    });
  });

  it('as known before the late purchase has the cost that was known then', async () => {
    const { totals } = await ask(
      `financial_reports/income_statement?from=2026-03-01&as_at=2026-03-31&known_at=${known}`,
    );
    expect(totals).toMatchObject({ cost_of_sales: '7200', net_result: '3300' });
  });

  it('has a column for each month or outlet, and their sum', async () => {
    const months = await ask('financial_reports/income_statement?by=month&as_at=2026-03-15');
    expect(months['columns']).toMatchObject([
      { part: '2026-02', from: '2026-02-01', as_at: '2026-02-28' },
      { part: '2026-03', from: '2026-03-01', as_at: '2026-03-15' },
      { part: '', from: null, as_at: '2026-03-15' },
    ]);
    expect(figures(months['rows'])['4100']).toEqual(['10000', '12000', '22000']);
    const outlets = await ask('financial_reports/income_statement?by=outlet');
    expect((outlets['columns'] as unknown as Rows).map(({ name }) => name)).toEqual(['Bazaar', 'Airport', null]);
    expect(figures(outlets['rows'])['4100']).toEqual(['15000', '7000', '22000']);
  });
});

describe('the balance sheet', () => {
  it('says that assets are liabilities and equity, with the result as a line of equity', async () => {
    const { rows, totals } = await ask('financial_reports/balance_sheet');
    expect(totals).toMatchObject({ liabilities: '180000', difference: '0' });
    const { net_result: result } = (await ask('financial_reports/income_statement'))['totals'] as unknown as Rows[0];
    expect(figures(rows)['account.result_of_year']).toEqual([result]);
    expect(figures(rows)['total.total_equity']).toEqual([result]);
    expect(figures(rows)['total.difference']).toBeUndefined();
  });
});

describe('the cash flow', () => {
  it('told directly and indirectly ends at the same cash', async () => {
    const { direct, indirect, totals } = await ask('financial_reports/cash_flow?from=2026-03-01');
    expect(totals).toEqual({ opening: '0', direct: '10500', indirect: '10500', closing: '10500' });
    expect(figures(direct)).toMatchObject({
      'total.total_cash_customers': ['11500'],
      'total.total_cash_expenses': ['-1000'],
      'total.closing_cash': ['10500'],
    });
    expect(figures(direct)['total.total_cash_suppliers']).toBeUndefined();
    expect(figures(indirect)['total.closing_cash']).toEqual(['10500']);
  });
});

describe('the cash book', () => {
  it('runs to what the account holds, and belongs to whoever has its outlet', async () => {
    const book = await ask(`financial_reports/cash_book?account_id=${shop.cash}&from=2026-03-01`);
    expect(book).toMatchObject({
      account_name: 'Till',
      opening: { amount: '0', base: '0' },
      closing: { amount: '3500', base: '3500' },
    });
    const lines = book['data'] as unknown as Rows;
    expect(lines.at(-1)).toMatchObject({ balance: '3500', balance_base: '3500' });
    const clerk = await office.person('clerk', ['financial_reports/cash_book'], { outlets: [shop.outlet] });
    const path = (account: number) => `financial_reports/cash_book?account_id=${account}`;
    expect((await office.read(path(shop.cash), clerk)).status).toBe(200);
    expect((await office.read('cashes/list', clerk)).status).toBe(200);
    expect((await office.read(path(airport.cash), clerk)).status).toBe(404);
  });
});

describe('the cash of all accounts', () => {
  it('is what an outlet has when one is named, which must be one of the person', async () => {
    const total = async (search = '') => (await ask(`show_total_cash_balance${search}`))['total'];
    expect(await total()).toBe('10500');
    expect(await total(`?outlet_fk=${shop.outlet}`)).toBe('3500');
    expect(await total(`?outlet_fk=${airport.outlet}`)).toBe('7000');
    const cashier = await office.person('cashier', ['cashes/balance_view'], { outlets: [shop.outlet] });
    expect((await office.read(`show_total_cash_balance?outlet_fk=${airport.outlet}`, cashier)).status).toBe(404);
  });
});

describe('the general ledger', () => {
  it('goes on with the balance where a page begins inside of an account', async () => {
    const whole = await list('financial_reports/general_ledger?per_page=200');
    const pages: Rows[] = [];
    for (let page = 1; pages.length === 0 || (pages.at(-1)?.length ?? 0) === 10; page++)
      pages.push(await list(`financial_reports/general_ledger?per_page=10&page=${page}`));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat()).toEqual(whole);
    expect(whole.filter((row) => row['kind'] === 'account').length).toBeGreaterThan(5);
  });

  it('and the journal show what goods cost only to those who may see it', async () => {
    const permissions = ['financial_reports/general_ledger', 'financial_reports/journal'];
    const token = await office.person('bookkeeper', permissions, {
      outlets: [shop.outlet, airport.outlet],
      inventories: [shop.inventory, airport.inventory],
    });
    const ledger = await office.read('financial_reports/general_ledger?per_page=200', token);
    expect(ledger.text).not.toContain('cost-of-goods-sold');
    const journal = await office.read('financial_reports/journal?per_page=200', token);
    expect(journal.text).not.toContain('cost-of-goods-sold');
    expect((await office.read('financial_reports/journal?per_page=200')).text).toContain('cost-of-goods-sold');
  });
});

describe('ageing', () => {
  it('is by how long it is due, whatever the terms of the customer are since', async () => {
    const at = async (day: string) => (await list(`reports/customers_ageing?as_at=${day}`))[0];
    expect(await at('2026-03-20')).toMatchObject({ days_0_30: '10000', balance: '10000', base: '10000' });
    expect(await at('2026-04-20')).toMatchObject({ days_31_60: '10000' });
    expect(await at('2026-05-20')).toMatchObject({ days_61_90: '10000' });
    expect(await at('2026-06-20')).toMatchObject({ over_90: '10000' });
    await office.send('PATCH', `customers/${shop.customer}`, { overdue_days: 30 });
    expect(await at('2026-03-20')).toMatchObject({ not_due: '0', days_0_30: '10000' });
  });

  it('stands below the statement with the documents that it is made of', async () => {
    const statement = await ask(`reports/customers_statement?consumer_id=${shop.customer}&as_at=2026-03-20`);
    expect(statement['ageing']).toMatchObject([{ balance: '10000' }]);
    expect(statement['open']).toMatchObject([{ document_kind: 'sale', amount: '10000', date: '2026-02-25' }]);
  });
});

describe('goods', () => {
  it('are worth what their accounts say', async () => {
    const stock = await ask('reports/stock_valuation');
    expect(stock['totals']).toMatchObject({ difference: '0' });
    expect(stock['inventories']).toMatchObject([
      { inventory_name: 'Bazaar store', difference: '0' },
      { inventory_name: 'Airport store', quantity: '43', value: '25800', ledger: '25800' },
    ]);
  });

  it('show their profit only to those who may see what they cost', async () => {
    const march = 'reports/items_profits?from=2026-03-01&as_at=2026-03-31';
    expect(await list(march)).toMatchObject([
      { item_name: 'Rice', quantity: '12', revenue: '11500', cost: '7950', profit: '3550', margin: '30.87' },
    ]);
    const seller = await office.person('seller', ['reports/items_profits', 'reports/sales'], {
      outlets: [shop.outlet],
    });
    expect((await office.read(march, seller)).status).toBe(403);
    const sales = await office.read('reports/sales?from=2026-03-01', seller);
    expect(sales.data['totals']).toMatchObject({ revenue: '4500', cost: null, profit: null });
  });

  it('are listed by what was sold most', async () => {
    expect(await list('reports/most_active_items')).toMatchObject([
      { item_name: 'Rice', documents: 3, quantity: '22' },
    ]);
  });
});

describe('slow stock', () => {
  it('is what was not sold for so many days, with its worth, and all of it is the stock', async () => {
    const item = await office.add('items', itemBody(shop.unit, 'Saffron'));
    const bought = { item_fk: item, unit_fk: shop.unit, quantity: '3', price: '5000' };
    await office.add('purchases', purchaseBody(shop, '0', { lines: [bought], date: '2026-03-01' }));
    const at = 'as_at=2026-06-20';
    // Rice was last sold on 11 March, 101 days before; saffron never since it came.
    expect(await list(`reports/slow_stock?${at}`)).toMatchObject([
      { item_name: 'Saffron', last_sale: null, last_receipt: '2026-03-01', days: 111, state: 'slow', value: '15000' },
      { item_name: 'Rice', last_sale: '2026-03-11', days: 101, state: 'slow' },
    ]);
    expect(await list(`reports/slow_stock?${at}&slow_days=105&dead_days=110`)).toMatchObject([
      { item_name: 'Saffron', state: 'dead', quantity: '3' },
    ]);
    expect(await list(`reports/slow_stock?${at}&state=dead`)).toEqual([]);
    expect(await list('reports/slow_stock?as_at=2026-03-12')).toEqual([]);
    const whole = await ask(`reports/slow_stock?${at}&slow_days=1`);
    const worth = (await ask(`reports/stock_valuation?${at}`))['totals'] as unknown as Rows[0];
    expect(whole['totals']).toMatchObject({ quantity: worth?.['quantity'], value: worth?.['value'] });
    expect((await office.read(`reports/slow_stock?${at}&slow_days=0`)).status).toBe(400);
  });

  it('is of the inventories that a person may see, and worth nothing to who may not see costs', async () => {
    const there = { outlets: [airport.outlet], inventories: [airport.inventory] };
    const token = await office.person('keeper', ['reports/slow_stock'], there);
    const { data } = await office.read('reports/slow_stock?as_at=2026-06-20', token);
    expect(data['data']).toMatchObject([{ item_name: 'Rice', quantity: '43', value: null }]);
    expect(data['totals']).toEqual({ quantity: '43', value: null });
    const nobody = await office.person('no-reports', ['reports/sales'], there);
    expect((await office.read('reports/slow_stock', nobody)).status).toBe(403);
  });
});

describe('whoever was given one outlet', () => {
  it('sees its figures only, in every report', async () => {
    const permissions = [
      ...['income_statement', 'balance_sheet', 'cash_flow', 'general_ledger', 'journal'].map(
        (name) => `financial_reports/${name}`,
      ),
      ...['items_profits', 'most_active_items', 'stock_valuation', 'sales', 'customers_statement'].map(
        (name) => `reports/${name}`,
      ),
      'items/show_cost',
    ];
    const there = { outlets: [airport.outlet], inventories: [airport.inventory] };
    const token = await office.person('airport', permissions, there);
    const figure = async (path: string) => (await office.read(path, token)).data;
    expect((await figure('financial_reports/income_statement'))['totals']).toMatchObject({ revenue: '7000' });
    expect((await figure('financial_reports/balance_sheet'))['totals']).toMatchObject({ difference: '0' });
    expect((await figure('financial_reports/cash_flow'))['totals']).toMatchObject({ closing: '7000' });
    expect((await figure('reports/items_profits'))['totals']).toMatchObject({ revenue: '7000', cost: '4200' });
    expect((await figure('reports/sales?group=customer'))['totals']).toMatchObject({ revenue: '7000' });
    expect((await figure('reports/stock_valuation'))['totals']).toMatchObject({ value: '25800', difference: '0' });
    expect(await figure('reports/customers_ageing')).toMatchObject({ total: 0 });
    for (const path of ['general_ledger', 'journal']) {
      const { text } = await office.read(`financial_reports/${path}?per_page=200`, token);
      expect(text).not.toContain('Azad');
      expect(text).toContain('Airport');
    }
    const refused = await office.read(`financial_reports/income_statement?outlet_fk=${shop.outlet}`, token);
    expect(refused.status).toBe(404);
  });
});

describe('the sales report', () => {
  it('is by day, outlet, customer or invoice, with the items of each invoice', async () => {
    expect(await list('reports/sales?group=month')).toMatchObject([
      { key: '2026-02', revenue: '10000' },
      { key: '2026-03', revenue: '11500', documents: 2 },
    ]);
    expect((await list('reports/sales?group=outlet')).map(({ name }) => name)).toEqual(['Bazaar', 'Airport']);
    expect((await list('reports/sales?group=customer')).map(({ name, revenue }) => [name, revenue])).toEqual([
      [null, '11500'],
      ['Azad', '10000'],
    ]);
    const invoices = await list('reports/sales?group=invoice&details=1');
    expect(invoices[0]).toMatchObject({
      party_name: 'Azad',
      total: '10000',
      items: [{ item_name: 'Rice', quantity: '10', revenue: '10000' }],
    });
    expect(invoices.length).toBe(3);
  });

  it('is by weekday, hour, category and item, and adds up to the revenue of the income statement in each', async () => {
    const march = 'from=2026-03-01&as_at=2026-03-31';
    const { totals } = await ask(`financial_reports/income_statement?${march}`);
    const income = totals as unknown as Rows[0];
    for (const group of ['weekday', 'hour', 'salesman', 'category', 'item', 'customer', 'outlet']) {
      const sales = await ask(`reports/sales?group=${group}&${march}`);
      expect(sales['totals'], group).toMatchObject({
        revenue: income?.['revenue'],
        cost: income?.['cost_of_sales'],
        profit: income?.['gross_profit'],
        margin: '30.87',
      });
    }
    // 25 February and 11 March are Wednesdays.
    expect(await list('reports/sales?group=weekday')).toMatchObject([{ key: '3', revenue: '21500' }]);
    expect(await list('reports/sales?group=item')).toMatchObject([{ name: 'Rice', key: String(shop.item) }]);
    expect(await list('reports/sales?group=hour')).toMatchObject([
      { key: '', name: null, revenue: '10000' },
      { revenue: '11500' },
    ]);
    expect(await list(`reports/sales?group=invoice&item_fk=${shop.item}&${march}`)).toHaveLength(2);
    expect(await list('reports/sales?group=day&weekday=3')).toHaveLength(2);
    expect(await list('reports/sales?group=day&weekday=6')).toEqual([]);
    expect((await office.read('reports/sales?hour=24&weekday=8')).status).toBe(400);
  });

  it('has the invoices of a category alone, as in its row, and those of the category with all below it', async () => {
    const food = await office.add('categories', { category_name: 'Food' });
    const grain = await office.add('categories', { category_name: 'Grain', parent_fk: food });
    await office.send('PATCH', `items/${shop.item}`, { category_fk: grain });
    const march = 'from=2026-03-01&as_at=2026-03-31';
    expect(await list(`reports/sales?group=category&${march}`)).toMatchObject([{ key: String(grain) }]);
    const invoices = async (of: string) => (await list(`reports/sales?group=invoice&${of}&${march}`)).length;
    expect(await invoices(`category_fk=${food}`)).toBe(2);
    expect(await invoices(`own_category_fk=${food}`)).toBe(0);
    expect(await invoices(`own_category_fk=${grain}`)).toBe(2);
  });

  it('takes a return off its own hour, and off the salesman of the sale', async () => {
    const salesman = await office.add('salesmen', { sale_man_name: 'Rebaz' });
    const [at, of] = ['2026-04-04', { salesman_fk: salesman }];
    const sale = await office.add('sales', saleBody(shop, '4', { ...of, date: at, time: '10:15' }));
    await office.add('sale_returns', {
      ...{ sale_fk: sale, outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-04-05', time: '18:30' },
      ...{ payment_type: 'cash', account_fk: shop.cash, currency_fk: 1, status: 'complete' },
      lines: [{ sale_line_id: 1, item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1000' }],
    });
    const april = 'from=2026-04-01&as_at=2026-04-30';
    expect(await list(`reports/sales?group=hour&${april}`)).toMatchObject([
      { key: '10', revenue: '4000', returns: '0' },
      { key: '18', revenue: '-1000', returns: '1000' },
    ]);
    expect(await list(`reports/sales?group=salesman&${april}`)).toMatchObject([{ name: 'Rebaz', revenue: '3000' }]);
    expect(await list(`reports/sales?group=invoice&hour=18&${april}`)).toMatchObject([{ revenue: '-1000' }]);
    expect(await list(`reports/sales?salesman_fk=${salesman}`)).toHaveLength(2);
  });
});

describe('the lines of an entry', () => {
  it('show the price of a purchase to whoever may see it, and the cost of other goods only with the permission', async () => {
    const stock = [
      { inventory_fk: shop.inventory, item_fk: shop.item, unit_fk: shop.unit, quantity: '2', value: '7311' },
    ];
    const accounts = [{ account: 'payroll-payable', amount: '-7311' }];
    const entered = { outlet_fk: shop.outlet, financial_year_fk: 1, stock, accounts };
    const opening = await office.add('opening_balances', entered);
    expect((await office.send('POST', `opening_balances/${opening}/finish`)).status).toBe(200);
    const returned = await office.add('purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk: 1, supplier_fk: shop.supplier },
      ...{ currency_fk: 1, date: '2026-04-10', payment_type: 'on_account', status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: '2' }],
    });
    const kinds = ['purchases', 'purchase_returns', 'opening_balances'];
    const token = await office.person(
      'entries',
      [...kinds.map((kind) => `${kind}/show`), 'financial_reports/journal'],
      {
        outlets: [shop.outlet],
        inventories: [shop.inventory],
      },
    );
    const keysOf = async (path: string, who?: string) => {
      const entry = (await office.read(`${path}/effect`, who)).data['entry'] as unknown as Rows;
      return entry.map((line) => String(line['account_key']));
    };
    const purchase = 'purchases/1';
    expect(await keysOf(purchase, token)).toContain('inventory');
    for (const path of [`purchase_returns/${returned}`, `opening_balances/${opening}`]) {
      expect(await keysOf(path), path).toContain('inventory');
      expect(await keysOf(path, token), path).not.toContain('inventory');
    }
    const before = 'financial_reports/journal?per_page=200&as_at=2025-12-31';
    expect((await office.read(before)).text).toContain('"inventory"');
    expect((await office.read(before, token)).text).not.toContain('"inventory"');
  });
});

describe('after the close of the year', () => {
  it('the income statement is unchanged, and the result is in retained earnings', async () => {
    const income = 'financial_reports/income_statement?from=2026-01-01&as_at=2026-12-31';
    const before = await ask(income);
    const { net_result: result } = before['totals'] as unknown as Rows[0];
    await closeYear();
    const after = await ask(income);
    expect(after['totals']).toEqual(before['totals']);
    expect(after['rows']).toEqual(before['rows']);
    const sheet = await ask('financial_reports/balance_sheet?as_at=2026-12-31');
    expect(sheet['totals']).toMatchObject({ difference: '0', equity: result });
    expect(figures(sheet['rows'])).toMatchObject({ '3300': [result] });
    expect(figures(sheet['rows'])['account.result_of_year']).toBeUndefined();
    const flow = await ask('financial_reports/cash_flow?from=2026-01-01&as_at=2026-12-31');
    expect(flow['totals']).toMatchObject({ direct: '13500', indirect: '13500' });
    const ledger = await ask(
      'financial_reports/account_ledger?account=4100&from=2026-01-01&as_at=2026-12-31&without_closing=1',
    );
    expect(ledger['closing']).toBe('-26000');
    expect((await ask('financial_reports/account_ledger?account=4100'))['closing']).toBe('0');
  });

  async function closeYear(): Promise<void> {
    const [year] = await list('financial_years');
    const begun = await office.send('POST', 'year_closes', {
      financial_year_fk: Number(year?.['id']),
      confirmed: true,
    });
    const job = await office.send('POST', 'jobs/close_year', { year_close_fk: begun.body.data['id'] });
    const path = `jobs/${String(job.body.data['job_id'])}`;
    await expect
      .poll(async () => (await office.send('GET', path)).body.data)
      .toMatchObject({ state: 'completed', result: { outcome: 'closed' } });
    await office.send('POST', 'cities', { city_name: 'Duhok' });
  }
});
