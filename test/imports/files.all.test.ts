/** The files that the server accepts as spreadsheets, and the content that it reads. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadFile, ShownFormat } from '../../domain/imports/import-format.ts';
import { type Api, openApi, type Sent } from '../api/api.ts';
import { cellsOf, fileOf, sendFile, workbook } from './spreadsheets.ts';

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const HEADINGS = ['item_name', 'base_unit', 'sale_price', 'barcode'];
const refusal = ({ status, body }: Sent) => ({ status, file: body.errors?.['file'] });

/** A workbook whose first sheet has another text. */
async function withSheet(sheet: string | Uint8Array): Promise<Record<string, Uint8Array>> {
  const parts = unzipSync(await workbook([HEADINGS, ['Rice', 'Bag', 1, 'x']]));
  return { ...parts, 'xl/worksheets/sheet1.xml': typeof sheet === 'string' ? strToU8(sheet) : sheet };
}

describe('a format', () => {
  it('tells its columns with headings in the language of the request, to those who may use it', async () => {
    const { body } = await api.send('GET', 'imports', undefined, { headers: { 'accept-language': 'ckb' } });
    const formats = body.data as unknown as ShownFormat[];
    expect(formats.map(({ name }) => name)).toEqual([
      'items',
      'customers',
      'suppliers',
      'categories',
      'brands',
      'units',
      'users',
      'promotions',
      'item_prices',
      'opening_stock',
      'opening_items',
      'opening_assets',
      'old_accounts',
      'purchase_lines',
      'count_lines',
      'count_entries',
    ]);
    const [items] = formats;
    expect(items?.columns.find(({ name }) => name === 'item_name')).toMatchObject({ heading: 'ناوی کاڵا' });
    expect(items?.columns.find(({ name }) => name === 'item_type')).toMatchObject({ labels: ['کاڵا', 'خزمەتگوزاری'] });
    const clerk = await api.person('imports-customers', ['customers/import']);
    const hers = (await api.send('GET', 'imports', undefined, { token: clerk })).body.data as unknown as ShownFormat[];
    expect(hers.map(({ name }) => name)).toEqual(['customers']);
    expect((await api.send('GET', 'imports/items', undefined, { token: clerk })).status).toBe(403);
    expect((await sendFile(api, 'items', undefined, { token: clerk })).status).toBe(403);
  });

  it('has a heading of its own for each of its columns, in every language', async () => {
    for (const language of ['en', 'ar', 'ckb']) {
      const headers = { 'accept-language': language };
      const formats = (await api.send('GET', 'imports', undefined, { headers })).body.data as unknown as ShownFormat[];
      for (const { name, columns } of formats) {
        const found = await fileOf(api, name, [columns.map(({ heading }) => heading), columns.map(() => 'x')]);
        expect(found.ignored, `${language} ${name}`).toEqual([]);
        expect(found.columns.map((column) => column.heading)).toEqual(columns.map(({ heading }) => heading));
      }
    }
  });
});

