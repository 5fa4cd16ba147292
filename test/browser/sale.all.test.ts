/** A sale entered without the mouse, in English and in Kurdish, and the editor around it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdCreation } from './held.ts';
import {
  atMain,
  type Goods,
  hasChromium,
  type Language,
  openShop,
  type Shop,
  scan,
  stockShop,
  thisYear,
} from './shop.ts';
import {
  enterGrid,
  Keys,
  LINES,
  lastSale as last,
  newSale as openSale,
  total,
  typesTwentyLines,
} from './typed-sale.ts';
import { SOON } from './typing.ts';

describe.skipIf(!hasChromium)('a sale', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, LINES);
  });
  afterAll(() => shop?.close());

  const newSale = (language: Language = 'en') => openSale(shop, language);
  const lastSale = () => last(shop);

  it('of twenty lines is typed without the mouse in English, and its total is the one that is posted', () =>
    typesTwentyLines(shop, goods, 'en'));

  it('walks its grid with arrows that follow the reading direction', async () => {
    const columnAfter = async (language: Language, key: string) => {
      const page = await newSale(language);
      await enterGrid(page, new Keys(page));
      await page.keyboard.press(key);
      const place = await activePlace(page);
      await page.context().close();
      return place;
    };
    expect(await columnAfter('en', 'ArrowRight')).toBe('lines:1:quantity');
    expect(await columnAfter('ckb', 'ArrowLeft')).toBe('lines:1:quantity');
  });

  it('copies the cell above, reads sums, and undoes as far as one likes', async () => {
    const page = await newSale();
    const keys = new Keys(page);
    await enterGrid(page, keys);
    await keys.type('1001');
    await keys.press('Enter');
    // The item above is loaded; a pending look-up cannot be copied.
    await expect.poll(() => total(page), SOON).toBe('1,500');
    await keys.type('2*3+1');
    await keys.press('Enter');
    await keys.press('Control+d');
    await keys.press('Tab');
    await keys.press('Control+d');
    await expect.poll(() => total(page), SOON).toBe((14 * 1500).toLocaleString('en-US'));
    for (let step = 0; step < 4; step += 1) await keys.press('Control+z');
    await expect.poll(() => total(page), SOON).toBe('1,500');
    for (let step = 0; step < 4; step += 1) await keys.press('Control+Shift+z');
    await expect.poll(() => total(page), SOON).toBe('21,000');
    await page.context().close();
  });

  it('takes rows from a spreadsheet, and finds their items', async () => {
    const page = await newSale();
    await enterGrid(page, new Keys(page));
    await page.evaluate(() => navigator.clipboard.writeText('1001\t3\n1002\t4\nno such thing\t5\n'));
    await page.keyboard.press('Control+v');
    await expect.poll(() => total(page), SOON).toBe((3 * 1500 + 4 * 2250).toLocaleString('en-US'));
    await page.keyboard.press('Control+s');
    const summary = page.locator('[role=alert]').filter({ hasText: 'line 3' });
    await summary.waitFor();
    await summary.getByRole('button').first().click();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe('no such thing');
    await page.context().close();
  });

  it('adds a line for a scan wherever the focus is, raises it for the next, and leaves the field as it was', async () => {
    const page = await newSale();
    await page.locator('[data-field=reference_number] input').fill('A7');
    await page.locator('[data-field=reference_number] input').focus();
    const [first, second] = goods as readonly [Goods, Goods];
    for (const code of [first.barcode, first.barcode, second.barcode]) {
      await scan(page, code);
    }
    await expect.poll(() => total(page), SOON).toBe((2 * 1500 + 2250).toLocaleString('en-US'));
    await expect.poll(() => page.locator('[data-field=reference_number] input').inputValue()).toBe('A7');
    await expect.poll(() => page.locator('[role=grid] [role=row]').count()).toBe(3);
    // A quantity that is being typed stays, and so does a cell with nothing typed. Shift has the pause of a person.
    await page.locator('[data-place="lines:2:quantity"]').click();
    await page.keyboard.type('12');
    await page.keyboard.press('Shift');
    await scan(page, first.barcode);
    await expect.poll(() => total(page), SOON).toBe((3 * 1500 + 12 * 2250).toLocaleString('en-US'));
    await page.locator('[data-place="lines:2:price"]').click();
    await page.keyboard.press('Shift');
    await scan(page, first.barcode);
    await expect.poll(() => total(page), SOON).toBe((4 * 1500 + 12 * 2250).toLocaleString('en-US'));
    // Of the same item the scans count on from the quantity that is being typed, and leaving the cell keeps them.
    await page.locator('[data-place="lines:1:quantity"]').click();
    await page.keyboard.type('6');
    for (const inAll of [7, 8]) {
      await page.keyboard.press('Shift');
      await scan(page, first.barcode);
      await expect.poll(() => total(page), SOON).toBe((inAll * 1500 + 12 * 2250).toLocaleString('en-US'));
    }
    await page.keyboard.press('Tab');
    await expect.poll(() => total(page), SOON).toBe((8 * 1500 + 12 * 2250).toLocaleString('en-US'));
    // Over a text that is no quantity, however often: of another item, and of the own one.
    await page.locator('[data-place="lines:1:quantity"]').click();
    await page.keyboard.type('9x');
    const bought = (own: number, other: number) => (own * 1500 + other * 2250).toLocaleString('en-US');
    for (const [code, inAll] of [
      [second.barcode, bought(9, 13)],
      [second.barcode, bought(9, 14)],
      [first.barcode, bought(10, 14)],
    ] as const) {
      await page.keyboard.press('Shift');
      await scan(page, code);
      await expect.poll(() => total(page), SOON).toBe(inAll);
    }
    await page.context().close();
  });

  it('goes on where a person types after its empty last line, and takes a scan there', async () => {
    const page = await newSale();
    const keys = new Keys(page);
    await enterGrid(page, keys);
    await keys.type('1001');
    for (const key of ['Enter', 'Enter', 'Enter']) await keys.press(key);
    const reached = () => page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(reached).toBe('BUTTON');
    // Nothing of what is typed on the button is lost.
    await keys.type('1002');
    await keys.press('Enter');
    await keys.type('3');
    await expect.poll(() => total(page), SOON).toBe((1500 + 3 * 2250).toLocaleString('en-US'));
    for (const key of ['Enter', 'Enter']) await keys.press(key);
    await expect.poll(reached).toBe('BUTTON');
    const [first, , third] = goods as readonly [Goods, Goods, Goods];
    for (const { barcode } of [third, first]) {
      await keys.press('Shift');
      await scan(page, barcode);
    }
    const all = (2 * 1500 + 3 * 2250 + Number(third.price)).toLocaleString('en-US');
    await expect.poll(() => total(page), SOON).toBe(all);
    for (const key of ['Tab', 'Shift+Tab']) await keys.press(key);
    await expect.poll(() => total(page), SOON).toBe(all);
    await expect.poll(() => page.locator('[role=grid] [role=row]').count()).toBe(4);
    await page.context().close();
  });

  it('that was not saved is restored when the window was closed, and can be discarded', async () => {
    const page = await newSale();
    const keys = new Keys(page);
    await enterGrid(page, keys);
    await keys.type('1003');
    await keys.press('Enter');
    await keys.type('9');
    await keys.press('Tab');
    await expect.poll(() => total(page), SOON).toBe('27,000');
    // The quantity is stored as it is typed, the price when it is looked up.
    await expect.poll(() => keptDrafts(page), SOON).toMatch(/"9".*"3000"|"3000".*"9"/);
    const again = await page.context().newPage();
    await page.close();
    await again.goto(`${shop.address}/sales/sales/new`);
    await again.getByText('Restored draft from').waitFor();
    await expect.poll(() => total(again), SOON).toBe('27,000');
    await again.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => total(again), SOON).toBe('0');
    await again.context().close();
  });

  it('that was saved is left by the command for a new sale, which is empty', async () => {
    const page = await newSale();
    await enterGrid(page, new Keys(page));
    await page.keyboard.type('1003');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/sales\/sales\/\d+$/);
    await expect.poll(() => total(page), SOON).toBe('3,000');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('new sale');
    await page.getByRole('option', { name: 'New sale', exact: true }).click();
    await page.waitForURL(/sales\/sales\/new/);
    await expect.poll(() => total(page), SOON).toBe('0');
    expect(page.url()).toMatch(/sales\/new$/);
    await page.context().close();
  });

  it('that was saved keeps the focus, and later input that cannot be read is restored at its own address', async () => {
    const page = await newSale();
    await enterGrid(page, new Keys(page));
    await page.keyboard.type('1003');
    await page.keyboard.press('Enter');
    await expect.poll(() => total(page), SOON).toBe('3,000');
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved').waitFor();
    await page.waitForURL(/\/sales\/sales\/\d+$/);
    await expect.poll(() => activePlace(page), SOON).toBe('lines:1:quantity');
    await page.keyboard.type('7x');
    await page.keyboard.press('Tab');
    await expect.poll(() => keptDrafts(page), SOON).toContain('7x');
    const again = await page.context().newPage();
    const address = page.url();
    await page.close();
    await again.goto(address);
    await again.getByText('Restored draft from').waitFor();
    const quantity = again.locator('[data-place="lines:1:quantity"]');
    await expect.poll(() => quantity.textContent(), SOON).toBe('7x');
    await again.getByRole('status').getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => quantity.textContent(), SOON).toBe('1');
    await expect.poll(() => keptDrafts(again), SOON).toBe('[]');
    await again.context().close();
  });

  it('that follows a completed one is restored too', async () => {
    const page = await newSale();
    await enterGrid(page, new Keys(page));
    await page.keyboard.type('1001');
    await page.keyboard.press('Enter');
    await expect.poll(() => total(page), SOON).toBe('1,500');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => total(page), SOON).toBe('0');
    await enterGrid(page, new Keys(page));
    await page.keyboard.type('1002');
    await page.keyboard.press('Enter');
    await expect.poll(() => keptDrafts(page), SOON).toContain('"2250"');
    const again = await page.context().newPage();
    await page.close();
    await again.goto(`${shop.address}/sales/sales/new`);
    await again.getByText('Restored draft from').waitFor();
    await expect.poll(() => total(again), SOON).toBe('2,250');
    await again.context().close();
  });

  it('that is complete is not changed by the key that copies the cell above', async () => {
    const { data } = await shop.api('POST', 'sales', {
      ...atMain,
      ...{ date: thisYear('03-05'), payment_type: 'cash', account_fk: 1, status: 'complete' },
      lines: ['1', '2'].map((quantity, line) => ({ item_fk: goods[line]?.id, unit_fk: 1, quantity, price: '1500' })),
    });
    const page = await shop.open(`/sales/sales/${(data as { id: number }).id}`);
    const second = page.locator('[data-place="lines:2:quantity"]');
    await second.click();
    await expect.poll(() => activePlace(page), SOON).toBe('lines:2:quantity');
    await page.keyboard.press('Control+d');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => activePlace(page), SOON).toBe('lines:1:quantity');
    await expect.poll(() => second.textContent()).toBe('2');
    await page.context().close();
  });

  it('shows what the server refuses at its cell, and a summary that leads there', async () => {
    const page = await newSale();
    const keys = new Keys(page);
    await enterGrid(page, keys);
    await keys.type('1004');
    await keys.press('Enter');
    await keys.type('9999');
    await keys.press('Control+Enter');
    const summary = page.locator('[role=alert]').filter({ hasText: 'line 1' });
    await summary.waitFor();
    await summary.getByRole('button').first().click();
    const cell = page.locator('[role=gridcell] [aria-invalid=true]');
    await expect.poll(() => cell.evaluate((element) => element === document.activeElement), SOON).toBe(true);
    await page.context().close();
  });

  it('is not completed by the keys that answer a dialog above it', async () => {
    const page = await newSale();
    await enterGrid(page, new Keys(page));
    await page.keyboard.type('1003');
    await page.keyboard.press('Enter');
    await expect.poll(() => total(page), SOON).toBe('3,000');
    const customer = page.locator('[data-field=customer_fk] input');
    await customer.fill('Typed here');
    await page.getByRole('option', { name: 'Create “Typed here”' }).waitFor(SOON);
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog] [data-field=consumer_name] :focus').waitFor(SOON);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON });
    await expect.poll(() => customer.inputValue(), SOON).toBe('Typed here');
    expect(await total(page)).toBe('3,000');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => total(page), SOON).toBe('0');
    expect(await lastSale()).toMatchObject({ status: 'complete', total: '3000', customer_name: 'Typed here' });
    await page.context().close();
  });

  it('that was left while it was sent tells what the server refuses, and takes nobody away from another page', async () => {
    const page = await newSale();
    await enterGrid(page, new Keys(page));
    await page.keyboard.type('1004');
    await page.keyboard.press('Enter');
    await page.keyboard.type('9999');
    const completeAndLeave = async () => {
      const held = await holdCreation(page, 'sales');
      await page.keyboard.press('Control+Enter');
      await held.sent;
      await page.getByRole('link', { name: 'Home' }).first().click();
      await page.getByRole('heading', { name: 'Welcome' }).waitFor(SOON);
      held.release();
    };
    await completeAndLeave();
    const notice = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'New sale' }) });
    await notice.getByText('Item 1004').waitFor(SOON);
    await notice.getByRole('button', { name: 'New sale' }).click();
    const quantity = page.locator('[data-place="lines:1:quantity"]');
    await expect.poll(() => quantity.textContent(), SOON).toBe('9,999');
    await quantity.click();
    await page.keyboard.type('2');
    await page.keyboard.press('Tab');
    await expect.poll(() => total(page), SOON).toBe('7,500');
    await completeAndLeave();
    await page.getByText(/is complete$/).waitFor(SOON);
    expect(page.url()).toBe(`${shop.address}/`);
    expect(await lastSale()).toMatchObject({ status: 'complete', total: '7500' });
    await page.context().close();
  });

  it('changed by two people at once keeps both changes, and asks only about conflicts', async () => {
    const { data } = await shop.api('POST', 'sales', {
      ...atMain,
      date: thisYear('03-05'),
      payment_type: 'cash',
      account_fk: 1,
      lines: [{ item_fk: goods[0]?.id, unit_fk: 1, quantity: '1', price: '1500' }],
    });
    const { id, lines } = data as { id: number; lines: object[] };
    const path = `/sales/sales/${id}`;
    const mine = await shop.open(path);
    const theirs = await shop.open(path);
    const note = (page: Page) => page.locator('[data-field=note] input');
    const reference = (page: Page) => page.locator('[data-field=reference_number] input');
    await reference(mine).fill('mine');
    await note(mine).fill('my note');
    await reference(theirs).waitFor();
    await note(theirs).fill('their note');
    await theirs.keyboard.press('Control+s');
    await theirs.getByText('Draft saved').waitFor();
    await mine.keyboard.press('Control+s');
    const dialog = mine.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(2);
    await dialog.getByText('their note').click();
    await dialog.getByRole('button', { name: 'Save these' }).click();
    await mine.getByText('Draft saved').waitFor();
    const { data: now } = await shop.api('GET', `sales/${id}`);
    expect(now).toMatchObject({ reference_number: 'mine', note: 'their note' });
    expect((now as { lines: object[] }).lines).toHaveLength(lines.length);
    await mine.context().close();
    await theirs.context().close();
  });
});

/** The place of the cell with the focus: `lines:1:quantity`. */
const activePlace = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place'));

/** The stored drafts of this device, as JSON. */
const keptDrafts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('daftar-drafts');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const asked = opened.result.transaction('draft').objectStore('draft').getAll();
          asked.onsuccess = () => resolve(JSON.stringify(asked.result));
          opened.result.close();
        };
      }),
  );
