/** The paper of a document without drafts: it is added before the document is entered, and stored with it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, thisYear } from './shop.ts';
import { SOON } from './typing.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(!hasChromium)('a cash transfer', () => {
  let shop: Shop;
  let safe: string;
  beforeAll(async () => {
    shop = await openShop();
    safe = String(((await shop.api('GET', 'cashes/1'))['data'] as Record<string, unknown>)['account_name']);
    await shop.api('POST', 'cashes', { account_name: 'Bank', cash_type: 2, currency_fk: 1, outlet_fk: 1 });
    const type = (await shop.api('POST', 'income_types', { type_name: 'Rent' }))['data'] as { id: number };
    await shop.api('POST', 'incomes', {
      ...{ outlet_fk: 1, income_type_fk: type.id, date: thisYear('01-10'), currency_fk: 1, amount: '1000' },
      ...{ payment_type: 'cash', account_fk: 1, status: 'complete' },
    });
  });
  afterAll(() => shop?.close());

  it('is entered once, with the picture of its slip, and given another one later', async () => {
    const page = await shop.open('/accounting/transfer-transactions/new');
    const attach = (name: string) =>
      page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'image/png', buffer: PICTURE });
    const tab = page.getByRole('tab', { name: 'Attachments' });
    await tab.click();
    await attach('slip.png');
    await page.getByText('They are attached as soon as the document is saved.').waitFor();
    // The document was not stored.
    await expect.poll(async () => (await shop.api('GET', 'cash_transactions'))['data']).toMatchObject({ total: 0 });
    for (const [label, text] of [
      ['From account', safe],
      ['Amount sent', '10'],
      ['To account', 'Bank'],
    ] as const) {
      await page.getByLabel(label).fill(text);
      if (label !== 'Amount sent') await page.getByRole('option', { name: text }).first().waitFor();
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: 'Complete' }).click();
    const held = async () => {
      const { data } = await shop.api('GET', 'cash_transactions');
      return (data as { data: { attachments?: string[] }[] }).data.map(({ attachments = [] }) => attachments.length);
    };
    await expect.poll(held, SOON).toEqual([1]);
    await attach('letter.png');
    await expect.poll(held, SOON).toEqual([2]);
    await expect.poll(() => tab.textContent(), SOON).toContain('2');
    await page.context().close();
  });
});
