/**
 * The archive of everything: values to the last digit as separated values and as workbooks, what is attached, and the page of
 * totals; for the super user alone, as a job whose file is that person's.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { removeOldArchives } from '../../command-api/jobs/export-everything.ts';
import { archiveEverything } from '../../read-api/audit/export/archive.ts';
import { connectReader } from '../../read-api/database/reader.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, string>>;

const PDF_FILE = Buffer.from('%PDF-1.7\nthe books of 2025\n%%EOF\n');
const LONG = 'x <&> "y"\n'.repeat(9).trim();

let office: Office;
let shop: Shop;
let dataDir: string;
let paper: string;
let jobId: string;
let entries: Readonly<Record<string, Uint8Array>>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-everything-'));
  office = await openOffice(dataDir);
  shop = await openShop(office);
  paper = await uploaded('دفتر: 2025.pdf');
  await uploaded('held by nothing.pdf');
  await office.send('PATCH', 'financial_years/1', { attachments: [paper] });
  await office.add('customers', { consumer_name: '=1+1', code: '0077', note: LONG, mobile: '+964 770 123 4567' });
  const usd = { currency_fk: 2, rate: '1500' };
  await office.add('purchases', purchaseBody(shop, '7', { ...usd, lines: [line('7', '3.3333')] }));
  await office.add('purchases', purchaseBody(shop, '3', { lines: [line('3', '700.35')] }));
  await office.add('sales', saleBody(shop, '2'));
  const started = await office.send('POST', 'jobs/export_everything', {});
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  jobId = String(started.body.data['job_id']);
  await ended(jobId);
  entries = unzipSync((await fileOf(jobId)).bytes);
});
afterAll(async () => {
  await office?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const line = (quantity: string, price: string) => ({ item_fk: shop.item, unit_fk: shop.unit, quantity, price });

async function uploaded(name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(PDF_FILE)]), name);
  const sent = new Response(form);
  const answer = await office.app.inject({
    method: 'POST',
    url: '/api/attachments',
    headers: { 'content-type': sent.headers.get('content-type') ?? '', authorization: `Bearer ${office.token}` },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return answer.json().data.attachment_id;
}

async function ended(id: string): Promise<void> {
  for (;;) {
    const { data } = await office.read(`jobs/${id}`);
    if (data['state'] === 'completed') return;
    if (data['state'] === 'failed') throw new Error(String(data['error']));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function fileOf(id: string, token = office.token) {
  const { statusCode, headers, rawPayload } = await office.app.inject({
    method: 'GET',
    url: `/api/jobs/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: statusCode, headers, bytes: rawPayload };
}

const rowsOf = (path: string): Row[] =>
  parse(strFromU8(entries[path] ?? new Uint8Array()), { bom: true, columns: true, relax_quotes: true }) as Row[];

describe('the archive', () => {
  it('has each file twice, as separated values and as a workbook with the same cells to the last digit', async () => {
    const files = Object.keys(entries).filter((path) => path.endsWith('.csv'));
    expect(files.length).toBeGreaterThan(15);
    const workbooks = Object.keys(entries).filter((path) => path.endsWith('.xlsx'));
    expect(workbooks.toSorted()).toEqual(files.map((path) => path.replace(/\.csv$/, '.xlsx')).toSorted());
    for (const path of files) {
      const text = parse(strFromU8(entries[path] ?? new Uint8Array()), { bom: true }) as string[][];
      const sheet = await readSheet(Buffer.from(entries[path.replace(/\.csv$/, '.xlsx')] ?? new Uint8Array()));
      // A separated text that would be a formula is in a formula that is that text.
      const cells = text.map((row) => row.map((cell) => cell.replace(/^="(.*)"$/, '$1')));
      const shown = sheet.map((row) =>
        cells[0]?.map((_, at) => ((row[at] ?? '') === null ? '' : String(row[at] ?? ''))),
      );
      expect(shown, path).toEqual(cells);
      // Beside these the workbook has no cell.
      expect(Math.max(...sheet.map((row) => row.length)), path).toBeLessThanOrEqual(cells[0]?.length ?? 0);
    }
    const lines = await readSheet(Buffer.from(entries['documents/purchases-lines.xlsx'] ?? new Uint8Array()));
    const [headings = []] = lines;
    const price = headings.indexOf('price');
    expect(lines.slice(1).map((row) => row[price])).toEqual([3.3333, 700.35]);
    const [customers = [], ...rows] = await readSheet(
      Buffer.from(entries['records/customers.xlsx'] ?? new Uint8Array()),
    );
    const made = rows.find((row) => row[customers.indexOf('consumer_name')] === '=1+1');
    expect(made?.[customers.indexOf('code')]).toBe('0077');
    expect(made?.[customers.indexOf('note')]).toBe(LONG);
  });

  it('has what is attached, and says who holds it; what nothing holds is not in it', () => {
    const held = rowsOf('attachments.csv');
    expect(held).toHaveLength(1);
    const [{ path = '', ...row } = {}] = held;
    const sha256 = createHash('sha256').update(PDF_FILE).digest('hex');
    expect(row).toMatchObject({ attachment: paper, file_name: 'دفتر: 2025.pdf', sha256, held_by: 'financial_year-1' });
    expect(path).toBe(`attachments/${paper.slice(0, 32)}-دفتر_ 2025.pdf`);
    expect(Buffer.from(entries[path] ?? new Uint8Array()).equals(PDF_FILE)).toBe(true);
    expect(Object.keys(entries).filter((name) => name.startsWith('attachments/'))).toEqual([path]);
  });

  it('has balances in both currencies and totals that are those of the books', async () => {
    const balances = rowsOf('books/balances.csv');
    const sumOf = (rows: readonly Row[], field: string) => rows.reduce((sum, row) => sum + Number(row[field]), 0);
    expect(sumOf(balances, 'debit')).toBeCloseTo(sumOf(balances, 'credit'), 6);
    expect(balances).toContainEqual({
      ...{ account: '2110', account_name: 'Payable', outlet: 'Bazaar', currency: 'US dollar' },
      ...{ debit: '0', credit: '34995', in_currency: '-23.33' },
    });
    const trial = JSON.stringify((await office.read('financial_reports/trial_balance?as_at=2026-12-31')).data);
    const totals = rowsOf('totals.csv');
    const debit = totals.find(({ file, of }) => file === 'import/old_accounts.csv' && of === 'debit')?.['total'];
    expect(trial).toContain(debit);
    for (const path of Object.keys(entries).filter((name) => name.endsWith('.csv') && name !== 'totals.csv')) {
      expect(totals.find(({ file }) => file === path)?.['rows'], path).toBe(String(rowsOf(path).length));
    }
  });
});

describe('a business that is larger than an archive', () => {
  const archived = async (limits: { readonly entries: number; readonly bytes: number }) => {
    vi.stubEnv('DATA_DIR', dataDir);
    const reader = connectReader(rolesAt(office.database.url).read);
    const written: string[] = [];
    const failed = await archiveEverything(reader, join(dataDir, 'large.zip'), (path) => written.push(path), limits)
      .then(() => undefined, String)
      .finally(() => reader.destroy());
    vi.unstubAllEnvs();
    const left = readdirSync(dataDir).filter((name) => name.startsWith('large'));
    for (const name of left) rmSync(join(dataDir, name));
    return { failed, left, isBegun: written.length > 0 };
  };
  const told =
    'ArchiveTooLarge: the business is larger than one archive takes: 4 GB, 65,535 files; npm run backup has everything';

  it('is told so, before anything is written where its attachments are too large, and nothing of it stays', async () => {
    const [all, bytes] = [Object.keys(entries).length, PDF_FILE.length];
    expect(await archived({ entries: 0, bytes: 1e9 })).toEqual({ failed: told, left: [], isBegun: false });
    expect(await archived({ entries: 1e4, bytes: bytes - 1 })).toEqual({ failed: told, left: [], isBegun: false });
    expect(await archived({ entries: 1e4, bytes: bytes + 100 })).toEqual({ failed: told, left: [], isBegun: true });
    expect(await archived({ entries: all - 1, bytes: 1e9 })).toEqual({ failed: told, left: [], isBegun: true });
    expect(await archived({ entries: all, bytes: 1e9 })).toEqual({
      failed: undefined,
      left: ['large.zip'],
      isBegun: true,
    });
  });
});

describe('the job', () => {
  it('is of the super user, whatever rights others have, and its file of whoever started it', async () => {
    const all = await office.person('controller', [
      'financial_reports/export',
      'system_settings/update',
      'items/show_cost',
    ]);
    const refused = await office.send('POST', 'jobs/export_everything', {}, { token: all });
    expect([refused.status, refused.body.errors?.['']?.[0]]).toEqual([
      403,
      'Only the super user takes everything of the business with them',
    ]);
    expect((await fileOf(jobId, all)).status).toBe(404);
    expect((await office.read(`jobs/${jobId}`, all)).status).toBe(404);
    const nobody = await office.person('seller', ['sales/store']);
    expect((await fileOf(jobId, nobody)).status).toBe(404);
    expect((await fileOf('0b0b0b0b-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await fileOf('..%2Fsecrets.json')).status).toBe(404);
  });

  it('writes one file that only its owner can read, is noted as an export, and removes the file after a day', async () => {
    const { headers } = await fileOf(jobId);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="daftar-\d{4}-\d\d-\d\d\.zip"$/),
    });
    const folder = join(dataDir, 'exports');
    expect(readdirSync(folder)).toEqual([`${jobId}.zip`]);
    expect(readFileSync(join(folder, `${jobId}.zip`)).length).toBe(Number(headers['content-length']));
    await removeOldArchives(dataDir);
    expect(readdirSync(folder)).toHaveLength(1);
    const old = Date.now() / 1000 - 25 * 3600;
    utimesSync(join(folder, `${jobId}.zip`), old, old);
    await removeOldArchives(dataDir);
    expect(existsSync(join(folder, `${jobId}.zip`))).toBe(false);
    expect((await fileOf(jobId)).status).toBe(404);
  });
});
