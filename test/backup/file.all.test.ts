/**
 * Backup files that are damaged, newer or older, and places that are not empty: each is refused with a clear message,
 * and nothing is restored in part.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkBackup } from '../../backup/check.ts';
import { knownMigrations, restoreBackup } from '../../backup/restore.ts';
import { moveFolder } from '../../backup/restoring.ts';
import { problemOf } from '../../backup/runs.ts';
import { contentOf, type Entry, entryOf, readArchive, writeArchive } from '../../backup/stored/archive.ts';
import { HEADER, type Header } from '../../backup/stored/format.ts';
import { BackupRefused } from '../../backup/stored/refused.ts';
import { BACKED_UP_SCHEMAS, FILLED_BY_MIGRATIONS, LEFT_OUT_SCHEMAS } from '../../backup/stored/tables.ts';
import { takeBackup } from '../../backup/take.ts';
import { EVENTS_VERSION } from '../../domain/versions/events-version.ts';
import { startDaftar } from '../../launcher/daftar.ts';
import { refuseHalfRestored } from '../../launcher/machine/preflight.ts';
import { MIGRATIONS_FOLDER, migrate } from '../../migrations/migrate.ts';
import { TODAY } from '../api/api.ts';
import { openShop, purchaseBody } from '../api/shop.ts';
import { seededDatabase } from '../support/seeded-database.ts';
import { emptyPlace, onDatabase, openOffice, printSeal, sealOf, type TestPlace, tablesIn, upload } from './place.ts';

const folder = mkdtempSync(join(tmpdir(), 'daftar-files-'));
const file = (name: string): string => join(folder, name);
const good = file('good.tar.gz');
const hasTools = ['tar', 'sha256sum', 'python3'].every((tool) => spawnSync(tool, ['--version']).status === 0);
let place: TestPlace;
let empty: TestPlace;

beforeAll(async () => {
  place = await emptyPlace('postgresql');
  const office = await openOffice(place);
  const shop = await openShop(office);
  await upload(office, 'navy');
  await office.add('purchases', purchaseBody(shop, '10'));
  mkdirSync(join(place.dataDir, 'seals'));
  const seal = await sealOf(place);
  writeFileSync(join(place.dataDir, 'seals', `seal-${seal.last_position}.jsonl`), printSeal(seal));
  await office.close();
  await takeBackup(place, good, TODAY);
});
afterAll(async () => {
  await place?.remove();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  empty = await emptyPlace('postgresql');
});
afterEach(() => empty.remove());

/** Asserts that the file is refused and the place unchanged. Returns the message. */
async function refused(name: string, into: TestPlace = empty): Promise<string> {
  const before = await tablesIn(into);
  const answer = await restoreBackup(file(name), into).then(
    () => new Error(`${name} was restored`),
    (error: unknown) => error,
  );
  if (!(answer instanceof BackupRefused)) throw answer;
  expect(await tablesIn(into)).toEqual(before);
  return answer.message;
}

/** Writes another file from the entries of the good one, with correct checksums. */
async function rewritten(name: string, change: (entry: Entry, text: string) => Entry | undefined): Promise<void> {
  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of readArchive(good)) {
      const content = await contentOf(entry);
      const changed = change(entryOf(entry.name, content), content.toString());
      if (changed) yield changed;
    }
  }
  await writeArchive(file(name), entries());
}

/** Undefined when it cannot be decompressed. */
function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

