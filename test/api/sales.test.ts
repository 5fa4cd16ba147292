import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
});
afterAll(() => api.close());

/** The shop with a new item, so that tests do not share stock. */
async function withItem(name: string, quantity: string): Promise<Shop> {
  const own = { ...shop, item: await api.add('items', itemBody(shop.unit, name)) };
  if (quantity !== '0') await api.add('purchases', purchaseBody(own, quantity));
  return own;
}

describe('a sale', () => {
  it('is refused while there are no goods, with the line, the item and what there is', async () => {
    const own = await withItem('Sugar', '0');
    const { status, body } = await api.send('POST', 'sales', saleBody(own, '1'));
    expect(body).toMatchObject({ code: 'claim', errors: { 'lines.0.quantity': [expect.stringContaining('Sugar')] } });
    expect(status).toBe(422);
  });

  it('is completed at once, with the next number of its outlet and year and its position', async () => {
    const own = await withItem('Tea', '5');
    const { status, body } = await api.send('POST', 'sales', saleBody(own, '2'));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'complete', revision: 0, number: 'S-000001', outlet_fk: shop.outlet });
    expect(body.position).toMatch(/^\d+$/);
    const next = await api.send('POST', 'sales', saleBody(own, '2'));
    expect(next.body.data['number']).toBe('S-000002');
  });

  it('has the code of its outlet before its number, so that no other outlet has it', async () => {
    const numbers = [];
    for (const code of ['ERB', 'SUL']) {
      const outlet = await api.add('outlets', { outlet_name: `Shop ${code}`, code });
      const inventory = await api.add('inventories', { inventory_name: `Store ${code}`, outlet_fk: outlet });
      const cash = await api.add('cashes', {
        account_name: `Till ${code}`,
        cash_type: 1,
        currency_fk: 1,
        outlet_fk: outlet,
      });
      const own = {
        ...shop,
        outlet,
        inventory,
        cash,
        item: await api.add('items', itemBody(shop.unit, `Nuts ${code}`)),
      };
      await api.add('purchases', purchaseBody(own, '3'));
      for (const quantity of ['1', '2'])
        numbers.push((await api.send('POST', 'sales', saleBody(own, quantity))).body.data['number']);
    }
    expect(numbers).toEqual(['ERB-S-000001', 'ERB-S-000002', 'SUL-S-000001', 'SUL-S-000002']);
  });

  it('keeps its number when it returns to draft, is changed and completed again, and gives its goods back meanwhile', async () => {
    const own = await withItem('Coffee', '3');
    const first = await api.send('POST', 'sales', saleBody(own, '3'));
    const { id, number } = first.body.data;
    const draft = await api.send('POST', `sales/${id}/return_to_draft`, { reason: 'wrong quantity' });
    expect(draft.body.data).toMatchObject({ status: 'draft', number });
    const other = await api.add('sales', saleBody(own, '1'));
    const { status: _status, ...changed } = saleBody(own, '2');
    expect((await api.send('PATCH', `sales/${id}`, changed)).status).toBe(200);
    const again = await api.send('POST', `sales/${id}/complete`);
    expect(again.body.data).toMatchObject({ status: 'complete', number });
    expect(other).toBeGreaterThan(0);
    expect((await api.send('POST', 'sales', saleBody(own, '1'))).status).toBe(422);
  });

  it('with a number stays in its outlet and its financial year, because the number is of their series', async () => {
    const own = await withItem('Rice', '3');
    const { id, number } = (await api.send('POST', 'sales', saleBody(own, '1'))).body.data;
    await api.send('POST', `sales/${id}/return_to_draft`, { reason: 'wrong shop' });
    const outlet = await api.add('outlets', { outlet_name: 'Other shop', code: 'OTH' });
    const inventory = await api.add('inventories', { inventory_name: 'Other store', outlet_fk: outlet });
    const account = { account_name: 'Other till', cash_type: 1, currency_fk: 1, outlet_fk: outlet };
    const other = { ...own, outlet, inventory, cash: await api.add('cashes', account) };
    const { status: _status, ...moved } = saleBody(other, '1');
    const { body, status } = await api.send('PATCH', `sales/${id}`, moved);
    expect([status, body.errors]).toEqual([422, { outlet_fk: [expect.stringContaining(String(number))] }]);
    await api.add('financial_years', { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' });
    const { status: _again, ...dated } = saleBody(own, '1', { date: '2027-01-02', confirmed: true });
    const late = await api.send('PATCH', `sales/${id}`, dated);
    expect([late.status, late.body.errors]).toEqual([422, { date: [expect.stringContaining(String(number))] }]);
    const { status: _then, ...next } = saleBody(own, '1', { date: '2026-03-12' });
    expect((await api.send('PATCH', `sales/${id}`, next)).status).toBe(200);
  });

  it('dated before the goods came is refused although there are goods today', async () => {
    const own = await withItem('Flour', '3');
    const { status, body } = await api.send('POST', 'sales', saleBody(own, '1', { date: '2026-03-01' }));
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty(['lines.0.quantity']);
  });

  it('on account is refused above what the customer may owe', async () => {
    const own = await withItem('Oil', '200');
    const terms = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
    await api.add('sales', saleBody(own, '60', terms));
    const { body } = await api.send('POST', 'sales', saleBody(own, '60', terms));
    expect(body).toMatchObject({ code: 'claim', errors: { customer_fk: [expect.any(String)] } });
    await api.add('sales', saleBody(own, '40', terms));
  });

  it('with a return in the books is not reversed', async () => {
    const own = await withItem('Salt', '5');
    const sale = await api.send('POST', 'sales', saleBody(own, '2'));
    const returned = await api.send('POST', 'sale_returns', {
      sale_fk: sale.body.data['id'],
      outlet_fk: own.outlet,
      inventory_fk: own.inventory,
      date: '2026-03-11',
      currency_fk: 1,
      payment_type: 'cash',
      account_fk: own.cash,
      lines: [{ sale_line_id: 1, item_fk: own.item, unit_fk: own.unit, quantity: '1' }],
      status: 'complete',
    });
    expect(returned.body).toMatchObject({ data: { status: 'complete' } });
    const back = await api.send('POST', `sales/${sale.body.data['id']}/return_to_draft`, { reason: 'mistake' });
    expect(back).toMatchObject({
      status: 409,
      body: { code: 'protected', errors: { '': [expect.stringMatching(/protected/i)] } },
    });
    const id = returned.body.data['id'];
    expect((await api.send('POST', `sale_returns/${id}/return_to_draft`, { reason: 'mistake' })).status).toBe(200);
    expect(
      (await api.send('POST', `sales/${sale.body.data['id']}/return_to_draft`, { reason: 'mistake' })).status,
    ).toBe(200);
    const late = await api.send('POST', `sale_returns/${id}/complete`);
    expect(late.status).toBeGreaterThanOrEqual(400);
  });

  it('says which transitions are possible when one is not', async () => {
    const own = await withItem('Honey', '1');
    const id = await api.add('sales', saleBody(own, '1'));
    const { status, body } = await api.send('DELETE', `sales/${id}`);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'wrong_state', message: expect.stringMatching(/return to draft/i) });
  });
});

describe('a purchase', () => {
  it('whose goods were sold is not taken back', async () => {
    const own = await withItem('Lentils', '0');
    const purchase = await api.add('purchases', purchaseBody(own, '2'));
    await api.add('sales', saleBody(own, '1'));
    const { status, body } = await api.send('POST', `purchases/${purchase}/return_to_draft`, { reason: 'mistake' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'protected', message: expect.stringMatching(/protected/i) });
  });

  it('in cash is refused when the cash box has not enough', async () => {
    const cash = await api.add('cashes', { account_name: 'Small box', cash_type: 1, currency_fk: 1 });
    const paid = { payment_type: 'cash', account_fk: cash };
    const { status, body } = await api.send('POST', 'purchases', purchaseBody(shop, '1', paid));
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'claim', errors: { account_fk: [expect.stringContaining('Small box')] } });
  });
});

describe('the last unit', () => {
  it('is sold once by 200 concurrent sales', async () => {
    const own = await withItem('Last one', '1');
    const answers = await Promise.all(Array.from({ length: 200 }, () => api.send('POST', 'sales', saleBody(own, '1'))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 422 && answer.body.code === 'claim')).toHaveLength(199);
  });
});
