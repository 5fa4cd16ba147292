/**
 * The losses of the handbook, walked as they stand there: PostgreSQL beside a KurrentDB, a log that is older than what was
 * seen of it, the data folder, and changed secrets. After each, everything is as before, or the loss is the one that is named.
 */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../api/api.ts';
import { onDatabase } from '../backup/place.ts';
import { cloneOf, freshDatabase } from '../support/database.ts';
import { pageOf, stepsOf } from './handbook.ts';
import { differing, KINDS, OperatedPlace, smallBusiness } from './operated-place.ts';

const WALK_MS = 300_000;
let place: OperatedPlace;
afterEach(() => place?.close(), WALK_MS);

const callAt = (address: string, path: string, init: RequestInit = {}) =>
  fetch(`${address}/api/${path}`, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });

async function signedInAt(address: string) {
  const body = JSON.stringify({ email: 'admin@daftar.local', password: PASSWORD });
  const answer = await callAt(address, 'auth/login', { method: 'POST', body });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { token: access_token, call: (path: string, init: RequestInit) => callAt(address, path, init) };
}

const verified = { code: 0, text: expect.stringMatching(/^All \d+ hold, at position \d+\.$/m) };

describe('PostgreSQL was lost beside a KurrentDB', { timeout: WALK_MS }, () => {
  const page = 'PostgreSQL was lost';
  const steps = stepsOf(page).slice(0, 3);
  /** A business that ran for a while, whose PostgreSQL is an empty one now. */
  async function lost() {
    place = await OperatedPlace.open('kurrentdb');
    await place.enter(smallBusiness);
    await onDatabase(place.database.url, (client) =>
      client.query(
        `insert into identity.till_device (token_hash, till_id, device, enrolled_by, nth) values ('\\x01ff', 1, 'Till "1"\tat\nthe door', 1, 1);
         insert into preference.sidebar (user_id, setting) values (1, '{"folded": ["ledger"]}');
         insert into identity.security_event (kind, detail) values ('exported', '{"path": "a\\\\b"}')`,
      ),
    );
    await place.start();
    await place.stop();
    const before = await place.state();
    place.takeDatabase(await freshDatabase());
    rmSync(join(place.dataDir, 'log-seen.json'), { force: true });
    await expect(place.start()).rejects.toThrow('npm run rebuild -- claims');
    expect(steps).toEqual(['npm run rebuild -- claims', 'npm start', 'npm run verify']);
    return before;
  }
  const ofSchemas = (tables: Readonly<Record<string, string>>, schemas: RegExp) =>
    Object.fromEntries(Object.entries(tables).filter(([name]) => schemas.test(name)));
  /** Ids are reserved in blocks, and those that no record has are not in the log. */
  const CLAIMS = /^claim\.(?!clock|counter)/;
  /** The start gives nobody a new password, but notes its version. */
  const BESIDE = /^(identity\.(?!login_attempt)|preference|attachment)/;

  it('and comes back from the log and the file beside it, with people, tills, views and pictures', async () => {
    const before = await lost();
    const rebuilt = await place.walk(steps[0] ?? '');
    expect([rebuilt.code, rebuilt.text]).toEqual([
      0,
      expect.stringMatching(/Read back from beside-log\.bin of .*identity\.till_device 1/),
    ]);
    expect((await place.walk(steps[1] ?? '')).code).toBe(0);
    expect(await place.walk(steps[2] ?? '')).toMatchObject(verified);
    await place.stop();
    const after = await place.state();
    expect([after.root, after.models]).toEqual([before.root, before.models]);
    expect(ofSchemas(after.tables, CLAIMS)).toEqual(ofSchemas(before.tables, CLAIMS));
    expect(ofSchemas(after.tables, BESIDE)).toEqual(ofSchemas(before.tables, BESIDE));
    // A second time nothing is missing.
    expect((await place.walk(steps[0] ?? '')).text).toMatch(/Nothing of beside-log\.bin \(.*\) was missing/);
  });

  it('and the file too: what is lost is what the handbook names, and verify finds the pictures', async () => {
    const before = await lost();
    rmSync(join(place.dataDir, 'beside-log.bin'));
    expect((await place.walk(steps[0] ?? '')).text).toContain('There is no beside-log.bin');
    await place.walk(steps[1] ?? '');
    const found = await place.walk(steps[2] ?? '');
    expect(found.code).toBe(1);
    expect(found.text).toMatch(
      /BROKEN {2}every picture that a record names is known here\n +1 are missing: [0-9a-f]{32}/,
    );
    expect(found.text).toContain('note    1 files of pictures belong to no name');
    expect(found.text).toMatch(/^1 of \d+ do not hold/m);
    await place.stop();
    const after = await place.state();
    expect([after.root, after.models]).toEqual([before.root, before.models]);
    expect(ofSchemas(after.tables, CLAIMS)).toEqual(ofSchemas(before.tables, CLAIMS));
    const others = differing(before.tables, after.tables).filter((table) => !table.startsWith('claim.'));
    const schemas = others.map((table) => table.split('.')[0] ?? '');
    expect(schemas.filter((schema) => !['identity', 'attachment', 'preference', 'log'].includes(schema))).toEqual([]);
    for (const named of ['passwords', 'enrolments of tills', 'accounts of customers', 'which picture belongs']) {
      expect(pageOf(page)).toContain(named);
    }
  });

  it('and another secret wrote the file: nothing is read, and the file stays', async () => {
    await lost();
    const file = join(place.dataDir, 'beside-log.bin');
    const kept = readFileSync(file);
    writeFileSync(file, Buffer.concat([kept.subarray(0, -1), Buffer.from([(kept.at(-1) ?? 0) ^ 1])]));
    const refused = await place.walk(steps[0] ?? '');
    expect([refused.code, refused.text]).toEqual([
      1,
      expect.stringContaining('cannot be read: it was changed, or another'),
    ]);
    writeFileSync(file, kept);
    expect((await place.walk(steps[0] ?? '')).text).toContain('Read back from beside-log.bin');
  });
});