describe('a damaged file is refused before anything is written', () => {
  it('wherever it is cut off', async () => {
    const bytes = readFileSync(good);
    for (let part = 1; part < 20; part += 1) {
      writeFileSync(file('cut'), bytes.subarray(0, Math.floor((bytes.length * part) / 20)));
      await expect(checkBackup(file('cut'), knownMigrations())).rejects.toThrow(/is damaged: it is cut off/);
    }
    writeFileSync(file('cut'), bytes.subarray(0, bytes.length - 1));
    expect(await refused('cut')).toMatch(/is damaged: it is cut off/);
  });

  it('whichever bit is changed', async () => {
    const bytes = readFileSync(good);
    const content = gunzipSync(bytes);
    let refusals = 0;
    // The first ten bytes contain the time and the system of gzip, which are not used.
    for (let step = 0; step < 60; step += 1) {
      const at = 10 + Math.floor(((bytes.length - 10) * step) / 60);
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (step % 8)), at);
      // A repeated text may be copied from another place with the same text: nothing is damaged then.
      if (unpacked(changed)?.equals(content)) continue;
      writeFileSync(file('flipped'), changed);
      await expect(checkBackup(file('flipped'), knownMigrations()), `byte ${at}`).rejects.toThrow(BackupRefused);
      refusals += 1;
    }
    expect(refusals).toBeGreaterThan(50);
    expect(await refused('flipped')).toContain('is damaged');
  });

  it('when its content was changed and compressed again, and the entry is named', async () => {
    const tar = gunzipSync(readFileSync(good)).toString('latin1');
    const changed = tar.replace('"quantity":"10"', '"quantity":"90"');
    expect(changed).not.toBe(tar);
    writeFileSync(file('changed'), gzipSync(Buffer.from(changed, 'latin1')));
    expect(await refused('changed')).toContain('the checksum of log/000001.jsonl is not the one that was written');
  });

  it('when its end or a part of it is missing', async () => {
    const tar = gunzipSync(readFileSync(good));
    const sums = tar.indexOf('SHA256SUMS\0');
    writeFileSync(file('ended'), gzipSync(Buffer.concat([tar.subarray(0, sums), Buffer.alloc(1024)])));
    expect(await refused('ended')).toContain('is damaged: its end is missing');
    await rewritten('without', (entry) => (entry.name.startsWith('log/') ? undefined : entry));
    expect(await refused('without')).toMatch(/is damaged: it holds .*"events":0/);
    await rewritten('pictures', (entry) => (entry.name.startsWith('attachments/') ? undefined : entry));
    expect(await refused('pictures')).toMatch(/is damaged: it holds .*"pictures":0/);
    await rewritten('contents', (entry) => (entry.name === 'contents.json' ? undefined : entry));
    expect(await refused('contents')).toContain('it has no contents.json');
  });

  it.each(['no JSON', '{"events":"many"}', '[]', ''])('when its table of contents is %j', async (text) => {
    const name = `table of ${text.length}`;
    await rewritten(name, (entry) => (entry.name === 'contents.json' ? entryOf(entry.name, text) : entry));
    expect(await refused(name)).toContain('is damaged: its table of contents cannot be read');
  });

  it('when its events are not in order, or are others than those of its root', async () => {
    const swapped = (text: string) => text.replace(/^(.*)\n(.*)\n/, '$2\n$1\n');
    await rewritten('swapped', (entry, text) =>
      entry.name.startsWith('log/') ? entryOf(entry.name, swapped(text)) : entry,
    );
    expect(await refused('swapped')).toContain('event 1 comes after event 2');
    await rewritten('other', (entry, text) =>
      entry.name.startsWith('log/') ? entryOf(entry.name, text.replace('"quantity":"10"', '"quantity":"90"')) : entry,
    );
    expect(await refused('other')).toContain('the root of its events is not the one that it states');
  });
});

describe('a file that is not a backup is reported as such', () => {
  it.each([
    ['a text', Buffer.from('Dear accountant, …')],
    ['nothing', Buffer.alloc(0)],
    ['another compressed file', gzipSync('Dear accountant, …'.repeat(100))],
  ])('%s', async (name, bytes) => {
    writeFileSync(file(name), bytes);
    expect(await refused(name)).toMatch(/is not a backup of Daftar\.|is damaged/);
  });

  it('another archive', async () => {
    await writeArchive(
      file('archive'),
      (async function* () {
        yield entryOf('letter.txt', 'Dear accountant, …');
      })(),
    );
    expect(await refused('archive')).toContain('is not a backup of Daftar.');
  });
});

const withHeader = (name: string, change: (header: Header) => object): Promise<void> =>
  rewritten(name, (entry, text) =>
    entry.name === HEADER ? entryOf(HEADER, JSON.stringify(change(JSON.parse(text) as Header))) : entry,
  );

