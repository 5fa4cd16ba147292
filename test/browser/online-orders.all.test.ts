/** An order of the application in the office: placed over `/shop`, confirmed, given to a driver, delivered, paid. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, scan, stockShop, violations } from './shop.ts';
import { words } from './steps.ts';
import { choose, press, SOON } from './typing.ts';

type Data = Readonly<Record<string, unknown>>;
const PASSWORD = 'apricots in spring 77';

describe.skipIf(!hasChromium)('an order of the application', () => {
  let shop: Shop;
  let token: string;
  let item: number;
  let barcode: string;
  let zone: number;

  const ofShop = async (method: 'GET' | 'POST', path: string, body?: Data): Promise<Data> => {
    const answer = await fetch(`${shop.address}/api/shop/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return (JSON.parse(text) as { data: Data }).data;
  };
  const place = async (quantity: string): Promise<Data> =>
    ofShop('POST', 'orders', {
      ...{ received_type: 'brought', delivery_zone_fk: zone, note: 'ring twice' },
      lines: [{ item_fk: item, unit_fk: 1, quantity }],
    });

  beforeAll(async () => {
    token = '';
    shop = await openShop();
    const [goods] = await stockShop(shop, 1);
    item = Number(goods?.id);
    barcode = goods?.barcode ?? '';
    const category = (await shop.api('POST', 'categories', { category_name: 'Food' }))['data'] as Data;
    await shop.api('PATCH', `items/${item}`, { category_fk: category['id'] });
    const zones = { zone_name: 'Old town', delivery_charge: '1000', delivery_minutes: 25 };
    zone = Number(((await shop.api('POST', 'delivery_zones', zones))['data'] as Data)['id']);
    await shop.api('PATCH', 'app_settings/1', { outlet_fk: 1, inventory_fk: 1, account_fk: 1 });
    await shop.api('POST', 'mobile_sections', { title: 'Every day', content: 'items', items: [item] });
    await shop.api('POST', 'order_cancellation_messages', { message_text: 'Sold out, sorry' });
    const addresses = [{ label: 'Home', address: '12 Citadel street', is_default: true }];
    const account = { consumer_name: 'Sara Omar', mobile: '07701112233', password: PASSWORD, addresses };
    token = String((await ofShop('POST', 'sign_up', account))['access_token']);
  });
  afterAll(() => shop?.close());

  const answer = async (page: Page, name: string) => {
    const button = page.getByRole('dialog').getByRole('button', { name, exact: true });
    await button.click();
    await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON });
  };
  const pickIn = async (page: Page, text: string) => {
    const field = page.getByRole('dialog').getByRole('combobox').first();
    await field.fill(text);
    await page.locator('[role=option]').first().click(SOON);
  };

  it('is seen, confirmed, given to a driver, delivered and paid; each step names its moment and its person', async () => {
    const placed = await place('2');
    const page = await shop.open('/sales/online-orders');
    await page.getByRole('row', { name: /Sara Omar/ }).waitFor(SOON);
    expect(await violations(page)).toEqual([]);
    await page.goto(`${shop.address}/sales/online-orders/${placed['order_id']}`);
    await press(page, 'Confirm');
    // Digits of an Arabic keyboard.
    await page.getByRole('dialog').getByRole('textbox').fill('٤٥', SOON);
    // Enter answers the question, once.
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON });
    await page.getByText('Confirmed', { exact: true }).first().waitFor(SOON);
    await press(page, 'Give to a driver');
    await pickIn(page, 'Admin');
    await answer(page, 'Give to a driver');
    const steps = page.getByRole('list', { name: 'Steps of the order' });
    await steps.getByText('Given to the driver at').waitFor(SOON);
    await expect.poll(() => steps.textContent()).toMatch(/Ordered at.*Sara Omar.*Confirmed at.*45/);
    expect(await violations(page)).toEqual([]);

    await page.goto(`${shop.address}/sales/home-delivery/round?driver=1`);
    await page.getByText('12 Citadel street').waitFor(SOON);
    await expect.poll(() => page.locator('[data-collect]').textContent()).toContain('4,000');
    await expect.poll(() => page.getByRole('region', { name: 'What to carry' }).textContent()).toContain('Item 1001');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Receive the round');
    await answer(page, 'Receive the round');
    await page.getByText('Nothing is on its way with this driver.').waitFor(SOON);
    await expect
      .poll(() => ofShop('GET', `orders/${placed['order_id']}`))
      .toMatchObject({ status: 'delivered', unpaid: '0' });
    const { data } = await shop.api('GET', `online_orders/${placed['order_id']}`);
    expect(data).toMatchObject({ payment_status: 'paid', ordered_by_name: 'Sara Omar', accepted_minutes: 45 });
    await page.goto(`${shop.address}/sales/order-history`);
    await page
      .getByRole('row', { name: /Delivered.*Paid|Paid.*Delivered/ })
      .first()
      .waitFor(SOON);
    await page.context().close();
  });

  it('is cancelled with a reason and a message to the customer, by one button', async () => {
    const placed = await place('1');
    const page = await shop.open(`/sales/online-orders/${placed['order_id']}`);
    await press(page, 'Cancel the order');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('button', { name: 'Cancel the order', exact: true }).count()).toBe(1);
    await dialog.getByRole('textbox').first().fill('nothing left');
    await pickIn(page, 'Sold');
    await answer(page, 'Cancel the order');
    await page.getByText('Sold out, sorry').first().waitFor(SOON);
    await expect
      .poll(() => ofShop('GET', `orders/${placed['order_id']}`))
      .toMatchObject({ message: 'Sold out, sorry' });
    await page.context().close();
  });

  it('is entered in the office for a customer who calls, with their address, and changed while it is pending', async () => {
    const newest = async (): Promise<Data> => {
      const { data } = await shop.api('GET', 'online_orders?sortColumn=id&sortDir=desc&per_page=10');
      const [last] = (data as { data: Data[] }).data;
      return (await shop.api('GET', `online_orders/${last?.['id']}`))['data'] as Data;
    };
    const page = await shop.open('/sales/online-orders/new');
    await page.locator('[role=grid]').first().waitFor(SOON);
    await choose(page, 'online_customer_fk', 'Sara');
    await choose(page, 'delivery_zone_fk', 'Old town');
    const address = page.locator('[data-field="customer_address"] input');
    await expect.poll(() => address.inputValue(), SOON).toBe('12 Citadel street');
    const quantity = page.locator('[role=gridcell][data-place$=":quantity"]').first();
    await scan(page, barcode);
    await expect.poll(() => quantity.textContent(), SOON).toContain('1');
    await page.keyboard.press('Control+s');
    const ordered = { status: 'pending', online_customer_name: 'Sara Omar', customer_mobile: '07701112233' };
    await expect.poll(newest, SOON).toMatchObject({ ...ordered, delivery_charge: '1000', lines: [{ quantity: '1' }] });
    await page.waitForURL(/online-orders\/\d+$/, SOON);
    await page.locator('[role=grid]').first().waitFor(SOON);
    await scan(page, barcode);
    await expect.poll(() => quantity.textContent(), SOON).toContain('2');
    await page.keyboard.press('Control+s');
    await expect.poll(newest, SOON).toMatchObject({ ...ordered, lines: [{ item_fk: item, quantity: '2' }] });
    await page.context().close();
  });

  it('has a route sheet, and the application a preview, in Kurdish too', async () => {
    const placed = await place('3');
    const id = placed['order_id'];
    await shop.api('POST', `online_orders/${id}/confirm`);
    await shop.api('POST', `online_orders/${id}/give_to_driver`, { driver_fk: 1 });
    const page = await shop.open('/print/drivers/1?language=ckb', { language: 'ckb' });
    await page
      .locator('.print-sheet .paper')
      .first()
      .waitFor({ state: 'attached', ...SOON });
    const sheet = (await page.locator('.print-sheet .paper').first().textContent()) ?? '';
    const titles = ['paper:titles.route_sheet', 'paper:goods_to_load'].map((key) => words('ckb', key));
    for (const text of [...titles, '12 Citadel street', '07701112233', '5,500', 'Item 1001']) {
      expect(sheet).toContain(text);
    }
    await page.goto(`${shop.address}/shop-preview`);
    await page.getByText(words('ckb', 'mobile:preview_text')).waitFor(SOON);
    await page.getByRole('region', { name: 'Every day' }).waitFor(SOON);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});
