/** A place for old books: PDF files, workbooks and pictures as attachments of a year, a party and a document. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachmentFile } from '../../identity/machine/attachment-file.ts';
import { checkPictures } from '../../projector/verify/pictures.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { workbook } from '../imports/spreadsheets.ts';
import { type Office, openOffice } from './office.ts';

const PDF_FILE = Buffer.from('%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript /JS (app.alert(1))>>>> endobj\n%%EOF\n');
const MB_10 = 10_485_760;

let office: Office;
let shop: Shop;
let dataDir: string;
let book: Buffer;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-papers-'));
  office = await openOffice(dataDir);
  shop = await openShop(office);
  book = await workbook([
    ['Account', 'Debit'],
    ['Cash', 1250],
  ]);
});
afterAll(async () => {
  await office?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function send(bytes: Buffer, name: string, field = 'file') {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  const sent = new Response(form);
  const answer = await office.app.inject({
    method: 'POST',
    url: '/api/attachments',
    headers: { 'content-type': sent.headers.get('content-type') ?? '', authorization: `Bearer ${office.token}` },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function uploaded(bytes: Buffer, name: string): Promise<string> {
  const { status, body } = await send(bytes, name);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.attachment_id;
}

async function got(attachment: string, token = office.token, path = 'images') {
  const { statusCode, headers, rawPayload } = await office.app.inject({
    method: 'GET',
    url: `/api/${path}/${attachment}`,
    headers: { authorization: `Bearer ${token}`, 'x-wait-for-position': office.position },
  });
  return { status: statusCode, headers, bytes: rawPayload };
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const filesOf = () => readdirSync(join(dataDir, 'attachments'), { recursive: true, encoding: 'utf8' });

describe('a paper', () => {
  it('is known by its first bytes, whose kind its name must say; ten megabytes are taken and one byte more is not', async () => {
    const said = async (bytes: Buffer, name: string) => {
      const { status, body } = await send(bytes, name);
      return [status, body.errors?.file?.[0] ?? body.message];
    };
    const wrong = [422, 'The file is not a JPEG, PNG, PDF or XLSX file, or its name says another type'];
    expect(await said(PDF_FILE, 'book.xlsx')).toEqual(wrong);
    expect(await said(book, 'book.pdf')).toEqual(wrong);
    expect(await said(Buffer.from('<script>alert(1)</script>%PDF-1.7'), 'book.pdf')).toEqual(wrong);
    expect(await said(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'book.svg')).toEqual(wrong);
    // The old format of Excel, and what Excel writes with a password.
    expect(await said(Buffer.from('d0cf11e0a1b11ae1'.padEnd(64, '0'), 'hex'), 'book.xlsx')).toEqual(wrong);
    const other = Buffer.from(zipSync({ 'word/document.xml': strToU8('<w/>') }));
    expect(await said(other, 'book.xlsx')).toEqual(wrong);
    const parts = { '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<workbook/>') };
    for (const active of ['xl/vbaProject.bin', 'xl/activeX/activeX1.bin', 'xl/embeddings/run.exe']) {
      const file = Buffer.from(zipSync({ ...parts, [active]: strToU8('x') }));
      expect(await said(file, 'book.xlsx')).toEqual([
        422,
        'The workbook has programs or other files in it; save it without them',
      ]);
    }
    expect(await said(book.subarray(0, -30), 'book.xlsx')).toEqual([422, 'The file cannot be read']);
    const full = Buffer.concat([PDF_FILE, Buffer.alloc(MB_10 - PDF_FILE.length, 32)]);
    expect(await said(Buffer.concat([full, Buffer.from(' ')]), 'book.pdf')).toEqual([
      422,
      'The file has more than 10 MB',
    ]);
    expect((await send(full, 'book.pdf')).status).toBe(201);
    // A picture of goods stays one of two megabytes, and no paper.
    expect((await send(full, 'book.pdf', 'image')).body.message).toBe('File size is more than 2M');
    expect((await send(PDF_FILE, 'book.pdf', 'image')).body.message).toBe('File type is not allowed');
  });

  it('that is a picture of more than two megabytes is encoded again, and named by the digest of what is kept', async () => {
    const noise = Buffer.from(
      Array.from({ length: 1_100 * 900 * 3 }, (_, at) => (at * 7919 + (at >> 5) * 104_729) & 255),
    );
    const png = await sharp(noise, { raw: { width: 1_100, height: 900, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(png.length).toBeGreaterThan(2_097_152);
    const id = await uploaded(png, 'page.png');
    const { bytes, headers } = await got(id);
    expect(headers).toMatchObject({ 'content-type': 'image/png' });
    expect(id.slice(32)).toBe(sha256(bytes));
    expect((await got(`${id}?size=small`)).status).toBe(200);
  });

  it('is saved under its own name as what it is, never shown, and nothing in it runs', async () => {
    const id = await uploaded(PDF_FILE, 'دفتر 2025; x=\u202efdp.pdf');
    const { status, headers, bytes } = await got(id);
    expect([status, bytes.equals(PDF_FILE)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-disposition': `attachment; filename="${id.slice(0, 32)}.pdf"; filename*=UTF-8''${encodeURIComponent('دفتر 2025; x=_fdp.pdf')}`,
    });
    expect((await got(`${id}?size=small`)).status).toBe(404);
    const about = await got(id, office.token, 'attachments');
    expect(JSON.parse(about.bytes.toString()).data).toMatchObject({
      ...{ file_name: 'دفتر 2025; x=\u202efdp.pdf', media_type: 'application/pdf' },
      ...{ bytes: PDF_FILE.length, sha256: sha256(PDF_FILE) },
    });
  });
});

describe('old books', () => {
  it('are attached to a year, also a closed one, to a party and to a document, and their digest is in the event', async () => {
    const [ofYear, ofCustomer, ofSupplier, ofSale] = [
      await uploaded(book, 'trial balance.xlsx'),
      await uploaded(PDF_FILE, 'contract.pdf'),
      await uploaded(book, 'statement.xlsx'),
      await uploaded(PDF_FILE, 'invoice.pdf'),
    ];
    const attach = async (path: string, attachments: readonly string[]) => {
      const { status, body } = await office.send('PATCH', path, { attachments });
      expect(status, JSON.stringify(body)).toBe(200);
      expect((await office.read(path)).data['attachments']).toEqual(attachments);
    };
    await query(`update claim.period set status = 'closed'`);
    await attach('financial_years/1', [ofYear]);
    await query(`update claim.period set status = 'open'`);
    await attach(`customers/${shop.customer}`, [ofCustomer]);
    await attach(`suppliers/${shop.supplier}`, [ofSupplier]);
    await office.add('purchases', purchaseBody(shop, '20'));
    const sale = await office.add('sales', saleBody(shop, '1', { attachments: [ofSale] }));
    const events = await query<{ kind: string; data: string }>(
      `select type as kind, data::text as data from log.event where data::text ~ '"[0-9a-f]{96}"' order by position`,
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'financial_year.amended',
      'customer.amended',
      'supplier.amended',
      'sale.attached',
    ]);
    for (const [index, file] of [book, PDF_FILE, book, PDF_FILE].entries()) {
      expect(events[index]?.data).toContain(sha256(file));
    }
    // The same file is stored once.
    expect(filesOf().filter((name) => name.endsWith(sha256(book)))).toHaveLength(1);
    const clerk = await office.person('paper_clerk', ['sales/store', 'sales/index', 'sales/show'], {
      outlets: [shop.outlet],
      inventories: [shop.inventory],
    });
    // Whoever enters sales looks up customers and days, and sees the papers of neither.
    const seen = async (id: string) => (await got(id, clerk)).status;
    expect([await seen(ofYear), await seen(ofCustomer), await seen(ofSupplier), await seen(ofSale)]).toEqual([
      404, 404, 404, 200,
    ]);
    expect((await got(ofCustomer, clerk, 'attachments')).status).toBe(404);
    const reader = await office.person('paper_reader', ['customers/show']);
    expect((await got(ofCustomer, reader)).status).toBe(200);
    expect(JSON.stringify((await office.read(`sales/${sale}/history`)).data)).toContain(ofSale);
  });

  it('are no pictures of goods, and whoever did not send one attaches it to nothing', async () => {
    const id = await uploaded(PDF_FILE, 'book.pdf');
    const taken = await office.send('POST', 'items', itemBody(shop.unit, 'On paper', { images: [id] }));
    expect([taken.status, Object.keys(taken.body.errors ?? {})]).toEqual([422, ['images.0']]);
    const thief = await office.person('paper_thief', ['customers/update', 'customers/show']);
    const stolen = await office.send('PATCH', `customers/${shop.customer}`, { attachments: [id] }, { token: thief });
    expect([stolen.status, Object.keys(stolen.body.errors ?? {})]).toEqual([422, ['attachments.0']]);
  });

  it('are counted by verify, which finds one that is lost and one whose content is another', async () => {
    const answers = async () => {
      const client = new pg.Client({ connectionString: office.database.url });
      await client.connect();
      try {
        const { answers: found } = await checkPictures(client, { schema: 'read', dataDir });
        return Object.fromEntries(found.map(({ name, findings }) => [name.replace(/ of \d+/, ''), findings]));
      } finally {
        await client.end();
      }
    };
    const [known, there, same] = [
      'every picture that a record names is known here',
      'every picture has its file in the data folder',
      'every paper has the content whose digest is in its event',
    ];
    expect(await answers()).toEqual({ [known]: [], [there]: [], [same]: [] });
    const file = attachmentFile(dataDir, sha256(book));
    const kept = readFileSync(file);
    writeFileSync(file, Buffer.concat([kept.subarray(0, -1), Buffer.from([kept[kept.length - 1] === 0 ? 1 : 0])]));
    expect((await answers())[same]).toEqual([expect.stringMatching(/^2 are of another content: [0-9a-f]{96}, /)]);
    rmSync(file);
    expect((await answers())[there]).toEqual([expect.stringMatching(/^1 are missing: [0-9a-f]{96}/)]);
    writeFileSync(file, kept);
  });
});