describe('a newer file', () => {
  it('of another format is refused with instructions', async () => {
    await withHeader('format', (header) => ({ ...header, format: 'daftar-backup-2', made_by: 'daftar 9.0.0' }));
    expect(await refused('format')).toContain(
      'was made by a newer Daftar (daftar 9.0.0). Update this one, then restore.',
    );
  });

  it('of another schema is refused, and the migration is named', async () => {
    await withHeader('schema', (header) => ({ ...header, migrations: [...header.migrations, '9999-hovercraft'] }));
    expect(await refused('schema')).toMatch(/Update this one, then restore\. .*9999-hovercraft/);
  });

  it('with events of a later version is refused, and both numbers are named', async () => {
    expect((await checkBackup(good, knownMigrations())).header.events_version).toBe(EVENTS_VERSION);
    await withHeader('events', (header) => ({ ...header, events_version: 99, made_by: 'daftar 9.0.0' }));
    expect(await refused('events')).toContain(
      `a newer Daftar (daftar 9.0.0). Update this one, then restore. It holds events of version 99, this one knows those up to ${EVENTS_VERSION}.`,
    );
  });

  it('of the other store is refused', async () => {
    await withHeader('store', (header) => ({ ...header, store: 'kurrentdb' }));
    expect(await refused('store')).toContain('Set DAFTAR_EVENTSTORE_URL to an empty one.');
  });
});

describe('an older file', () => {
  it('is restored with its schema, and then brought up to date', async () => {
    const old = await emptyPlace('postgresql');
    const schemas = [...BACKED_UP_SCHEMAS, ...LEFT_OUT_SCHEMAS].join(', ');
    const migrations = knownMigrations().filter((name) => name < '0012');
    await onDatabase(old.databaseUrl, async (client) => {
      await client.query(
        `drop schema ${schemas} cascade; drop table kysely_migration, kysely_migration_lock, applied_function`,
      );
      await migrate(old.databaseUrl, MIGRATIONS_FOLDER, migrations);
      await client.query(`insert into claim.record (record, active, used) values ('system_currency-1', true, true);
        insert into claim.level (key, total, last_day) values ('stock:1:1', 5, '2026-01-01');
        insert into log.event values (1, gen_random_uuid(), 'sale-1', 0, 'sale.completed', 1, '{}', '{}', now())`);
    });
    await takeBackup(old, file('old'), TODAY);
    const before = await tablesIn(old);
    await old.remove();
    const { migrated } = await restoreBackup(file('old'), empty);
    expect(migrated).toEqual(knownMigrations().filter((name) => name >= '0012'));
    const after = await tablesIn(empty);
    // Migration 0012 registers both average scopes, because the log has movements of goods.
    expect(after).toEqual({ ...after, ...before, 'claim.record': expect.stringMatching(/^3 rows/) });
  });
});

describe('a place that is not empty', () => {
  it('is left as it is', async () => {
    const seeded = await seededDatabase();
    try {
      expect(await refused('good.tar.gz', { ...empty, databaseUrl: seeded.url })).toMatch(
        /books in the database already/,
      );
    } finally {
      await seeded.drop();
    }
    mkdirSync(join(empty.dataDir, 'attachments', 'aa'), { recursive: true });
    expect(await refused('good.tar.gz')).toMatch(/There are attachments in .* already\. Restore into an empty place/);
  });
});