describe.each(KINDS)('a log in %s that is older than what was seen', { timeout: WALK_MS }, (kind) => {
  it('is refused, names what will be lost without changing anything, and is taken by the steps of the handbook', async () => {
    place = await OperatedPlace.open(kind);
    await place.enter(smallBusiness);
    await place.start();
    await place.stop();
    const copy = kind === 'kurrentdb' ? place.double?.log.copy() : undefined;
    const older = kind === 'postgresql' ? await cloneOf(new URL(place.database.url).pathname.slice(1)) : undefined;
    const before = await place.state();
    await place.enter(async (office) => {
      for (const brand_name of ['Ari', 'Baran', 'Chra']) await office.send('POST', 'brands', { brand_name });
    });
    await place.start();
    await place.stop();
    if (older) place.takeDatabase(older);
    if (place.double && copy) {
      place.double.log = copy;
      await place.double.restart();
    }
    await expect(place.start()).rejects.toThrow(/The log is older, or its end was cut off/);

    const steps = stepsOf('When the log is another one');
    expect(steps).toEqual([
      'npm run rebuild -- claims',
      'npm run rebuild -- claims --accept-loss',
      'npm run rebuild -- --accept-differences',
      'npm start',
      'npm run verify',
    ]);
    const named = await place.walk(steps[0] ?? '');
    expect(named.code).toBe(kind === 'kurrentdb' ? 1 : named.code);
    if (kind === 'kurrentdb') expect(named.text).toMatch(/3 commands .* brand-\d+/s);
    for (const step of steps.slice(1, 4)) {
      const walked = await place.walk(step);
      expect([step, walked.code], walked.text).toEqual([step, 0]);
    }
    expect(await place.walk(steps[4] ?? '')).toMatchObject(verified);
    await place.stop();
    const after = await place.state();
    expect([after.root, after.models]).toEqual([before.root, before.models]);
  });
});

