/** The home page shows goods that are short, and purchase orders are created from them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, type Goods, hasChromium, openShop, type Shop, stockShop, thisYear, violations } from './shop.ts';
import { SOON } from './typing.ts';

type Json = Readonly<Record<string, unknown>>;

describe.skipIf(!hasChromium)('proposed purchase orders', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 2);
    await shop.api('PATCH', `items/${goods[0]?.id}`, { shortage_alert: '600', out_of_stock_minimum: '510' });
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '900', barcodes: [] };
    await shop.api('POST', 'items', { item_name: 'Never bought', shortage_alert: '5', item_units: [unit] });
  });
  afterAll(() => shop?.close());

  it('come from the alerts of the home page, are changed, and become drafts of each supplier', async () => {
    const page = await shop.open('/');
    await page.getByRole('link', { name: 'Items out of stock: 2' }).click(SOON);
    await page.getByRole('link', { name: 'Propose orders' }).click(SOON);
    await page.getByRole('heading', { name: 'Azad Trading' }).waitFor(SOON);
    const proposed = page.getByRole('textbox', { name: 'Quantity of Item 1001' });
    await expect.poll(() => proposed.inputValue(), SOON).toBe('100');
    // On a phone the goods are cards, as wide as the window.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('table').waitFor({ state: 'detached', ...SOON });
    await expect.poll(() => proposed.inputValue(), SOON).toBe('100');
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(tooWide, SOON).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('columnheader', { name: 'Reserved' }).waitFor(SOON);
    expect(await violations(page)).toEqual([]);
    await proposed.fill('120');
    const make = page.getByRole('button', { name: 'Make 1 purchase order' });
    await expect.poll(() => page.getByText('Never bought', { exact: true }).count(), SOON).toBe(1);
    await make.click(SOON);
    await page.getByText('Drafts made:').waitFor(SOON);
    await page.getByRole('checkbox', { name: 'Order Never bought' }).waitFor(SOON);
    await page.getByRole('link', { name: 'Azad Trading' }).click(SOON);
    await page.getByText('Draft', { exact: true }).first().waitFor(SOON);
    const { data } = await shop.api('GET', 'purchase_orders?per_page=10');
    const [made] = (data as { data: Json[] }).data;
    const { data: order } = await shop.api('GET', `purchase_orders/${made?.['id']}`);
    expect(order).toMatchObject({ ...atMain, status: 'draft', supplier_fk: 1 });
    expect((order as Json)['lines']).toMatchObject([{ item_fk: goods[0]?.id, quantity: '120', price: '500' }]);
    expect((order as Json)['date']).toMatch(new RegExp(`^${thisYear('')}`));
  });

  it('say what other inventories can spare first: ticked, changed, and made a draft of a transfer', async () => {
    const depot = await shop.api('POST', 'inventories', { inventory_name: 'Depot', outlet_fk: 1 });
    const inventory_fk = Number((depot.data as Json)['inventory_id']);
    const item = Number(goods[1]?.id);
    await shop.api('POST', 'purchases', {
      ...{ ...atMain, inventory_fk, supplier_fk: 1, date: thisYear('03-01'), payment_type: 'on_account' },
      ...{ status: 'complete', lines: [{ item_fk: item, unit_fk: 1, quantity: '100', price: '500' }] },
    });
    const inventory_levels = [
      { inventory_fk: 1, minimum: '520', maximum: '650' },
      { inventory_fk, minimum: '10', maximum: '40' },
    ];
    await shop.api('PATCH', `items/${item}`, { inventory_levels });
    const page = await shop.open('/purchases/purchase-orders/proposal');
    await page.getByRole('region', { name: 'Transfer first' }).waitFor(SOON);
    const moved = page.getByRole('textbox', { name: 'Quantity of Item 1002 from Depot' });
    const ordered = page.getByRole('textbox', { name: 'Quantity of Item 1002', exact: true });
    // 150 are missing to 650: 60 are above what the depot keeps, and 90 are bought.
    await expect.poll(() => moved.inputValue(), SOON).toBe('60');
    await expect.poll(() => ordered.inputValue(), SOON).toBe('90');
    await moved.fill('50');
    await expect.poll(() => ordered.inputValue(), SOON).toBe('100');
    const tick = page.getByRole('checkbox', { name: 'Transfer Item 1002 from Depot' });
    await tick.uncheck(SOON);
    await expect.poll(() => ordered.inputValue(), SOON).toBe('150');
    await tick.check(SOON);
    await page.setViewportSize({ width: 390, height: 844 });
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(tooWide, SOON).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make 1 transfer' }).click(SOON);
    await page.getByText('Drafts made:').waitFor(SOON);
    await page.getByRole('region', { name: 'Transfer first' }).waitFor({ state: 'detached', ...SOON });
    await expect.poll(() => ordered.inputValue(), SOON).toBe('100');
    const { data } = await shop.api('GET', 'stock_transfers?per_page=10');
    const [made] = (data as { data: Json[] }).data;
    const { data: transfer } = await shop.api('GET', `stock_transfers/${made?.['id']}`);
    expect(transfer).toMatchObject({
      outlet_fk: 1,
      inventory_fk,
      to_outlet_fk: 1,
      to_inventory_fk: 1,
      status: 'pending',
    });
    expect((transfer as Json)['lines']).toMatchObject([{ item_fk: item, unit_fk: 1, quantity: '50' }]);
  });
});