describe('reading a file', () => {
  it('gives its rows by columns, with numbers as they are written and days as days', async () => {
    const read = await fileOf(api, 'items', [
      [...HEADINGS, 'Colour', 'shortage alert'],
      ['Rice', 'Bag', 0.1, 6291041500213, 'white', 12.5],
      [null, null, null, null, null, null],
      ['  Tea ', 'Box', 1234567890.12, '0042', null, true],
    ]);
    expect(read.ignored).toEqual(['Colour']);
    expect(read.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(read.rows).toEqual([
      {
        row: 2,
        cells: {
          item_name: 'Rice',
          base_unit: 'Bag',
          sale_price: '0.1',
          barcode: '6291041500213',
          shortage_alert: '12.5',
        },
      },
      {
        row: 4,
        cells: {
          item_name: 'Tea',
          base_unit: 'Box',
          sale_price: '1234567890.12',
          barcode: '0042',
          shortage_alert: '1',
        },
      },
    ]);
    const day = new Date(Date.UTC(2027, 5, 30));
    const lines = await fileOf(api, 'purchase_lines', [
      ['item', 'unit_quantity', 'unit_price', 'expire_date'],
      ['Rice', 1, 2, day],
    ]);
    expect(cellsOf(lines.rows)).toEqual([
      { item: 'Rice', unit_quantity: '1', unit_price: '2', expire_date: '2027-06-30' },
    ]);
  });

  it('keeps the power of ten of a whole number that has lost its last digits', async () => {
    const read = await fileOf(api, 'items', [
      HEADINGS,
      ['Rice', 'Bag', 250, 106_141_411_234_567_890],
      ['Tea', 'Bag', 250, 999_999_999_999_999],
    ]);
    expect(cellsOf(read.rows).map(({ barcode }) => barcode)).toEqual(['1.06141411234568E+17', '999999999999999']);
  });

  it('finds the headings in Kurdish and Arabic, marked or not, below a title', async () => {
    const read = await fileOf(api, 'items', [
      ['کاڵاکانی فرۆشگا', null, null],
      ['ناوی کاڵا *', 'اسم الوحدة', 'یەکەی  بنەڕەتی', 'سعر البيع', 'بارکۆد'],
      ['برنج', 'x', 'کیلۆ', '٢٥٠٠', '42'],
    ]);
    expect(read.ignored).toEqual(['اسم الوحدة']);
    expect(read.rows).toEqual([
      { row: 3, cells: { item_name: 'برنج', base_unit: 'کیلۆ', sale_price: '٢٥٠٠', barcode: '42' } },
    ]);
  });

  it('takes the value that was worked out of a formula, and the digits that were typed', async () => {
    const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1">${HEADINGS.map((name, at) => `<c r="${'ABCD'[at]}1" t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>
      <row r="2"><c r="A2" t="str"><f>CONCATENATE("Ri","ce")</f><v>Rice</v></c><c r="B2" t="inlineStr"><is><t>Bag</t></is></c>
        <c r="C2"><f>1+0.1</f><v>1.1000000000000001</v></c><c r="D2"><v>6.2910415002130004E12</v></c></row>
      <row r="3"><c r="A3" t="inlineStr"><is><t>=1+1</t></is></c><c r="B3" t="inlineStr"><is><t>Bag</t></is></c><c r="C3" t="e"><v>#DIV/0!</v></c></row>
    </sheetData></worksheet>`;
    const { body } = await sendFile(api, 'items', Buffer.from(zipSync(await withSheet(sheet))));
    expect(cellsOf((body.data as unknown as ReadFile).rows)).toEqual([
      { item_name: 'Rice', base_unit: 'Bag', sale_price: '1.1', barcode: '6291041500213' },
      { item_name: '=1+1', base_unit: 'Bag', sale_price: '#DIV/0!' },
    ]);
  });
});

describe('a file is refused', () => {
  it('that is not there, not a spreadsheet, broken or too large', async () => {
    expect(refusal(await sendFile(api, 'items', undefined))).toEqual({ status: 422, file: ['Excel file is required'] });
    expect(refusal(await api.send('POST', 'imports/items/file', {}))).toEqual({
      status: 422,
      file: ['Excel file is required'],
    });
    expect(refusal(await sendFile(api, 'items', Buffer.from('name;price\nRice;1')))).toEqual({
      status: 422,
      file: ['File type is not allowed'],
    });
    const zip = Buffer.from(zipSync({ 'hello.txt': strToU8('hello') }));
    expect(refusal(await sendFile(api, 'items', zip, { language: 'ckb' }))).toEqual({
      status: 422,
      file: ['جۆری فایلەکە ڕێگەپێدراو نییە'],
    });
    const good = await workbook([HEADINGS, ['Rice', 'Bag', 1, 'x']]);
    expect(refusal(await sendFile(api, 'items', good.subarray(0, 900)))).toMatchObject({ status: 422 });
    expect(
      refusal(await sendFile(api, 'items', Buffer.from(zipSync(await withSheet('<worksheet><sheetData><row'))))).status,
    ).toBe(422);
    const large = Buffer.concat([good, Buffer.alloc(2_097_152)]);
    expect(refusal(await sendFile(api, 'items', large))).toEqual({ status: 422, file: ['File size is more than 2M'] });
  });

  it('whose name is not that of an Excel file, whatever is in it', async () => {
    const file = await workbook([HEADINGS, ['Rice', 'Bag', 1, 'x']]);
    for (const fileName of ['items.xlsm', 'items.xlsx.exe', 'items', 'items.csv', '']) {
      const sent = await sendFile(api, 'items', file, { fileName });
      expect([fileName, sent.status]).toEqual([fileName, 422]);
    }
    expect((await sendFile(api, 'items', file, { fileName: 'ITEMS.XLSX' })).status).toBe(200);
  });

  it('or read without it, where its XML names a file, an address or a text that grows', async () => {
    const grows = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const types = `<!DOCTYPE worksheet [<!ENTITY own SYSTEM "file:///etc/passwd"><!ENTITY far SYSTEM "http://127.0.0.1:9/">
      <!ENTITY e0 "grown">${grows}]>`;
    const text = (at: string, said: string) => `<c r="${at}" t="inlineStr"><is><t>${said}</t></is></c>`;
    const head = HEADINGS.map((name, at) => text(`${'ABCD'[at]}1`, name)).join('');
    const row = text('A2', '&own;') + text('B2', '&far;') + text('D2', '&e9;');
    const sheet = `<?xml version="1.0"?>${types}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1">${head}</row><row r="2">${row}</row></sheetData></worksheet>`;
    const { status, body } = await sendFile(api, 'items', Buffer.from(zipSync(await withSheet(sheet))));
    expect([200, 422]).toContain(status);
    expect(JSON.stringify(body)).not.toMatch(/root:|growngrown/);
  });

  it('without a required column, and says each that is missing in the language of the person', async () => {
    const file = await workbook([
      ['sale_price', 'barcode'],
      [1, 'x'],
    ]);
    expect(refusal(await sendFile(api, 'items', file, { language: 'ar' }))).toEqual({
      status: 422,
      file: ['العمود اسم المادة مفقود', 'العمود الوحدة الأساسية مفقود'],
    });
    expect(refusal(await sendFile(api, 'items', await workbook([HEADINGS]))).file).toEqual([
      'The file has no rows below its headings',
    ]);
  });

  it('with 5,000 rows or more; 4,999 are read', async () => {
    const rows = (count: number) => [
      HEADINGS,
      ...Array.from({ length: count }, (_, n) => [`Item ${n}`, 'Bag', n, `b${n}`]),
    ];
    expect((await fileOf(api, 'items', rows(4999))).rows).toHaveLength(4999);
    for (const count of [5000, 5001]) {
      expect(refusal(await sendFile(api, 'items', await workbook(rows(count))))).toEqual({
        status: 422,
        file: ['The file must have fewer than 5,000 rows'],
      });
    }
  });
});

describe('a bomb', () => {
  const RSS_GROWTH_MAX = 420 * 1024 * 1024;
  /** Rows of one cell that need `bytes` when unpacked, and little when packed. */
  const bomb = (bytes: number) => {
    const row = strToU8('<row><c t="inlineStr"><is><t>bomb</t></is></c></row>');
    const sheet = new Uint8Array(bytes);
    for (let at = 0; at + row.length < bytes; at += row.length) sheet.set(row, at);
    return sheet;
  };
  /** Changes the declared size of an entry, in the table of contents and before its data. */
  function lieAbout(zip: Uint8Array, name: string, size: number): Buffer {
    const file = Buffer.from(zip);
    for (const [magic, nameAt, sizeAt] of [
      [0x04034b50, 30, 22],
      [0x02014b50, 46, 24],
    ] as const) {
      for (let at = 0; at < file.length - 46; at += 1) {
        const isEntry =
          file.readUInt32LE(at) === magic && file.subarray(at + nameAt, at + nameAt + name.length).toString() === name;
        if (isEntry) file.writeUInt32LE(size, at + sizeAt);
      }
    }
    return file;
  }

  it('that declares what it unpacks to is not unpacked', async () => {
    const file = Buffer.from(zipSync(await withSheet(bomb(208 * 1024 * 1024)), { level: 9 }));
    expect(file.length).toBeLessThan(2_097_152);
    const before = process.memoryUsage().rss;
    expect(refusal(await sendFile(api, 'items', file)).file).toEqual([
      'The file unpacks to more than it may; save it again without pictures and empty rows',
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('that lies about its size is cut off', async () => {
    const name = 'xl/worksheets/sheet1.xml';
    const zip = zipSync(await withSheet(bomb(208 * 1024 * 1024)), { level: 9 });
    for (const size of [0, 1000]) {
      const before = process.memoryUsage().rss;
      expect(refusal(await sendFile(api, 'items', lieAbout(zip, name, size))).status).toBe(422);
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    }
  });

  it('of one distant cell, or of one endless cell, is refused at once, and says which', async () => {
    const cells = (first: string) => `<worksheet><sheetData>${first}</sheetData></worksheet>`;
    const cell = (place: string) => `<row r="${/\d+/.exec(place)}"><c r="${place}"><v>1</v></c></row>`;
    const refused = async (sheet: string) =>
      refusal(await sendFile(api, 'items', Buffer.from(zipSync(await withSheet(cells(sheet)), { level: 9 })))).file;
    expect(await refused(cell('A1048576'))).toEqual(['The file must have fewer than 5,000 rows']);
    expect(await refused(cell('XFD1'))).toEqual(['The file must have at most 200 columns']);
    const endless = `<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(30_000_000)}</t></is></c></row>`;
    expect(await refused(endless)).toEqual(['A cell of the file has more text than a cell may have']);
    // Such files were read for half a minute, and kept the two places that all files have.
    const began = performance.now();
    const last = cell('XFD1048576');
    const [good, ...bad] = await Promise.all([
      fileOf(api, 'items', [HEADINGS, ['Rice', 'Bag', 1, 'x']]),
      ...[last, endless, last].map(refused),
    ]);
    expect([good.rows.length, ...bad.flat()]).toEqual([
      ...[1, 'The file must have fewer than 5,000 rows', 'A cell of the file has more text than a cell may have'],
      'The file must have fewer than 5,000 rows',
    ]);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('of entries, and of rows far below the last one, is refused without the process growing for it', async () => {
    const entries = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`xl/media/${n}.xml`, strToU8('x')]));
    const many = Buffer.from(zipSync({ ...(await withSheet('<worksheet/>')), ...entries }));
    expect(refusal(await sendFile(api, 'items', many)).status).toBe(422);
    const before = process.memoryUsage().rss;
    const far =
      '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2000000000"><c r="A2000000000"><v>1</v></c></row></sheetData></worksheet>';
    const farFile = Buffer.from(zipSync(await withSheet(far)));
    expect(refusal(await sendFile(api, 'items', farFile)).status).toBe(422);
    const most = Buffer.from(zipSync(await withSheet(bomb(31 * 1024 * 1024)), { level: 9 }));
    expect(refusal(await sendFile(api, 'items', most)).status).toBe(422);
    expect(process.memoryUsage().rss - before).toBeLessThan(RSS_GROWTH_MAX);
    // The server still answers.
    expect((await fileOf(api, 'items', [HEADINGS, ['Rice', 'Bag', 1, 'x']])).rows).toHaveLength(1);
  });
});