describe.each(KINDS)('the data folder was lost beside a log in %s', { timeout: WALK_MS }, (kind) => {
  it('costs pictures and sign-ins, which verify and the handbook name, and nothing that was entered', async () => {
    place = await OperatedPlace.open(kind);
    await place.enter(smallBusiness);
    await place.start();
    await place.stop();
    const before = await place.state();
    place.takeNewFolder();
    const [start = '', verify = ''] = stepsOf('When the data folder was lost');
    expect([start, verify]).toEqual(['npm start', 'npm run verify']);
    await place.walk(start);
    const found = await place.walk(verify);
    expect(found.text).toMatch(/BROKEN {2}every picture of 1 has its file in the data folder\n +1 are missing/);
    expect([found.code, /^1 of \d+ do not hold/m.test(found.text)]).toEqual([1, true]);
    await place.stop();
    expect(await place.state()).toMatchObject({ root: before.root, models: before.models });
  });
});

describe('a changed key of tokens', { timeout: WALK_MS }, () => {
  it('ends every access token, and people sign in with the same passwords', async () => {
    place = await OperatedPlace.open('postgresql');
    await place.enter(smallBusiness);
    const reads = async (address: string, token: string) =>
      (await callAt(address, 'brands', { headers: { authorization: `Bearer ${token}` } })).status;
    const first = await place.start({ JWT_SECRET: 'a'.repeat(48) });
    const { token } = await signedInAt(first.address);
    await expect.poll(() => reads(first.address, token)).toBe(200);
    const second = await place.start({ JWT_SECRET: 'b'.repeat(48) });
    expect(await reads(second.address, token)).toBe(401);
    const { token: again } = await signedInAt(second.address);
    await expect.poll(() => reads(second.address, again)).toBe(200);
    const { rows } = await onDatabase(place.database.url, (client) =>
      client.query('select from log.event where type like $1', ['sale.%']),
    );
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe.each(KINDS)('the disk of the data was lost, with the log in %s', { timeout: WALK_MS }, (kind) => {
  it('in the midst of sales: the backup and the copy beside it have all but the last seconds', async () => {
    const backups = mkdtempSync(join(tmpdir(), 'daftar-usb-'));
    const pulled = `${backups}-pulled`;
    place = await OperatedPlace.open(kind);
    try {
      await place.enter(smallBusiness);
      const file = join(backups, 'books.tar.gz');
      expect((await place.walk('npm run backup', [file])).code).toBe(0);
      const { address } = await place.start({ BACKUP_DIR: backups });
      const { call, token } = await signedInAt(address);
      const headers = { authorization: `Bearer ${token}` };
      const answered: { readonly name: string; readonly atMs: number }[] = [];
      const beginMs = performance.now();
      // Until the copy has had its time, and some more.
      while (performance.now() - beginMs < 14_000) {
        const name = `Brand ${answered.length}`;
        const body = JSON.stringify({ brand_name: name });
        const own = { ...headers, 'idempotency-key': randomUUID() };
        expect((await call('brands', { method: 'POST', body, headers: own })).status).toBe(201);
        answered.push({ name, atMs: performance.now() });
      }
      // What is on the other disk at this moment is all that is left.
      cpSync(backups, pulled, { recursive: true });
      const pulledMs = performance.now();
      await place.close();

      const [restore = '', start = '', verify = ''] = stepsOf('Restoring to a moment');
      expect([restore, start, verify]).toEqual([
        'npm run restore -- /media/usb/books.tar.gz --until now',
        'npm start',
        'npm run verify',
      ]);
      place = await OperatedPlace.open(kind);
      const restored = await place.walk(restore, [join(pulled, 'books.tar.gz')]);
      expect([restored.code, restored.text]).toEqual([0, expect.stringMatching(/After it: \d+ events up to 20/)]);
      await place.walk(start);
      expect(await place.walk(verify)).toMatchObject(verified);
      await place.stop();
      const { rows } = await onDatabase(place.database.url, (client) =>
        client.query<{ name: string }>(`select data ->> 'brand_name' as name from read.record where kind = 'brand'`),
      );
      const here = new Set(rows.map((row) => row.name));
      const lost = answered.filter(({ name }) => !here.has(name));
      const oldest = pulledMs - (lost[0]?.atMs ?? pulledMs);
      expect([oldest < 10_000, here.size > 0], `${lost.length} of ${answered.length} lost, ${oldest} ms`).toEqual([
        true,
        true,
      ]);
    } finally {
      for (const folder of [backups, pulled]) rmSync(folder, { recursive: true, force: true });
    }
  });
});
