import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../launcher/database/cluster.ts';
import { openDatabase } from '../../launcher/database/open-database.ts';
import { reachDatabase } from '../../launcher/doctor.ts';
import { startTime, takeLock, whoRuns } from '../../launcher/machine/lock.ts';
import { anySpace, prepareDataFolder, timeZoneOf } from '../../launcher/machine/preflight.ts';
import { loadSecrets } from '../../launcher/machine/secrets.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { listen } from '../../launcher/server.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'daftar-preflight-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the data folder', () => {
  test('is made when it is missing', () => {
    expect(prepareDataFolder(join(home, 'a', 'b'))).toBe(join(home, 'a', 'b'));
    expect(statSync(join(home, 'a', 'b')).isDirectory()).toBe(true);
  });

  test('is refused when something there is not a folder', () => {
    writeFileSync(join(home, 'file'), '');
    expect(() => prepareDataFolder(join(home, 'file'))).toThrow(/not a folder.*DATA_DIR/);
  });

  test('is refused when nothing can be written there', () => {
    expect(() => prepareDataFolder('/proc/daftar')).toThrow(StartupError);
    expect(() => prepareDataFolder('/proc/daftar')).toThrow(/not writable.*DATA_DIR/);
  });

  test('is refused on a disk with less than 500 MB free', () => {
    expect(() => prepareDataFolder(home, () => 499)).toThrow(/only 499 MB free/);
    expect(prepareDataFolder(home, () => 500)).toBe(home);
  });
});

describe('the lock', () => {
  test('refuses a second Daftar on the same folder and names the first', () => {
    const lock = takeLock(home);
    lock.note({ address: 'http://localhost:8080' });
    expect(() => takeLock(home)).toThrow(
      new RegExp(`already running.*process ${process.pid} at http://localhost:8080`),
    );
    expect(whoRuns(home)?.address).toBe('http://localhost:8080');
    lock.release();
    takeLock(home).release();
  });

  test('is taken over from a process that was killed', async () => {
    const killed = spawn('sleep', ['60']);
    const startedAt = startTime(killed.pid as number);
    writeFileSync(join(home, 'running.json'), JSON.stringify({ pid: killed.pid, startedAt }));
    expect(whoRuns(home)?.pid).toBe(killed.pid);
    killed.kill('SIGKILL');
    await new Promise((resolve) => killed.once('exit', resolve));
    expect(whoRuns(home)).toBeUndefined();
    takeLock(home).release();
  });

  test('is taken over when the number belongs to another process by now', () => {
    writeFileSync(join(home, 'running.json'), JSON.stringify({ pid: process.ppid, startedAt: '1' }));
    takeLock(home).release();
  });

  test('of another container is valid while it is renewed, whatever its number means here', () => {
    const file = join(home, 'running.json');
    const elsewhere = { pid: process.pid, startedAt: startTime(process.pid), namespace: 'pid:[1]' };
    writeFileSync(file, JSON.stringify(elsewhere));
    expect(() => takeLock(home)).toThrow(/already running.*in another container.*half a minute/);
    const longAgo = new Date(Date.now() - 31_000);
    utimesSync(file, longAgo, longAgo);
    takeLock(home).release();
  });

  test('is taken over when its file was cut off by a crash', () => {
    writeFileSync(join(home, 'running.json'), '{"pid":');
    takeLock(home).release();
  });
});

test('doctor opens no database while a process that works on the folder has not named its own', async () => {
  const lock = takeLock(home);
  await expect(reachDatabase(home, whoRuns(home), {})).rejects.toThrow(
    `process ${process.pid} is starting, or a command works on the folder`,
  );
  lock.note({ databasePort: 5_999 });
  expect((await reachDatabase(home, whoRuns(home), {})).url).toContain('@127.0.0.1:5999/daftar');
  lock.release();
});