describe('a restore that fails half way', () => {
  it('leaves nothing in the database and in the folder, and can be repeated', async () => {
    await rewritten('doubled', (entry, text) =>
      entry.name.startsWith('tables/preference.') || entry.name.startsWith('tables/identity.credential')
        ? entryOf(entry.name, text + text)
        : entry,
    );
    const before = await tablesIn(empty);
    await expect(restoreBackup(file('doubled'), empty)).rejects.toThrow('duplicate key');
    // The record of the program that prepared the place is removed too; the next start adds it again.
    expect(await tablesIn(empty)).toEqual({ ...before, 'log.program': '0 rows 0' });
    expect(readdirSync(empty.dataDir).filter((name) => name !== 'restoring')).toEqual([]);
    await restoreBackup(good, empty);
    expect(await tablesIn(empty)).toEqual(await tablesIn(place));
    expect(readdirSync(empty.dataDir).sort()).toEqual(['attachments', 'seals']);
  });

  it('after its rows were stored, is named by a start until the place is emptied and the restore is repeated', async () => {
    const { databaseUrl, dataDir } = empty;
    const environment = { ...process.env, DATABASE_URL: databaseUrl };
    const start = () => startDaftar({ dataDir, environment, say: () => undefined, withoutWeb: true });
    // A file where the folder of the pictures belongs.
    writeFileSync(join(dataDir, 'attachments'), '');
    await expect(restoreBackup(good, empty)).rejects.toThrow('ENOTDIR');
    await expect(start()).rejects.toThrow(/A restore into .* did not end: .*npm run restore/);
    await expect(restoreBackup(good, empty)).rejects.toThrow('books in the database already');
    await expect(start()).rejects.toThrow('did not end');
    rmSync(join(dataDir, 'attachments'));
    await onDatabase(databaseUrl, async (client) => {
      const schemas = [...BACKED_UP_SCHEMAS, ...LEFT_OUT_SCHEMAS].join(', ');
      await client.query(`drop schema if exists ${schemas} cascade`);
    });
    await restoreBackup(good, empty);
    expect(readdirSync(dataDir).sort()).toEqual(['attachments', 'seals']);
    expect(() => refuseHalfRestored(dataDir)).not.toThrow();
  });

  it('is not needed when the pictures belong on a disk of their own: they are copied', async () => {
    const [from, to] = [join(empty.dataDir, 'from'), join(empty.dataDir, 'to')];
    mkdirSync(join(from, 'aa'), { recursive: true });
    writeFileSync(join(from, 'aa', 'picture'), 'bytes');
    for (const [n, code] of ['EXDEV', 'EBUSY'].entries()) {
      mkdirSync(from, { recursive: true });
      writeFileSync(join(from, `${n}`), code);
      await moveFolder(from, to, () => Promise.reject(Object.assign(new Error(), { code })));
      expect([readFileSync(join(to, `${n}`), 'utf8'), existsSync(from)]).toEqual([code, false]);
    }
    expect(readFileSync(join(to, 'aa', 'picture'), 'utf8')).toBe('bytes');
    mkdirSync(from);
    await expect(moveFolder(from, to, () => Promise.reject(new Error('another')))).rejects.toThrow('another');
  });
});

