/** A PDF file is attached to a financial year and saved again; the owner takes everything along as one archive. */
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, violations } from './shop.ts';
import { press, SOON } from './typing.ts';

const PDF_FILE = Buffer.from('%PDF-1.7\nthe books of last year\n%%EOF\n');

describe.skipIf(!hasChromium)('old books', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  it('are attached to a year, with name and size, and saved from there', async () => {
    const page = await shop.open('/settings/financial-year');
    const papers = page.getByRole('group', { name: 'Papers of the year' });
    const add = papers.getByRole('button', { name: 'Add files: Papers of the year' });
    await add.waitFor(SOON);
    const chooser = page.waitForEvent('filechooser');
    await add.focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'دفتر 2025.pdf', mimeType: 'application/pdf', buffer: PDF_FILE });
    await papers.getByText('دفتر 2025.pdf').waitFor(SOON);
    await papers.getByText('1 KB').waitFor(SOON);
    const saved = page.waitForEvent('download');
    await papers.getByRole('link', { name: /دفتر 2025\.pdf/ }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('دفتر 2025.pdf');
    expect(readFileSync(await download.path()).equals(PDF_FILE)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('leave with everything else, by a button of the owner', async () => {
    const page = await shop.open('/audit/exports');
    await press(page, 'Prepare');
    await page.getByText(/^Ready: \d+ files, 1 of them attachments\./).waitFor(SOON);
    const saved = page.waitForEvent('download');
    await press(page, 'Download for Everything as one archive');
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^daftar-\d{4}-\d\d-\d\d\.zip$/);
    const entries = unzipSync(readFileSync(await download.path()));
    expect(Object.keys(entries)).toContain('totals.xlsx');
    const paper = Object.keys(entries).find((name) => name.endsWith('-دفتر 2025.pdf')) ?? '';
    expect(Buffer.from(entries[paper] ?? new Uint8Array()).equals(PDF_FILE)).toBe(true);
    expect(await violations(page)).toEqual([]);
  });
});