describe('the time zone', () => {
  const given = process.env['TZ'];
  afterEach(() => {
    if (given === undefined) delete process.env['TZ'];
    else process.env['TZ'] = given;
  });

  const zoneWith = (name: string): string => {
    process.env['TZ'] = name;
    return timeZoneOf(process.env);
  };

  test('is that of TZ', () => {
    expect(zoneWith('Asia/Baghdad')).toBe('Asia/Baghdad');
    expect(zoneWith('UTC')).toBe('UTC');
    delete process.env['TZ'];
    expect(timeZoneOf(process.env)).not.toBe('');
  });

  test.each(['Asia/Bagdad', 'UTC+3', 'GMT+3', '+03:00', ''])('is refused when TZ is "%s", which is none', (name) => {
    expect(() => zoneWith(name)).toThrow(StartupError);
    expect(() => zoneWith(name)).toThrow(`TZ is "${name}", which is not a time zone`);
  });
});

describe('the secrets', () => {
  test('are made once, for the owner only, and then kept', () => {
    const first = loadSecrets(home, {});
    const bytesOf = (text: string) => Buffer.from(text, 'base64url').length;
    expect([bytesOf(first.jwtSecret), bytesOf(first.databasePassword)]).toEqual([48, 24]);
    expect(Object.values(first.rolePasswords).map(bytesOf)).toEqual([24, 24, 24, 24]);
    expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(loadSecrets(home, {})).toEqual(first);
    const elsewhere = mkdtempSync(join(home, 'other-'));
    expect(loadSecrets(elsewhere, {}).jwtSecret).not.toBe(first.jwtSecret);
  });

  test('take the key from JWT_SECRET, and refuse a short one', () => {
    expect(loadSecrets(home, { JWT_SECRET: 'k'.repeat(32) }).jwtSecret).toBe('k'.repeat(32));
    expect(() => loadSecrets(home, { JWT_SECRET: 'k'.repeat(31) })).toThrow(/too short: 31/);
  });

  test('are refused when damaged, and never replaced', () => {
    writeFileSync(join(home, 'secrets.json'), '{"jwtSecret":');
    expect(() => loadSecrets(home, {})).toThrow(/damaged.*--new-secrets/);
    expect(readFileSync(join(home, 'secrets.json'), 'utf8')).toBe('{"jwtSecret":');
  });
});

describe('the port', () => {
  async function occupied(work: (port: number) => Promise<void>): Promise<void> {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    try {
      await work(typeof address === 'object' && address ? address.port : 0);
    } finally {
      other.close();
    }
  }

  test('that was asked for and is in use is refused', () =>
    occupied(async (port) => {
      const app = fastify();
      await expect(listen(app, { PORT: String(port) })).rejects.toThrow(
        new RegExp(`Port ${port} is in use.*PORT=${port + 1}`),
      );
      await app.close();
    }));

  test('that was not asked for is the next free one', () =>
    occupied(async (port) => {
      const app = fastify();
      expect(await listen(app, {}, port)).toBeGreaterThan(port);
      await app.close();
    }));

  test('must be a number', async () => {
    await expect(listen(fastify(), { PORT: 'http' })).rejects.toThrow(/not a port/);
  });
});

test('a database is not opened below 500 MB, but for doctor, a backup and a new password it is', async () => {
  const environment = { DATABASE_URL: `postgres://someone@127.0.0.1:${await freePort()}/books` };
  const open = (freeMegabytes: () => number) =>
    openDatabase({ dataDir: home, say: () => undefined, environment, freeMegabytes });
  await expect(open(() => 499)).rejects.toThrow(/only 499 MB free/);
  await expect(open(anySpace)).rejects.toThrow(/cannot be reached/);
});

test('a database of DATABASE_URL that does not answer is named, without its password', async () => {
  const url = `postgres://someone:secret@127.0.0.1:${await freePort()}/books`;
  const refusal = openDatabase({ dataDir: home, say: () => undefined, environment: { DATABASE_URL: url } });
  await expect(refusal).rejects.toThrow(/someone@127\.0\.0\.1.*cannot be reached/);
  await expect(refusal).rejects.not.toThrow(/secret/);
});
