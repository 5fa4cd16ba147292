/**
 * A pharmacy that also sells telephones: goods with three units and codes of their own, what it has of before, and its
 * figures by HTTP. Its documents are entered on the screens.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TrialBalanceRow } from '../../read-api/reports/trial-balance.ts';
import { lowestRows, signedBalance } from '../support/trial-balance.ts';
import { thisYear } from './shop.ts';
import { words } from './steps.ts';
import { TradingShop } from './till/trading-shop.ts';
import { SOON } from './typing.ts';

const KEPT = { has_batch_number: true, has_expire: true, expire_alert_days: 60 };

/** With its check digit. */
const gtin = (digits: string): string => {
  const sum = [...digits].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
};

const CODES = {
  ...{ tablet: gtin('629104150021'), strip: gtin('629104150022'), box: gtin('629104150023') },
  ...{ drops: gtin('629104150024'), phone: gtin('629104150025') },
};

export class Pharmacy {
  readonly codes = CODES;
  readonly year = new Date().getFullYear();
  /** Days of expiry as the codes have them. */
  readonly day: Record<'a1' | 'a2' | 'a3' | 'e1', string>;
  /** The day of a batch that expired yesterday. */
  readonly oldDay: string;
  readonly lastOfFebruary: string;
  /** Day and month. */
  readonly today: string;
  readonly #shop: TradingShop;
  readonly #yesterday: string;
  drug = 0;
  drops = 0;
  phone = 0;

  private constructor(shop: TradingShop) {
    this.#shop = shop;
    const [one, two] = [String(this.year + 1).slice(2), String(this.year + 2).slice(2)];
    const last = new Date(Date.UTC(this.year + 2, 2, 0)).getUTCDate();
    this.day = { a1: `${one}0228`, a2: `${one}0831`, a3: `${one}1130`, e1: `${two}02${last}` };
    this.lastOfFebruary = `${last}/02/${this.year + 2}`;
    this.#yesterday = dayOf(new Date(Date.now() - 86_400_000));
    this.oldDay = this.#yesterday.slice(2).replaceAll('-', '');
    this.today = dayOf(new Date()).slice(5).split('-').reverse().join('/');
  }

  static async open(): Promise<Pharmacy> {
    const pharmacy = new Pharmacy(await TradingShop.open());
    await pharmacy.#stock();
    return pharmacy;
  }

  get office() {
    return this.#shop.office;
  }

  get address(): string {
    return this.#shop.wire.address;
  }

  till(): Promise<BrowserContext> {
    return this.#shop.till('First', { language: 'ckb' });
  }

  close(): Promise<void> {
    return this.#shop.close();
  }

  /** A scan of a GS1 code: its elements with the separator between them, and capitals with shift, as scanners send them. */
  async scanned(page: Page, ...elements: readonly string[]): Promise<void> {
    const pace = (ms: number) =>
      page.evaluate((pause) => {
        (window as unknown as { keyPauseMs: number }).keyPauseMs = pause;
      }, ms);
    await pace(8);
    for (const [index, element] of elements.entries()) {
      if (index > 0) await page.keyboard.press('Control+BracketRight');
      for (const run of element.match(/[A-Z]|[^A-Z]+/g) ?? []) {
        if (/[A-Z]/.test(run)) await page.keyboard.press(`Shift+Key${run}`);
        else await page.keyboard.type(run);
      }
    }
    await page.keyboard.press('Enter');
    await pace(120);
  }

  /** Pays the receipt on the screen with a note, as a cashier does. */
  async pay(page: Page, handed: string): Promise<void> {
    await page.keyboard.press('F9');
    await page.locator('section h1').waitFor(SOON);
    await page.locator('section input').first().fill(handed);
    await page.keyboard.press('Enter');
    await page.locator('section button:not([aria-disabled])', { hasText: 'F9' }).waitFor(SOON);
    await page.keyboard.press('F9');
    await page.locator('[role=status] [data-change]').waitFor(SOON);
  }

  /** What is on hand of an item, by batch, in base units. */
  async batches(item: number): Promise<readonly string[]> {
    const { data } = (await this.office.api('GET', `items/${item}/batches`)) as {
      data: { batch_number: string; quantity: string }[];
    };
    return data
      .filter(({ quantity }) => quantity !== '0')
      .map(({ batch_number, quantity }) => `${batch_number} ${quantity}`);
  }

