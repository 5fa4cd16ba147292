/**
 * Half a day of a pharmacist with a scanner, in Kurdish: goods come in, are counted, sold and brought back, and a batch is
 * recalled. After each step the stock by batch and the ledger are those that were calculated by hand beside it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAs } from './other-person.ts';
import { cells, linesAre, Pharmacy, photo, press, put } from './pharmacy.ts';
import { hasChromium, scan } from './shop.ts';
import { words } from './steps.ts';
import { AtTill } from './till/at-till.ts';
import { choose, SOON } from './typing.ts';

const say = (key: string) => words('ckb', key);
const OFFICE = { language: 'ckb' } as const;
const PHONE = { width: 390, height: 844 };
const PIECES = ['356938035643809', '356938035643817', '356938035643825'] as const;

describe.skipIf(!hasChromium)('half a day of a pharmacist', () => {
  let pharmacy: Pharmacy;
  let till: AtTill;
  let purchase = 0;
  beforeAll(async () => {
    pharmacy = await Pharmacy.open();
  });
  afterAll(() => pharmacy?.close());

  const stockIs = (item: number, ...batches: readonly string[]) =>
    expect.poll(() => pharmacy.batches(item), SOON).toEqual(batches);

  it('goods come in by their codes, pieces by their numbers, and a day is typed as it is printed', async () => {
    const { codes, scanned, drug, drops, phone, day, year } = pharmacy;
    const page = await pharmacy.office.open('/purchases/purchases/new', OFFICE);
    await page.locator('[role=grid]').first().waitFor(SOON);
    await choose(page, 'supplier_fk', 'Azad');
    await scanned(page, `010${codes.box}10A1`, `17${day.a1}`);
    await scanned(page, `010${codes.box}17${day.a1}10A1`);
    await scanned(page, `]d2010${codes.box}17${day.a1}10A1`);
    for (let pack = 0; pack < 2; pack += 1) await scanned(page, `010${codes.box}10A2`, `17${day.a2}`);
    await linesAre(page, 'quantity', '3', '2');
    await linesAre(page, 'batch_number', 'A1', 'A2');
    await linesAre(page, 'expire_date', `28/02/${year + 1}`, `31/08/${year + 1}`);
    // The batch is told once.
    await expect.poll(() => cells(page, 'batches').count(), SOON).toBe(0);
    await scan(page, codes.drops);
    await linesAre(page, 'quantity', '3', '2', '1');
    await put(page, 'batch_number', 2, 'E1');
    await put(page, 'expire_date', 2, `02/${year + 2}`);
    await linesAre(page, 'expire_date', `28/02/${year + 1}`, `31/08/${year + 1}`, pharmacy.lastOfFebruary);

    await scan(page, codes.phone);
    for (const number of PIECES.slice(0, 2)) await scan(page, number);
    await linesAre(page, 'quantity', '3', '2', '1', '2');
    // The last number is scanned in the dialog, and the code of other goods leaves it with what it has.
    await cells(page, 'batches').nth(3).click(SOON);
    await cells(page, 'batches').nth(3).locator('button').click(SOON);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor(SOON);
    await scan(page, PIECES[2]);
    await dialog.getByText(PIECES[2]).waitFor(SOON);
    await photo(page, 'pieces');
    await scan(page, codes.drops);
    await expect.poll(() => dialog.count(), SOON).toBe(0);
    await linesAre(page, 'quantity', '3', '2', '2', '3');
    await put(page, 'quantity', 2, '4');
    for (const [line, price] of ['4500', '4500', '2500', '200000'].entries()) await put(page, 'price', line, price);
    await page.locator('[data-field=payment_type] select').selectOption('on_account');
    await photo(page, 'received');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/purchases\/\d+$/, SOON);
    purchase = Number(/\d+$/.exec(page.url())?.[0]);
    await press(page, 'document:transitions.complete');
    await stockIs(drug, 'A1 90', 'A2 60');
    await stockIs(drops, 'OLD 5', 'LOST 1', 'E1 4');
    await stockIs(phone, ...PIECES.map((number) => `${number} 1`));
    // 3 x 4,500 + 2 x 4,500 + 4 x 2,500 + 3 x 200,000 = 632,500, beside 750,000 and 12,000 of before.
    await pharmacy.ledgerIs({ inventory: 1_394_500, payable: -1_394_500 });
    await page.context().close();
  });

  it('are counted on a telephone: a batch is found, and the one that nobody counted is named', async () => {
    const { codes, scanned, drug, drops, day, oldDay } = pharmacy;
    const places = { outlets: [1], inventories: [1] };
    const permissions = ['show', 'index', 'store', 'update', 'complete'].map((name) => `count_rounds/${name}`);
    const sees = ['inventories/index', 'inventory_adjustments/show', 'inventory_adjustments/index'];
    const path = '/warehouse/counting-rounds/new';
    const shop = { ...pharmacy.office, address: pharmacy.address } as Parameters<typeof openAs>[0];
    const page = await openAs(shop, { name: 'Sara', permissions: [...permissions, ...sees], ...places }, path, 'ckb');
    await page.setViewportSize(PHONE);
    await page.getByRole('combobox').first().fill('سەرەکی');
    await page.getByRole('option').first().click(SOON);
    await press(page, 'counting:load');
    await press(page, 'counting:start');
    await page.getByRole('textbox', { name: say('counting:search') }).waitFor(SOON);
    for (let pack = 0; pack < 3; pack += 1) await scanned(page, `010${codes.box}10A1`, `17${day.a1}`);
    for (let pack = 0; pack < 2; pack += 1) await scanned(page, `010${codes.box}17${day.a2}10A2`);
    await scanned(page, `010${codes.box}17${day.a3}10A3`);
    const last = page.locator('[data-last-counted] li');
    await expect.poll(() => last.count(), SOON).toBe(6);
    // A code without a batch asks; the other code on the package answers.
    await scan(page, codes.drops);
    await page.getByRole('dialog').waitFor(SOON);
    await scanned(page, `010${codes.drops}17${day.e1}10E1`);
    await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0);
    for (let pack = 0; pack < 3; pack += 1) await scanned(page, `010${codes.drops}17${day.e1}10E1`);
    for (let pack = 0; pack < 5; pack += 1) await scanned(page, `010${codes.drops}17${oldDay}10OLD`);
    const soFar = page.getByRole('region', { name: say('counting:so_far') });
    await expect
      .poll(() => soFar.locator('[data-batch]').allTextContents(), SOON)
      .toEqual(
        ['A1 .*× 3 ', 'A2 .*× 2 ', 'A3 .*× 1 ', 'OLD .*× 5 ', 'E1 .*× 4 '].map((text) => expect.stringMatching(text)),
      );
    await expect.poll(() => last.first().textContent(), SOON).toMatch(/OLD · \d\d\/\d\d\/\d{4}/);
    await photo(page, 'counted');
    const finish = page.getByRole('button', { name: say('counting:complete') });
    await expect.poll(() => finish.isEnabled(), SOON).toBe(true);
    await finish.click(SOON);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('LOST').waitFor(SOON);
    await expect.poll(() => dialog.textContent(), SOON).not.toContain('OLD');
    await photo(page, 'counting-ends');
    await dialog.getByRole('button', { name: say('counting:complete') }).click(SOON);
    await page.getByRole('link', { name: say('counting:open_count') }).waitFor(SOON);
    await page.context().close();
    // Another person than the one who counted approves it.
    const office = await pharmacy.office.open('/warehouse/inventory-adjustment/1', OFFICE);
    await linesAre(office, 'difference', '1 قوتووی ٣٠', 'سالب-1 دانە');
    await photo(office, 'count');
    await press(office, 'document:transitions.approve');
    await stockIs(drug, 'A1 90', 'A2 60', 'A3 30');
    await stockIs(drops, 'OLD 5', 'E1 4');
    // 30 tablets at 150 are found; a bottle is lost at (6 x 2,000 + 4 x 2,500) / 10 = 2,200.
    await pharmacy.ledgerIs({ inventory: 1_396_800, shrinkage: -2_300 });
    await office.context().close();
  });

  it('are sold at a till by every code that a package has, and what has expired is refused', async () => {
    const { codes, scanned, drug, drops, phone, day, oldDay, year } = pharmacy;
    till = await AtTill.at(await pharmacy.till(), pharmacy.address);
    const { page } = till;
    await page.setViewportSize({ width: 1024, height: 768 });
    await till.signIn('Shilan');
    await till.openDrawer(100_000);
    await scanned(page, `010${codes.box}10A1`, `17${day.a1}`);
    for (const code of [codes.drops, codes.strip, PIECES[1]]) await scan(page, code);
    const sold = page.locator('li[data-line] > div:first-child > button [data-batch]');
    const a1 = `A1 · 28/02/${year + 1}`;
    await expect
      .poll(() => sold.allTextContents(), SOON)
      .toEqual([a1, `E1 · ${pharmacy.lastOfFebruary}`, a1, PIECES[1]]);
    await scanned(page, `010${codes.drops}17${oldDay}10OLD`);
    const line = page.locator('li[data-line]').last();
    await expect.poll(() => line.textContent(), SOON).toMatch(/OLD.*بەسەرچووە و نافرۆشرێت/);
    await expect.poll(() => page.getByRole('button', { name: /F9/ }).last().isDisabled(), SOON).toBe(true);
    await photo(page, 'expired');
    await press(page, 'selling:remove');
    // 7,000 + 4,000 + 2,500 + 250,000
    await till.totalIs(263_500);
    await photo(page, 'selling');
    await pharmacy.pay(page, '270000');
    await photo(page, 'paid');
    await till.allStored();
    const paper = (await till.written()).at(-1)?.paper ?? '';
    for (const told of [a1, `E1 · ${pharmacy.lastOfFebruary}`, PIECES[1], `/${year + 1}`, 'شریت', 'قوتووی ٣٠']) {
      expect(paper).toContain(told);
    }
    expect(paper).toMatch(new RegExp(`گەرەنتی تا\\s*${pharmacy.today}/${year + 1}`));
    // 90 - 30 of the box - 10 of the strip
    await stockIs(drug, 'A1 50', 'A2 60', 'A3 30');
    await stockIs(drops, 'OLD 5', 'E1 3');
    await stockIs(phone, `${PIECES[0]} 1`, `${PIECES[2]} 1`);
    // 40 x 150 + 2,200 + 200,000 = 208,200
    await pharmacy.ledgerIs({ inventory: 1_188_600, sales: -263_500, cost_of_goods_sold: 208_200 });
  });

  it('come back by a receipt that names unit, batch and day, and without one by the batch on the package', async () => {
    const { codes, drug, drops, year } = pharmacy;
    const { page } = till;
    await page.locator('a[href="/pos/receipts"]').click(SOON);
    await page.locator('main form input').waitFor(SOON);
    await scan(page, PIECES[1]);
    await page.locator('[data-line="1"]').waitFor(SOON);
    const a1 = `A1 · 28/02/${year + 1}`;
    await expect
      .poll(() => page.locator('[data-line] [data-batch]').allTextContents(), SOON)
      .toEqual([a1, `E1 · ${pharmacy.lastOfFebruary}`, a1, expect.stringContaining(PIECES[1])]);
    await expect.poll(() => page.locator('[data-line="3"]').textContent(), SOON).toContain('1 / 1 شریت');
    await page
      .locator('[data-line="3"]')
      .getByRole('button', { name: say('selling:all_of_it') })
      .click(SOON);
    await page.getByLabel(/^هۆکار/).fill('پێویست نییە');
    await photo(page, 'refund');
    await page
      .getByRole('button', { name: say('selling:refund'), exact: true })
      .last()
      .click(SOON);
    await stockIs(drug, 'A1 60', 'A2 60', 'A3 30');

    await page.locator('a[href="/pos"]').click(SOON);
    await scan(page, codes.drops);
    await page.locator('li[data-line]').first().waitFor(SOON);
    await page.locator('a[href="/pos/receipts"]').click(SOON);
    await page.locator('main form input').waitFor(SOON);
    await press(page, 'selling:without_receipt');
    await page.getByLabel(/^هۆکار/).fill('شکاو');
    await page.getByText(say('selling:batch_back_missing')).first().waitFor(SOON);
    // What would be sold next is not proposed.
    await page.getByRole('button', { name: /^وەجبە: / }).click(SOON);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor(SOON);
    await expect.poll(() => dialog.getByText(say('selling:batch.first_expired')).count(), SOON).toBe(0);
    await photo(page, 'batch-back');
    await dialog.getByRole('option', { name: /E1/ }).click(SOON);
    await photo(page, 'without-receipt');
    await page
      .getByRole('button', { name: say('selling:refund') })
      .last()
      .click(SOON);
    await dialog.locator('input[type=password]').fill('234299');
    await page.keyboard.press('Enter');
    await page.locator('main form input').waitFor(SOON);
    await till.allStored();
    await stockIs(drops, 'OLD 5', 'E1 4');
    // The strip comes back at 10 x 150, the bottle at 2,200; 2,500 + 4,000 are paid back.
    await pharmacy.ledgerIs({ inventory: 1_192_300, cost_of_goods_sold: 204_500 });
    expect(await pharmacy.account('Till')).toBe(100_000 + 263_500 - 6_500);
  });

  it('of a recalled batch are held, their buyers told by telephone, and the rest goes back for a credit', async () => {
    const { codes, scanned, drug, day, year, office, address } = pharmacy;
    const page = await office.open('/sales/sales/new', OFFICE);
    await page.locator('[role=grid]').first().waitFor(SOON);
    await choose(page, 'customer_fk', 'شیلان');
    await scanned(page, `010${codes.box}10A1`, `17${day.a1}`);
    await linesAre(page, 'batches', /^A1 · \S+ × 1 (Box of 30|قوتووی ٣٠)$/);
    await page.locator('[data-field=payment_type] select').selectOption('on_account');
    await photo(page, 'sale');
    await page.keyboard.press('Control+Enter');
    await stockIs(drug, 'A1 30', 'A2 60', 'A3 30');

    const recall = `/reports/batch-recall?item_fk=${drug}&batch_number=A1`;
    await page.goto(`${address}${recall}`);
    const rows = page.locator('tbody tr');
    await expect.poll(() => rows.count(), SOON).toBe(6);
    await photo(page, 'recall');
    await rows
      .first()
      .getByRole('link', { name: say('report:actions.hold') })
      .click(SOON);
    await page.locator('[data-field=hold_type] select').selectOption('recalled');
    await page.locator('[data-field=reason] input').fill('کێشانەوەی کۆمپانیا');
    await photo(page, 'hold');
    await page.keyboard.press('Control+Enter');
    const refused = async () => {
      await till.page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
      return (await till.page.locator('li[data-line]').first().textContent()) ?? '';
    };
    await till.page.locator('a[href="/pos"]').click(SOON);
    await scanned(till.page, `010${codes.box}10A1`, `17${day.a1}`);
    await till.page.locator('li[data-line]').first().waitFor(SOON);
    await expect.poll(refused, SOON).toMatch(/A1.*ڕاگیراوە و نافرۆشرێت/);
    await photo(till.page, 'held');

    await page.goto(`${address}${recall.replace('batch-recall', 'batch-buyers')}`);
    await expect
      .poll(() => rows.allTextContents(), SOON)
      .toEqual([
        expect.stringMatching(/دەرمانخانەی شیلان.*07501234567.*1 قوتووی ٣٠$/),
        expect.stringMatching(/1 قوتووی ٣٠$/),
      ]);
    await photo(page, 'buyers');

    await page.goto(`${address}/purchases/purchases-returns/new?purchase=${purchase}`);
    await linesAre(page, 'whole_batch', `A1 · 28/02/${year + 1}`, `A2 · 31/08/${year + 1}`, /^E1 /);
    await put(page, 'quantity', 0, '1');
    await photo(page, 'return');
    await press(page, 'purchasing:awaited.send');
    const answer = page.getByRole('button', { name: say('document:transitions.credit') });
    await answer.waitFor(SOON);
    await stockIs(drug, 'A2 60', 'A3 30');
    await pharmacy.ledgerIs({ supplier_claims: 4_500, payable: -1_394_500 });
    await answer.click(SOON);
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-field=amount] input').fill('4000');
    await dialog.locator('[data-field=credit_reference] input').fill('CN-77');
    await dialog.locator('[data-field=credit_reason] input').fill('قوتووی کراوە');
    await photo(page, 'answer');
    await dialog.getByRole('button', { name: say('document:transitions.credit') }).click(SOON);
    await expect.poll(() => page.locator('[data-credit]').textContent(), SOON).toContain('CN-77 · قوتووی کراوە');
    await photo(page, 'answered');
    // 1,192,300 - 4,500 of the sale - 4,500 of the return; the debt is less by what was credited.
    await pharmacy.ledgerIs({
      inventory: 1_183_300,
      supplier_claims: 0,
      payable: -1_390_500,
      cost_of_goods_sold: 209_000,
    });
    await page.context().close();
  });
});