describe('the content of a backup', () => {
  it('is classified schema by schema: one that a migration adds must be in one of the two lists', async () => {
    const schemas = await onDatabase(empty.databaseUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema|public)'`,
      );
      return rows.map(({ name }) => name);
    });
    expect(schemas.sort()).toEqual([...BACKED_UP_SCHEMAS, ...LEFT_OUT_SCHEMAS].sort());
  });

  it('meets no row in an empty place but those that migrations bring, which are listed', async () => {
    const rows = Object.entries(await tablesIn(empty)).filter(([, digest]) => !digest.startsWith('0 rows'));
    expect(rows.map(([table]) => table).filter((table) => !FILLED_BY_MIGRATIONS.includes(table))).toEqual([]);
  });

  it('is restored without a table that another program added, and names it', async () => {
    await onDatabase(place.databaseUrl, (client) => client.query('create table claim.notes as select 1 as n'));
    await takeBackup(place, file('notes'), TODAY);
    await onDatabase(place.databaseUrl, (client) => client.query('drop table claim.notes'));
    expect((await restoreBackup(file('notes'), empty)).leftOut).toEqual(['claim.notes']);
    expect(await tablesIn(empty)).toEqual(await tablesIn(place));
  });

  it('is restored although its log contradicts its newest seal, and reports it', async () => {
    const [name = ''] = readdirSync(join(place.dataDir, 'seals'));
    const seal = join(place.dataDir, 'seals', name);
    const text = readFileSync(seal, 'utf8');
    expect((await checkBackup(good, knownMigrations())).sealProblem).toBeUndefined();
    writeFileSync(seal, text.replace(/"root":"[0-9a-f]{4}/, '"root":"0000'));
    await takeBackup(place, file('seal'), TODAY);
    writeFileSync(seal, text);
    const problem = expect.stringMatching(/the events up to \d+ are not those that were sealed/);
    expect((await checkBackup(file('seal'), knownMigrations())).sealProblem).toEqual(problem);
    expect((await restoreBackup(file('seal'), empty)).sealProblem).toEqual(problem);
  });

  it('has no session, no token and no secret of this machine', async () => {
    writeFileSync(join(place.dataDir, 'secrets.json'), '{"jwtSecret":"never in a backup, whatever happens"}');
    await takeBackup(place, file('secrets'), TODAY);
    const text = gunzipSync(readFileSync(file('secrets'))).toString('latin1');
    expect(text).not.toContain('never in a backup');
    expect(text).not.toMatch(/tables\/identity\.(session|shop_session|refresh_token|sign_in_ticket)\//);
  });

  it.skipIf(!hasTools)('can be opened by tar, compared by sha256sum, and its log checked by seal/verify.py', () => {
    const out = mkdtempSync(join(folder, 'opened-'));
    expect(spawnSync('tar', ['xzf', good, '-C', out]).status).toBe(0);
    const sums = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: out, encoding: 'utf8' });
    expect([sums.status, sums.stdout, sums.stderr]).toEqual([0, '', '']);
    const [seal = ''] = readdirSync(join(out, 'seals'));
    const log = join(out, 'log', '000001.jsonl');
    const verified = spawnSync('python3', ['seal/verify.py', log, join(out, 'seals', seal)], { encoding: 'utf8' });
    expect([verified.status, verified.stderr]).toEqual([0, '']);
  });

  it('is the stored text to the byte, also of an event that cannot be sealed', async () => {
    const own = await emptyPlace('postgresql');
    const texts = [`{"a": 1.50,\n "b":"\\u0041\\t"}`, `{"data":{},"meta":"x,\\"meta\\":1"}`];
    await onDatabase(own.databaseUrl, async (client) => {
      for (const [index, data] of texts.entries()) {
        await client.query(
          `insert into log.event values ($1, gen_random_uuid(), $3, 0, 'x', 1, $2, '{"actor":"1"}', now())`,
          [index + 1, data, `sale-${index + 1}`],
        );
      }
    });
    const { contents } = await takeBackup(own, file('bytes'), TODAY);
    expect(contents).toMatchObject({ events: 2, root: null });
    await restoreBackup(file('bytes'), empty);
    const stored = (url: string) =>
      onDatabase(
        url,
        async (client) =>
          (await client.query('select position, data::text, meta::text, recorded_at from log.event order by 1')).rows,
      );
    expect(await stored(empty.databaseUrl)).toEqual(await stored(own.databaseUrl));
    expect((await stored(empty.databaseUrl)).map(({ data }) => data)).toEqual(texts);
    await own.remove();
  });

  it('is complete without a picture whose file is gone, and names it', async () => {
    const digest = createHash('sha256').update('gone').digest('hex');
    await onDatabase(place.databaseUrl, (client) =>
      client.query(
        `insert into attachment.upload (id, digest, media_type, bytes, width, height, file_name, uploaded_by)
         values ('gone', $1, 'image/png', 1, 1, 1, 'gone.png', 1)`,
        [digest],
      ),
    );
    const { missingPictures, contents } = await takeBackup(place, file('missing'), TODAY);
    expect([missingPictures, contents.pictures]).toEqual([[digest], 1]);
    await restoreBackup(file('missing'), empty);
  });

  it('has its name only when it is whole: a process that is killed leaves another name, and the next is not in its way', async () => {
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    // The backup waits for the lock of this table, while it holds that of the log.
    await client.query('begin; lock table preference.sidebar in access exclusive mode');
    const child = spawn(process.execPath, ['backup/main.ts', 'backup', file('killed')], {
      env: { ...process.env, DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir },
    });
    const ended = once(child, 'exit');
    await expect.poll(() => existsSync(`${file('killed')}.part`)).toBe(true);
    child.kill('SIGKILL');
    await ended;
    await client.query('rollback');
    await client.end();
    expect([existsSync(file('killed')), existsSync(`${file('killed')}.part`)]).toEqual([false, true]);
    await takeBackup(place, file('killed'), TODAY);
    await checkBackup(file('killed'), knownMigrations());
    expect(existsSync(`${file('killed')}.part`)).toBe(false);
  });

  it('is nothing at all of a database without Daftar, and of a disk that is full', async () => {
    await onDatabase(empty.databaseUrl, (client) =>
      client.query('drop schema log cascade; drop table kysely_migration'),
    );
    await expect(takeBackup(empty, file('none'), TODAY)).rejects.toThrow('There is nothing to back up');
    await expect(takeBackup(place, join(folder, 'no', 'such', 'folder'), TODAY)).rejects.toThrow('ENOENT');
    const full = (() => {
      try {
        return writeFileSync('/dev/full', 'x');
      } catch (error) {
        return error;
      }
    })();
    expect(problemOf(full)).toMatchObject({ problem: 'disk_full' });
  });
});
