/**
 * Telephones that come back with a fault: a clerk scans the number of one in the form, sends it to the supplier and takes it
 * back, exchanges another one, takes a step back, and prints the paper that its customer signs.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, hasChromium, openShop, type Shop, scan, thisYear } from './shop.ts';
import { words } from './steps.ts';
import { SOON } from './typing.ts';

const CODE = '6291041500237';
const [SENT, FAULTY, GIVEN] = ['356938035643809', '356938035643817', '356938035643825'] as const;
const LIST = '/sales/warranty-claims';
const PHONE = { width: 390, height: 844 };

describe.skipIf(!hasChromium)('a piece that is handed in under warranty', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    const unit = {
      ...{ unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '250000', barcodes: [CODE] },
    };
    const body = {
      ...{ item_name: 'Phone', item_name_ckb: 'مۆبایل', serial_numbers: 'at_receipt', warranty_months: 12 },
      item_units: [unit],
    };
    const { id } = (await shop.api('POST', 'items', body))['data'] as { id: number };
    await shop.api('POST', 'suppliers', { consumer_name: 'Azad Trading', code: 'S1' });
    await shop.api('POST', 'customers', { consumer_name: 'Karwan Supermarket', code: 'C1' });
    const pieces = (numbers: readonly string[]) =>
      numbers.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' }));
    const goods = { item_fk: id, unit_fk: 1 };
    await shop.api('POST', 'purchases', {
      ...{ ...atMain, supplier_fk: 1, date: thisYear('01-10'), payment_type: 'on_account', status: 'complete' },
      lines: [{ ...goods, quantity: '3', price: '200000', batches: pieces([SENT, FAULTY, GIVEN]) }],
    });
    await shop.api('POST', 'sales', {
      ...{ ...atMain, customer_fk: 1, date: thisYear('01-20'), payment_type: 'on_account', status: 'complete' },
      lines: [{ ...goods, quantity: '2', price: '250000', batches: pieces([SENT, FAULTY]) }],
    });
  });
  afterAll(() => shop?.close());

  const photo = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/claims-${name}.png` });
  };
  const field = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`).first();
  const strip = (page: Page) => page.locator('[data-found-piece]');
  const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click(SOON);
  const answer = async (page: Page, name: string) => {
    await page.getByRole('dialog').getByRole('button', { name }).last().click(SOON);
    await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON });
  };
  const claim = async (id: number) =>
    (await shop.api('GET', `warranty_claims/${id}`))['data'] as Readonly<Record<string, unknown>>;

  it('is found by a scan of its number in the form, with its sale and the end of its warranty', async () => {
    const page = await shop.open(LIST);
    await page.locator('h1').first().waitFor(SOON);
    await photo(page, 'empty-en');
    await page.keyboard.press('n');
    await page.waitForURL(`**${LIST}/new`, SOON);
    await field(page, 'serial_number').waitFor(SOON);
    await scan(page, SENT);
    await expect.poll(() => field(page, 'serial_number').inputValue(), SOON).toBe(SENT);
    await expect.poll(() => field(page, 'item_fk').inputValue(), SOON).toBe('Phone');
    await expect.poll(() => strip(page).textContent(), SOON).toContain('Karwan Supermarket');
    await expect.poll(() => strip(page).textContent(), SOON).toContain(`20/01/${new Date().getFullYear() + 1}`);
    await field(page, 'fault').fill('Does not charge');
    await field(page, 'brought_by').fill('Sara');
    await photo(page, 'form-en');
    await press(page, words('en', 'document:transitions.receive'));
    await expect.poll(async () => (await claim(1))['status'], SOON).toBe('received');
    await page.context().close();
  });

  it('goes to the supplier, comes back repaired, and a step is taken back', async () => {
    const page = await shop.open(`${LIST}/1`);
    await press(page, 'Send');
    await field(page, 'sent_to_fk').fill('Azad');
    await page.getByRole('option', { name: 'Azad Trading' }).click(SOON);
    await photo(page, 'send-en');
    await answer(page, 'Send');
    await expect.poll(() => strip(page).textContent(), SOON).toContain('Azad Trading');
    await press(page, 'Back from the supplier');
    await page.locator('[data-field="answered_as"] select').selectOption('credited');
    const lacking = () => page.locator('[data-lacking]').textContent();
    await expect.poll(lacking, SOON).toBe('Still needed: Amount');
    await photo(page, 'back-en');
    await page.locator('[data-field="answered_as"] select').selectOption('repaired');
    await answer(page, 'Back from the supplier');
    await expect.poll(async () => (await claim(1))['status'], SOON).toBe('back');
    await press(page, 'Take back the last step');
    await page.getByRole('dialog').locator('input, textarea').last().fill('not yet');
    await photo(page, 'undo-en');
    await answer(page, 'Take back the last step');
    await expect.poll(async () => (await claim(1))['status'], SOON).toBe('sent');
    await photo(page, 'sent-en');
    await page.context().close();
  });

  it('is exchanged from a telephone in Kurdish, by a scan of the piece that the customer gets', async () => {
    const say = (key: string) => words('ckb', key);
    const page = await shop.open(`${LIST}/new`, { language: 'ckb' }, PHONE);
    await field(page, 'serial_number').waitFor(SOON);
    await scan(page, FAULTY);
    await expect.poll(() => field(page, 'item_fk').inputValue(), SOON).toBe('مۆبایل');
    await strip(page).waitFor(SOON);
    await field(page, 'fault').fill('شاشەی شکاوە');
    await photo(page, 'form-ckb');
    await page.context().close();
    const { id } = (
      await shop.api('POST', 'warranty_claims', {
        ...{ outlet_fk: 1, inventory_fk: 1, date: thisYear('02-01'), customer_fk: 1, item_fk: 1 },
        ...{ serial_number: FAULTY, fault: 'شاشەی شکاوە', status: 'received' },
      })
    )['data'] as { id: number };
    const desk = await shop.open(`${LIST}/${id}`, { language: 'ckb' }, PHONE);
    await desk
      .getByRole('button', { name: say('document:transitions.exchange') })
      .first()
      .click(SOON);
    const number = desk.getByRole('dialog').locator('[data-field="serial_number"] input, input[name=serial_number]');
    await number.fill(GIVEN);
    await photo(desk, 'exchange-ckb');
    await answer(desk, say('document:transitions.exchange'));
    await expect.poll(() => strip(desk).textContent(), SOON).toContain(GIVEN);
    await photo(desk, 'exchanged-ckb');
    await desk.goto(`${shop.address}${LIST}`);
    await desk.getByText(FAULTY).first().waitFor(SOON);
    await photo(desk, 'list-ckb');
    await desk.context().close();
  });

  it('has a paper with its number and its fault, and a list', async () => {
    const page = await shop.open(LIST);
    await page.getByText(FAULTY).first().waitFor(SOON);
    await photo(page, 'list-en');
    await page.goto(`${shop.address}/print/warranty_claims/1`);
    await page.getByText('Does not charge').first().waitFor(SOON);
    await page.getByText(SENT).first().waitFor(SOON);
    await photo(page, 'paper-en');
    await page.context().close();
  });
});
