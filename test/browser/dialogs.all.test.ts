/**
 * The dialogs of the steps of documents: the focus is on something with a name, Enter answers or leads to what is still needed,
 * which stands beside the grey button, and the focus comes back to the screen.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goTo, keysShown, settled } from './looking.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { SOON } from './typing.ts';

/** The steps that ask something first. */
const ASKING = new Set([
  ...['Return to draft', 'Discard', 'Reverse', 'Reopen', 'Open', 'Disapprove', 'Return to pending'],
  ...['Deliver', 'Receive', 'The rest is missing', 'Convert to sale', 'Pay in advance', 'Reverse a payment'],
]);
const STEPS_MIN = 6;

interface Looked {
  readonly focus: string;
  readonly isGrey: boolean;
  readonly lacking: string;
  /** Whether Enter answers here: on a button, or in a form. */
  readonly answers: boolean;
  readonly fits: boolean;
}

const look = (page: Page): Promise<Looked> =>
  page.evaluate(() => {
    const dialog = document.querySelector('[role=dialog]');
    const { activeElement: element } = document;
    const { labels } = element as HTMLInputElement;
    const named = element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '';
    const primary = [...(dialog?.querySelectorAll<HTMLButtonElement>('button') ?? [])].at(-1);
    const panel = dialog?.querySelector('h2')?.parentElement?.parentElement?.getBoundingClientRect();
    return {
      focus: dialog?.contains(element) ? named.trim() : '',
      isGrey: primary?.disabled === true,
      lacking: dialog?.querySelector('[data-lacking]')?.textContent ?? '',
      answers: element === primary || element?.closest('form') !== null,
      fits: panel !== undefined && panel.left >= 0 && panel.right <= innerWidth && panel.bottom <= innerHeight,
    };
  });

const focusOnScreen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const isThere = document.querySelector('#screen')?.contains(element) === true;
    const named = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return isThere ? named.trim() : '';
  });

describe.skipIf(!hasChromium)('the dialogs of steps', () => {
  let shop: Shop;
  let addresses: readonly string[];
  let page: Page;
  beforeAll(async () => {
    shop = await openShop();
    const [item] = await stockShop(shop, 1);
    const lines = [{ item_fk: item?.id, unit_fk: 1, quantity: '2', price: '1500' }];
    const add = async (path: string, body: object): Promise<number> => {
      const { data } = await shop.api('POST', path, { date: thisYear('03-12'), ...body });
      return Number((data as Readonly<Record<string, unknown>>)['id']);
    };
    const onAccount = { ...atMain, payment_type: 'on_account', status: 'complete', lines };
    const sale = await add('sales', { ...onAccount, customer_fk: 1 });
    const draft = await add('sales', { ...onAccount, customer_fk: 1, status: 'draft' });
    const purchase = await add('purchases', { ...onAccount, supplier_fk: 1 });
    const order = await add('purchase_orders', { ...atMain, supplier_fk: 1, lines });
    const quotation = await add('quotations', { ...atMain, customer_fk: 1, lines });
    await shop.api('POST', `purchase_orders/${order}/bill`, {});
    const money = { outlet_fk: 1, currency_fk: 1, account_fk: 1, amount: '1000', allocate: 'none' };
    const paid = await add('customer_transactions', { ...money, customer_fk: 1, transaction_type: 'receive' });
    addresses = [
      ...[`/sales/sales/${sale}`, `/sales/sales/${draft}`, `/purchases/purchases/${purchase}`],
      ...[`/purchases/purchase-orders/${order}`, `/sales/sale-quotations/${quotation}`],
      ...[`/customers/transactions/${paid}`, '/purchases/purchases/1'],
    ];
    page = await shop.open('/');
  });
  afterAll(() => shop?.close());

  /** The buttons of the open document that may ask something. */
  async function stepsOf(address: string): Promise<readonly string[]> {
    await goTo(page, address);
    await settled(page);
    const bar = page.locator('#screen div:has(> h1)').first();
    await bar.getByRole('button').first().waitFor(SOON);
    const names = await bar.getByRole('button').allTextContents();
    return names.filter((name) => ASKING.has(name));
  }

  it('take Enter, say what they need, and give the focus back', async () => {
    const seen: string[] = [];
    const wrong: object[] = [];
    for (const address of addresses) {
      for (const step of await stepsOf(address)) {
        await page.getByRole('button', { name: step, exact: true }).first().click();
        const dialog = page.getByRole('dialog');
        const opened = `${address} ${step}: asks something`;
        await expect.poll(() => dialog.count(), { message: opened, ...SOON }).toBe(1);
        seen.push(step);
        await settled(page);
        const first = await look(page);
        const isSaid = first.isGrey ? first.lacking !== '' : first.answers;
        const keys = await keysShown(page);
        if (first.isGrey) await page.keyboard.press('Enter');
        const after = first.isGrey ? await look(page) : first;
        await page.setViewportSize({ width: 360, height: 740 });
        const small = await look(page);
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached', ...SOON });
        const message = `${address} ${step}: the focus is back on the screen`;
        await expect.poll(() => focusOnScreen(page), { message, ...SOON }).not.toBe('');
        const isRight = first.focus !== '' && after.focus !== '' && isSaid && first.fits && small.fits;
        if (!isRight || keys.length > 0) wrong.push({ address, step, first, after, small: small.fits, keys });
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.length).toBeGreaterThanOrEqual(STEPS_MIN);
    await page.context().close();
  });

  it('say which field is empty until it is typed, and Enter then answers', async () => {
    const window = await shop.open(addresses[0] ?? '/');
    await window.getByRole('button', { name: 'Return to draft' }).click();
    const lacking = window.locator('[data-lacking]');
    await expect.poll(() => lacking.textContent(), SOON).toBe('Still needed: Reason');
    await window.keyboard.press('Enter');
    await expect.poll(() => window.getByRole('dialog').count()).toBe(1);
    await window.keyboard.type('the price was wrong');
    await expect.poll(() => lacking.count(), SOON).toBe(0);
    await window.keyboard.press('Enter');
    await window.getByRole('dialog').waitFor({ state: 'detached', ...SOON });
    await window.getByRole('button', { name: 'Complete', exact: true }).waitFor(SOON);
    await expect.poll(() => focusOnScreen(window), SOON).not.toBe('');
    await window.context().close();
  });
});
