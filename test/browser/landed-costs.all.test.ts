/** A landed cost of a container, entered with the keyboard, and what its purchases show of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { last, posted } from './books.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { choice, complete, newFromList, refusedAt, rowOf, save, words } from './steps.ts';
import { cell, choose, enter, enterGrid, pick, SOON } from './typing.ts';

const LANDED = '/purchases/landed-costs';

describe.skipIf(!hasChromium)('the screens of landed costs', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 2);
    await shop.api('POST', 'suppliers', { consumer_name: 'Zagros Transport', code: 'S2' });
    for (const [item_fk, price] of [
      [1, '1000'],
      [2, '3000'],
    ] as const) {
      await shop.api('POST', 'purchases', {
        ...{ ...atMain, supplier_fk: 1, date: thisYear('03-02'), payment_type: 'on_account', status: 'complete' },
        lines: [{ item_fk, unit_fk: 1, quantity: '10', price }],
      });
    }
  });
  afterAll(() => shop?.close());

  it('take the freight of two purchases in Kurdish, and lead from each purchase to it', async () => {
    const page = await shop.open(LANDED, { language: 'ckb', theme: 'dark' });
    await newFromList(shop, page, LANDED, 'cost_type');
    await enter(page, 'date', '٢٠/٣');
    await enter(page, 'amount', '٤٠٠٠');
    await choice(page, 'payment_type', 'on_account');
    await enterGrid(page);
    await pick(page, 'P-000002');
    await cell(page, '');
    await pick(page, 'P-000003');
    await page.keyboard.press('Control+s');
    await refusedAt(page, 'supplier_fk', words('ckb', 'document:problems.required'));
    await choose(page, 'supplier_fk', 'Zagros');
    await save(page, 'ckb');
    await complete(page, LANDED, 'cost_type');
    expect(await rowOf(shop, page, LANDED, 'LC-000001')).toMatch(/20\/03\/\d+ .*Zagros Transport .* 4,000/);
    const landed = await last(shop, 'landed_costs');
    expect(landed).toMatchObject({ unpaid: '4000', lines: [{ purchase_share: '1000' }, { purchase_share: '3000' }] });
    await expect
      .poll(() => posted(shop, 'landed_costs', landed['id']))
      .toEqual(['payable Zagros Transport -4000', 'goods-received-not-billed 1000', 'goods-received-not-billed 3000']);
    await page.goto(`${shop.address}/purchases/purchases/2`);
    await page.getByRole('tab', { name: words('ckb', 'document:tabs.payments') }).click(SOON);
    await page.getByRole('link', { name: words('ckb', 'fields:options.cost_type.freight') }).click(SOON);
    await expect.poll(() => new URL(page.url()).pathname, SOON).toBe(`${LANDED}/${landed['id']}`);
    await page.context().close();
  });
});
