/** The office controls its tills: settings that an open device receives, its waiting entries, and reviews. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeviceChain } from '../../tools/demo/tills/device-chain.ts';
import { hasChromium, openShop, type Shop, shown, stockShop, violations } from './shop.ts';
import { enter, SOON } from './typing.ts';

const PIN = '482613';
const MAIN = { outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 };
const RIGHTS = ['pos_sales/index', 'pos_sales/store', 'pos_sales/complete', 'closing_drawers/store'];

type Json = Readonly<Record<string, unknown>>;

describe.skipIf(!hasChromium)('the desk of the tills', () => {
  let shop: Shop;
  /** `office` is a page of the office on the enrolled device, `desk` one in another browser. */
  let office: Page;
  let desk: Page;
  let device: BrowserContext;
  let cashier: number;
  let box: number;
  let items: readonly number[];
  const added = async (path: string, body: Json) =>
    Number(((await shop.api('POST', path, body))['data'] as { id: number }).id);
  const photo = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  beforeAll(async () => {
    shop = await openShop();
    items = (await stockShop(shop, 2)).map(({ id }) => id);
    const role_fk = await added('roles', { role_name: 'Seller', permissions: RIGHTS });
    const person = { role_fk, is_cashier: true, staff_pin: PIN, ...MAIN };
    cashier = await added('users', { user_name: 'Shilan', email: 'shilan@example.com', user_code: 'S1', ...person });
    box = await added('cashes', { account_name: 'Till of Shilan', cash_type: 1, currency_fk: 1, outlet_fk: 1 });
    office = await shop.open('/settings/pos');
    device = office.context();
    await office.locator('[data-field="till_name"] input').fill('Front');
    await office.getByRole('button', { name: 'Enrol this device' }).click();
    await office.getByRole('button', { name: 'Revoke' }).waitFor(SOON);
  });
  afterAll(() => shop?.close());

  it('sets the limits of cashiers and the grid, and shows all errors at once', async () => {
    await office.locator('#screen').getByRole('link', { name: 'What tills do' }).click();
    const current = office.getByRole('navigation', { name: 'POS settings' }).locator('[aria-current=page]');
    await expect.poll(() => current.allInnerTexts(), SOON).toEqual(['What tills do']);
    await office.getByRole('heading', { level: 1, name: 'POS settings' }).waitFor(SOON);
    await enter(office, 'discount_without_supervisor', '5');
    await enter(office, 'favourites', 'Item 1002');
    await office.locator('[role=option]').filter({ hasText: 'Item 1002' }).first().click();
    await office.locator('[data-field="favourites"] li').filter({ hasText: 'Item 1002' }).waitFor(SOON);
    await office.locator('[data-field="grid_pictures"] input').uncheck();
    await office.locator('[data-field="quick_amounts"] input').fill('1250.5');
    await office.keyboard.press('Control+s');
    await office.getByText('must be a multiple of').first().waitFor(SOON);
    await photo(office, 'till-settings-wrong');
    await office.locator('[data-field="quick_amounts"]').getByRole('button').first().click();
    await office.locator('[data-field="quick_amounts"] input').fill('20000');
    await office.keyboard.press('Control+s');
    await office.getByText('Updated Successfully').first().waitFor(SOON);
    await expect
      .poll(async () => (await shop.api('GET', 'till_settings/1'))['data'] as Json)
      .toMatchObject({
        ...{ discount_without_supervisor: '5', favourites: [items[1]], grid_pictures: false, quick_amounts: ['20000'] },
      });
    await photo(office, 'till-settings');
    expect(await violations(office)).toEqual([]);
  });

  it('and a till that is open does so, without being loaded again', async () => {
    const till = await office.context().newPage();
    await till.goto(`${shop.address}/pos`);
    await till.locator('[data-cashier]', { hasText: 'Shilan' }).click();
    for (const digit of PIN) await till.getByRole('button', { name: digit, exact: true }).click();
    await till.keyboard.press('Enter');
    const tiles = () => till.getByRole('button', { name: /^Item 100/ }).allInnerTexts();
    await expect.poll(async () => (await tiles()).map((text) => text.split('\n')[0]), SOON).toEqual(['Item 1002']);
    await till.evaluate(() => Object.assign(window, { wasHere: true }));
    await shop.api('PATCH', 'till_settings/1', { favourites: [items[0], items[1]] });
    const first = async () => {
      await till.evaluate(() => window.dispatchEvent(new Event('online')));
      return (await tiles()).map((text) => text.split('\n')[0]);
    };
    await expect.poll(first, SOON).toEqual(['Item 1001', 'Item 1002']);
    await expect.poll(() => till.evaluate(() => 'wasHere' in window)).toBe(true);
    await photo(till, 'till-grid');
    await till.close();
  });

  it('lists its devices with what waits on each, how old it is, and its last contact', async () => {
    // A cashier has signed in on the device, so the office uses another window.
    desk = await shop.open('/settings/pos');
    const row = desk.getByRole('row').filter({ hasText: 'Front' });
    await row.getByText('Newest version').waitFor(SOON);
    await photo(desk, 'till-devices');
    const query = `waiting=4&refused=1&oldest_at=${new Date(Date.now() - 7_200_000).toISOString()}&has_update=1`;
    expect((await device.request.get(`${shop.address}/api/till/state?${query}`)).status()).toBe(200);
    await desk.reload();
    await row.getByText('A newer version waits').waitFor(SOON);
    await photo(desk, 'till-devices-waiting');
    expect(await violations(desk)).toEqual([]);
  });

  it('lists what broke a rule in words, and keeps what a manager found, in Kurdish too', async () => {
    const state = ((await (await device.request.get(`${shop.address}/api/till/state`)).json()) as { data: Json }).data;
    const chain = new DeviceChain(String(state['enrolment']), String(state['number_prefix']));
    const now = new Date();
    const pad = (part: number) => String(part).padStart(2, '0');
    const date = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
    const time = `${pad(now.getHours())}:${pad(now.getMinutes())}:${pad(now.getSeconds())}`;
    const at = { outlet_fk: 1, date, time };
    const opened = await chain.next(
      { kind: 'open_drawer', ...at, accounts: [{ account_fk: box, safe_account_fk: 1, float_amount: '0' }] },
      { cashier },
    );
    const number = chain.number;
    const line = { line_id: 1, item_fk: items[0] ?? 0, unit_fk: 1, quantity: '2', price: '1500' };
    const sold = await chain.next(
      {
        ...{ kind: 'receipt', ...at, inventory_fk: 1, drawer: { uuid: opened.uuid }, number, change: '0' },
        lines: [{ ...line, discount_amount: '0', tax_amount: '0', total_amount: '3000' }],
        ...{ total: '2750', payments: [{ method: 'cash', amount: '2750', account_fk: box }] },
      },
      { cashier },
    );
    const sent = await device.request.post(`${shop.address}/api/till/entries`, {
      data: { entries: [opened, sold] },
      headers: { 'x-requested-with': 'daftar' },
    });
    const answers = ((await sent.json()) as { data: Json[] }).data;
    expect(answers.map(({ state }) => state)).toEqual(['stored', 'stored']);
    const receipt = `${shop.address}/sales/pos-sales/${answers[1]?.['id']}`;
    await desk.goto(receipt);
    // The first page says who sold it where, and that somebody has to look at it.
    const standing = desk.locator('[data-standing]');
    await expect.poll(() => standing.textContent(), SOON).toMatch(/Waits for a review.*Paid.*Shilan.*Front/);
    await photo(desk, 'till-receipt-waits');
    await desk.getByRole('tab', { name: 'History' }).click();
    const history = desk.getByRole('tabpanel');
    await history.getByText('Shilan').first().waitFor(SOON);
    await expect
      .poll(() => history.textContent(), SOON)
      .not.toMatch(/[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d{2}-\d{2} \d{2}:|enrolment|\bbroken\b|move line/i);
    await photo(desk, 'till-receipt-history');
    await desk.goto(`${shop.address}/`);
    await desk.getByRole('link', { name: 'Wait for a review: 1' }).click(SOON);
    await desk.getByText('The till printed 2,750 as the total, the lines come to 3,000').first().waitFor(SOON);
    await photo(desk, 'till-reviews');
    await desk.getByText(shown(date)).first().click();
    const note = desk.getByRole('textbox', { name: 'What was found' });
    await note.fill('An old price on the shelf');
    await photo(desk, 'till-review');
    expect(await violations(desk)).toEqual([]);
    await desk.getByRole('button', { name: 'Mark as reviewed' }).click();
    await expect.poll(async () => (await shop.api('GET', 'till_reviews/waiting'))['data'], SOON).toBe(0);
    await desk.goto(receipt);
    await expect.poll(() => standing.textContent(), SOON).toMatch(/Shilan.*Front/);
    await expect.poll(() => standing.textContent(), SOON).not.toContain('Waits for a review');
    const kurdish = await shop.open('/sales/till-reviews', { language: 'ckb' });
    await kurdish.getByText('خاڵی فرۆشتن').first().waitFor(SOON);
    await kurdish.getByText('An old price on the shelf').first().waitFor(SOON);
    await photo(kurdish, 'till-reviews-ckb');
    await kurdish.setViewportSize({ width: 390, height: 844 });
    await photo(kurdish, 'till-reviews-ckb-390');
    await kurdish.context().close();
  });
});
