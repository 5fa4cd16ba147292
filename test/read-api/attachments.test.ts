import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepUploads } from '../../command-api/attachment-sweep.ts';
import { openCommands } from '../../command-api/commands/open-commands.ts';
import { documents } from '../../domain/registry/documents.ts';
import { PASSWORD } from '../api/api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let dataDir: string;
let picture: Buffer;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-pictures-'));
  office = await openOffice(dataDir);
  shop = await openShop(office);
  picture = await drawn(40, 30).png().toBuffer();
});
afterAll(async () => {
  await office.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 40, b: 40 } } });

/** A form with one file, as a browser sends it. */
async function upload(bytes: Buffer, name = 'shelf.png', token = office.token) {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  const sent = new Response(form);
  const answer = await office.app.inject({
    method: 'POST',
    url: '/api/attachments',
    headers: {
      'content-type': sent.headers.get('content-type') ?? '',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function uploaded(bytes: Buffer = picture, token = office.token): Promise<string> {
  const { status, body } = await upload(bytes, 'shelf.png', token);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.attachment_id;
}

async function seen(attachment: string, token = office.token, query = '', headers: Record<string, string> = {}) {
  const answer = await office.app.inject({
    method: 'GET',
    url: `/api/images/${attachment}${query}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'x-wait-for-position': office.position,
      ...headers,
    },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

const refused = async (bytes: Buffer, name?: string) => {
  const { status, body } = await upload(bytes, name);
  return [status, body.message];
};

describe('a picture is refused', () => {
  it('when it is a page that is called a picture', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(400));
    expect(await refused(page, 'shelf.png')).toEqual([422, 'File type is not allowed']);
  });

  it('when its name is not that of a picture, or it is of another type', async () => {
    expect(await refused(picture, 'shelf.html')).toEqual([422, 'File type is not allowed']);
    const other = await drawn(10, 10).webp().toBuffer();
    expect(await refused(other, 'shelf.png')).toEqual([422, 'File type is not allowed']);
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'.padEnd(400));
    for (const name of ['shelf.svg', 'shelf.png']) {
      expect(await refused(drawing, name)).toEqual([422, 'File type is not allowed']);
    }
    expect(await refused(Buffer.from('GIF89a'.padEnd(100)), 'shelf.jpg')).toEqual([422, 'File type is not allowed']);
    for (const bytes of [
      [0x25, 0x50, 0x44, 0x46, 0x2d],
      [0x50, 0x4b, 3, 4],
      [0xff, 0xd8],
      [0x89, 0x50, 0x4e, 0x47],
    ]) {
      expect(await refused(Buffer.from(bytes), 'shelf.jpg')).toEqual([422, 'File type is not allowed']);
    }
  });

  it('when it has one byte more than two megabytes, and not when it has two', async () => {
    const full = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    expect(await refused(full(2_097_153))).toEqual([422, 'File size is more than 2M']);
    expect((await upload(full(2_097_152))).status).toBe(201);
    expect(await refused(full(30_000_000))).toEqual([422, 'File size is more than 2M']);
  });

  it('when it would take too much memory to look at, without looking', async () => {
    const bomb = await sharp({
      create: { width: 7_000, height: 6_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2_097_152);
    const before = process.memoryUsage().rss;
    expect(await refused(bomb)).toEqual([422, 'The picture has more than 40 megapixels']);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('when it is broken, when there is none, and when it is sent as anything else', async () => {
    expect(await refused(picture.subarray(0, 60))).toEqual([422, 'The picture cannot be read']);
    const nothing = await office.send('POST', 'attachments', {});
    expect([nothing.status, nothing.body.errors]).toEqual([422, { image: [expect.any(String)] }]);
    expect((await upload(picture, 'shelf.png', '')).status).toBe(401);
  });

  it('in the language of the reader', async () => {
    const form = new Response(new FormData());
    const answer = await office.app.inject({
      method: 'POST',
      url: '/api/attachments',
      headers: {
        authorization: `Bearer ${office.token}`,
        'content-type': form.headers.get('content-type') ?? '',
        'accept-language': 'ckb',
      },
      payload: Buffer.from(await form.arrayBuffer()),
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toMatch(/[؀-ۿ]/);
  });
});

describe('a picture is kept', () => {
  it('without anything but the picture: no place and time, no second file behind it', async () => {
    const photo = await drawn(400, 300)
      .withExif({ IFD0: { Artist: 'Secret Name' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '36/1 11/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(document.domain)</script>PK\u0003\u0004')]);
    const kept = await seen(await uploaded(polyglot));
    expect(kept.headers['content-type']).toBe('image/jpeg');
    expect((await sharp(kept.bytes).metadata()).exif).toBeUndefined();
    expect(kept.bytes.includes('Secret Name')).toBe(false);
    expect(kept.bytes.includes('<script>')).toBe(false);
  });

  it('upright, however the camera was held, and no larger than a screen', async () => {
    const held = await drawn(3000, 1000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height } = await sharp((await seen(await uploaded(held))).bytes).metadata();
    expect([width, height]).toEqual([853, 2560]);
  });

  it('under a name that nobody chooses, outside of what the web serves, once for all that are alike', async () => {
    const [one, other] = [await uploaded(), await uploaded()];
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(other).not.toBe(one);
    const { bytes } = await seen(one);
    const files = readdirSync(join(dataDir, 'attachments'), { recursive: true, withFileTypes: true }).filter(
      (candidate) => candidate.isFile() && readFileSync(join(candidate.parentPath, candidate.name)).equals(bytes),
    );
    const [file] = files;
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(files.filter(({ name }) => !name.endsWith('-small')).map(({ name }) => name)).toEqual([digest]);
    expect(statSync(join(file?.parentPath ?? '', file?.name ?? '')).mode & 0o077).toBe(0);
  });
});

describe('a picture is served', () => {
  it('as what it is and as nothing that could run, and is kept by nobody, so that permission is asked every time', async () => {
    const attachment = await uploaded();
    const { status, headers } = await seen(attachment);
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff']);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect([headers['cache-control'], headers['etag']]).toEqual(['no-store', undefined]);
    expect(headers['content-disposition']).toBe(`inline; filename="${attachment}.png"`);
  });

  it('small for lists', async () => {
    const large = await uploaded(await drawn(1600, 800).png().toBuffer());
    const { width, height } = await sharp((await seen(large, office.token, '?size=small')).bytes).metadata();
    expect([width, height]).toEqual([320, 160]);
    expect((await seen(large, office.token, '?size=huge')).status).toBe(400);
  });

  it('to the page itself by a cookie that opens pictures and nothing else', async () => {
    const answer = await office.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'admin@daftar.local', password: PASSWORD },
    });
    const cookie = answer.cookies.find(({ name }) => name === 'daftar_pictures');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/images' });
    const cookies = { daftar_pictures: cookie?.value ?? '' };
    const attachment = await uploaded();
    const ask = (url: string, headers = {}) => office.app.inject({ method: 'GET', url, cookies, headers });
    expect((await ask(`/api/images/${attachment}`)).statusCode).toBe(200);
    expect((await ask('/api/items')).statusCode).toBe(401);
    const asToken = { authorization: `Bearer ${cookies.daftar_pictures}` };
    expect((await ask('/api/items', asToken)).statusCode).toBe(401);
    const token = answer.json().access_token;
    await office.send('POST', 'auth/logout', undefined, { token });
    expect((await ask(`/api/images/${attachment}`)).statusCode).toBe(401);
  });

  it('to nobody who names a path, another file or nothing', async () => {
    for (const name of ['..%2f..%2fsecrets.json', '../secrets.json', 'ab'.repeat(32), '0'.repeat(32), '%00']) {
      expect([400, 404]).toContain((await seen(name)).status);
    }
    expect((await seen('0'.repeat(32), '')).status).toBe(401);
  });
});

describe('a picture is seen by those who may see what holds it', () => {
  it('before it is held, by whoever uploaded it', async () => {
    const clerk = await office.person('uploader', ['items/index']);
    const attachment = await uploaded(picture, clerk);
    expect((await seen(attachment, clerk)).status).toBe(200);
    expect((await seen(attachment)).status).toBe(404);
  });

  it('of a document, in its outlet only', async () => {
    const outlet = await office.add('outlets', { outlet_name: 'Far' });
    const inventory = await office.add('inventories', { inventory_name: 'Far store', outlet_fk: outlet });
    await office.add('purchases', purchaseBody(shop, '20'));
    const attachment = await uploaded();
    await office.add('sales', saleBody(shop, '1', { attachments: [attachment] }));
    const may = ['sales/show', 'sales/index'];
    const near = await office.person('near', may, { outlets: [shop.outlet], inventories: [shop.inventory] });
    const far = await office.person('far', may, { outlets: [outlet], inventories: [inventory] });
    const other = await office.person('other', ['purchases/show'], { outlets: [shop.outlet] });
    expect((await seen(attachment)).status).toBe(200);
    expect((await seen(attachment, near)).status).toBe(200);
    expect((await seen(attachment, far)).status).toBe(404);
    expect((await seen(attachment, other)).status).toBe(404);
  });

  it('of a record, by all who may look it up', async () => {
    const attachment = await uploaded();
    const item = await office.add('items', itemBody(shop.unit, 'Pictured', { images: [attachment] }));
    expect((await office.read(`items/${item}`)).data['images']).toEqual([attachment]);
    const seller = await office.person('seller', ['sales/store']);
    const nobody = await office.person('reader', ['cities/index']);
    expect((await seen(attachment, seller)).status).toBe(200);
    expect((await seen(attachment, nobody)).status).toBe(404);
    // Former pictures are in the history, for people who may see it.
    await office.send('PATCH', `items/${item}`, { images: [] });
    expect((await seen(attachment, seller)).status).toBe(200);
  });

  it('and is attached by nobody who did not upload it', async () => {
    const attachment = await uploaded();
    await office.add('items', itemBody(shop.unit, 'Its holder', { images: [attachment] }));
    const clerk = await office.person('thief', ['items/store', 'items/update', 'items/index']);
    const taken = await office.send('POST', 'items', itemBody(shop.unit, 'A thief', { images: [attachment] }), {
      token: clerk,
    });
    expect([taken.status, taken.body.errors]).toEqual([
      422,
      { 'images.0': ['This picture is not there; upload it again'] },
    ]);
  });
});

describe('a document', () => {
  it('is given pictures in whatever state it is, twice the same, and keeps them when it is completed', async () => {
    const [first, second] = [await uploaded(), await uploaded(await drawn(9, 9).jpeg().toBuffer())];
    const id = await office.add('sales', saleBody(shop, '1', { status: 'draft', attachments: [first] }));
    await office.send('POST', `sales/${id}/complete`);
    expect((await office.read(`sales/${id}`)).data['attachments']).toEqual([first]);
    const attached = await office.send('POST', `sales/${id}/attach`, { attachments: [first, second] });
    expect(attached.body).toMatchObject({ data: { attachments: [first, second], status: 'complete' } });
    const again = await office.send('POST', `sales/${id}/attach`, { attachments: [first, second] });
    expect([again.status, again.body.position]).toEqual([200, null]);
    const { data } = await office.read(`sales/${id}/history`);
    expect(JSON.stringify(data)).toContain(second);
  });

  it('that changes keeps what its body does not speak of', async () => {
    const attachment = await uploaded();
    const draft = saleBody(shop, '1', { status: 'draft' });
    const id = await office.add('sales', { ...draft, attachments: [attachment] });
    await office.send('PATCH', `sales/${id}`, { ...draft, note: 'changed' });
    expect((await office.read(`sales/${id}`)).data).toMatchObject({ note: 'changed', attachments: [attachment] });
    await office.send('PATCH', `sales/${id}`, { ...draft, attachments: [] });
    expect((await office.read(`sales/${id}`)).data['attachments']).toEqual([]);
  });
});

describe('a document without drafts', () => {
  it('is entered with its paper or given it later, by whoever may enter it, also when it was reversed', async () => {
    const cashes = 'cash_transactions';
    const may = [`${cashes}/store`, `${cashes}/show`, `${cashes}/destroy`];
    const clerk = await office.person('bank_clerk', may, { outlets: [shop.outlet], inventories: [shop.inventory] });
    const viewer = await office.person('bank_viewer', [`${cashes}/show`], { outlets: [shop.outlet] });
    const to = await office.add('cashes', {
      account_name: 'Bank',
      cash_type: 2,
      currency_fk: 1,
      outlet_fk: shop.outlet,
    });
    const [slip, letter] = [await uploaded(picture, clerk), await uploaded(await drawn(8, 8).png().toBuffer(), clerk)];
    const accounts = { from_account_fk: shop.cash, to_account_fk: to };
    await office.add('sales', saleBody(shop, '1'));
    const body = { outlet_fk: shop.outlet, date: '2026-03-11', amount: '1', ...accounts };
    const entered = await office.send('POST', cashes, { ...body, attachments: [slip] }, { token: clerk });
    expect(entered.body.data).toMatchObject({ status: 'complete', attachments: [slip] });
    const path = `${cashes}/${entered.body.data['id']}`;
    expect((await office.read(path, viewer)).data['attachments']).toEqual([slip]);
    expect((await seen(slip, viewer)).status).toBe(200);
    const refused = await office.send('POST', `${path}/attach`, { attachments: [] }, { token: viewer });
    expect([refused.status, refused.body.errors?.['']?.[0]]).toEqual([
      403,
      expect.stringMatching(/^You do not have the permission: .* – Add$/),
    ]);
    await office.send('POST', `${path}/reverse`, { reason: 'mistake' }, { token: clerk });
    const later = await office.send('POST', `${path}/attach`, { attachments: [slip, letter] }, { token: clerk });
    expect(later.body.data).toMatchObject({ status: 'reversed', attachments: [slip, letter] });
    expect((await office.read(path)).data['attachments']).toEqual([slip, letter]);
  });

  it('is every document that somebody enters; what a job works out has no paper', () => {
    const without = documents.filter(({ transitions }) => !('attach' in transitions)).map(({ kind }) => kind);
    expect(without.sort()).toEqual(['recalculation', 'year_close']);
  });
});

describe('the sweep', () => {
  it('takes away what nothing came to hold within a day, and nothing else', async () => {
    const [used, unused, refusedOne, fresh] = await Promise.all([
      uploaded(await drawn(11, 1).png().toBuffer()),
      uploaded(await drawn(12, 1).png().toBuffer()),
      uploaded(await drawn(13, 1).png().toBuffer()),
      uploaded(await drawn(14, 1).png().toBuffer()),
    ]);
    await office.add('items', itemBody(shop.unit, 'Keeps its picture', { images: [used] }));
    const twice = itemBody(shop.unit, 'Refused', { item_code: 'TWICE' });
    await office.add('items', twice);
    const again = await office.send('POST', 'items', { ...twice, item_name: 'Other', images: [refusedOne] });
    expect(again.status).toBe(422);
    await office.read('items');
    const client = new pg.Client({ connectionString: office.database.url });
    await client.connect();
    const old = [used, unused, refusedOne];
    await client.query(`update attachment.upload set uploaded_at = now() - interval '25 hours' where id = any ($1)`, [
      old,
    ]);
    await client.query(
      `update attachment.holder set asked_at = now() - interval '25 hours' where attachment = any ($1)`,
      [old],
    );
    const commands = await openCommands({ databaseUrl: office.database.url, dataDir });
    expect(await sweepUploads(commands)).toBe(2);
    expect(await sweepUploads(commands)).toBe(0);
    await commands.close();
    await client.end();
    const statuses = await Promise.all([used, unused, refusedOne, fresh].map(async (id) => (await seen(id)).status));
    expect(statuses).toEqual([200, 404, 404, 200]);
  });
});