  /** Waits until the accounts of these keys have these balances; a credit is below zero. */
  async ledgerIs(expected: Readonly<Record<string, number>>): Promise<void> {
    const shown = async () => {
      const rows = await this.#balances();
      return Object.fromEntries(
        Object.keys(expected).map((key) => [
          key,
          rows
            .filter((row) => row.key.replaceAll('-', '_') === key)
            .reduce((sum, row) => sum + Number(signedBalance(row)), 0),
        ]),
      );
    };
    await expect.poll(shown, SOON).toEqual(expected);
  }

  async account(name: string): Promise<number> {
    const row = (await this.#balances()).find((account) => account.name === name);
    return row ? Number(signedBalance(row)) : 0;
  }

  async #balances(): Promise<readonly TrialBalanceRow[]> {
    const { data } = (await this.office.api('GET', 'financial_reports/trial_balance')) as { data: { rows: unknown } };
    return lowestRows(data.rows);
  }

  async #stock(): Promise<void> {
    const add = async (path: string, body: Readonly<Record<string, unknown>>): Promise<number> => {
      const { data } = (await this.office.api('POST', path, body)) as { data: Record<string, number> };
      return Number(data['id'] ?? Object.values(data)[0]);
    };
    const unit = (unit_name: string, unit_name_ckb: string) => add('units', { unit_name, unit_name_ckb });
    const of = (unit_fk: number, base_unit_qty: string, sale_price: string, barcode: string) => {
      const is_base = base_unit_qty === '1';
      return { unit_fk, base_unit_qty, sale_price, barcodes: [barcode], is_base, is_default: is_base };
    };
    const { tablet, strip, box, drops, phone } = CODES;
    this.drug = await add('items', {
      ...{ item_name: 'Amoxicillin 500 mg', item_name_ckb: 'ئەمۆکسیسیلین ٥٠٠ مگم', item_code: 'AMX', ...KEPT },
      item_units: [
        of(await unit('Tablet', 'حەب'), '1', '250', tablet),
        of(await unit('Strip', 'شریت'), '10', '2500', strip),
        of(await unit('Box of 30', 'قوتووی ٣٠'), '30', '7000', box),
      ],
    });
    this.drops = await add('items', {
      ...{ item_name: 'Eye drops', item_name_ckb: 'قەترەی چاو', item_code: 'EYE', ...KEPT },
      item_units: [of(1, '1', '4000', drops)],
    });
    this.phone = await add('items', {
      ...{ item_name: 'Phone', item_name_ckb: 'مۆبایل', item_code: 'PHN' },
      ...{ serial_numbers: 'at_receipt', warranty_months: 12, item_units: [of(1, '1', '250000', phone)] },
    });
    const line = { item_fk: this.drops, unit_fk: 1, price: '2000' };
    await add('purchases', {
      ...{ outlet_fk: 1, inventory_fk: 1, currency_fk: 1, supplier_fk: 1, date: thisYear('01-10') },
      ...{ payment_type: 'on_account', status: 'complete' },
      lines: [
        { ...line, quantity: '5', batch_number: 'OLD', expire_date: this.#yesterday },
        { ...line, quantity: '1', batch_number: 'LOST', expire_date: `${this.year + 1}-06-30` },
      ],
    });
    await add('customers', { consumer_name: 'دەرمانخانەی شیلان', mobile: '07501234567' });
  }
}

const dayOf = (moment: Date): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  return [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
};

/** A picture for people, where `SCREENSHOTS` names a folder. */
export const photo = async (page: Page, name: string) => {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/half-day-${name}.png` });
};

export const cells = (page: Page, field: string) =>
  page.locator(`[role=gridcell][data-place^="lines:"][data-place$=":${field}"]`);

export const press = (page: Page, key: string) =>
  page
    .getByRole('button', { name: words('ckb', key), exact: true })
    .first()
    .click(SOON);

/** The cells of a column, without those of empty lines below. */
const column = async (page: Page, field: string) => {
  const texts = await cells(page, field).allTextContents();
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
};

export const linesAre = (page: Page, field: string, ...texts: readonly (string | RegExp)[]) =>
  expect
    .poll(() => column(page, field), SOON)
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));

export const put = async (page: Page, field: string, line: number, text: string) => {
  await cells(page, field).nth(line).click(SOON);
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
};
