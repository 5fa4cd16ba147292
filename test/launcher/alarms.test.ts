/** Alarms to a webhook: once when they begin, once when they end, in order, and none is lost while the webhook is away. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DiskSpace } from '../../identity/machine/disk-space.ts';
import { Alarms, startAlarms } from '../../launcher/alarms.ts';
import { alarmUrlOf } from '../../launcher/machine/plain-connections.ts';
import { partsOf } from '../../launcher/part-health.ts';
import { onDatabase } from '../backup/place.ts';
import { rolesAt } from '../support/database.ts';
import { seededDatabase } from '../support/seeded-database.ts';
import { until } from '../support/waiting.ts';

type Posted = Readonly<Record<string, unknown>>;

const dataDir = mkdtempSync(join(tmpdir(), 'daftar-alarms-'));
let posted: Posted[] = [];
let status = 204;
/** A webhook on this machine. */
const webhook = createServer(async (request, answer) => {
  const body = JSON.parse((await buffer(request)).toString());
  if (status === 204) posted.push(body);
  answer.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
});
let url = '';
let freeMb = 5_000;
let minutes = 0;
/** Each reading of the disk is a new one. */
let read = 0;
let reached: (string | undefined)[] = [];
const slow: { backup: string | undefined } = { backup: undefined };

async function listening(server: Server): Promise<string> {
  await new Promise<void>((begun) => server.listen(0, '127.0.0.1', begun));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook?token=secret`;
}

beforeAll(async () => {
  url = await listening(webhook);
});
afterAll(() => {
  webhook.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(join(dataDir, 'alarms.json'), { force: true });
  [posted, status, freeMb, minutes, reached, slow.backup] = [[], 204, 5_000, 0, [], undefined];
});

const alarms = () =>
  new Alarms({
    url,
    dataDir,
    // The check of /readyz, on a disk of this test.
    checks: {
      ...partsOf(
        new DiskSpace(
          () => freeMb,
          () => (read += 10_000),
        ),
        {},
      ),
    },
    slowChecks: { backup: async () => slow.backup },
    onDelivery: (problem) => reached.push(problem),
    now: () => new Date(Date.parse('2026-03-01T02:00:00Z') + minutes * 60_000),
  });
const looks = async (on: Alarms, count: number) => {
  for (let look = 0; look < count; look += 1) await on.look();
};
const told = () => posted.map(({ alarm, state }) => `${alarm} ${state}`);

describe('an alarm', () => {
  it('is posted once when it begins and once when it ends, and not for what is over at the second look', async () => {
    const on = alarms();
    await looks(on, 2);
    freeMb = 100;
    await looks(on, 1);
    freeMb = 5_000;
    await looks(on, 2);
    expect(posted).toEqual([]);
    freeMb = 100;
    await looks(on, 5);
    expect(posted).toEqual([
      {
        ...{ program: 'daftar', version: expect.any(String), alarm: 'disk', state: 'begins' },
        ...{ since: '2026-03-01T02:00:00.000Z', at: '2026-03-01T02:00:00.000Z' },
        text: 'only 100 MB are free, and nothing is stored below 200 MB',
      },
    ]);
    [freeMb, minutes] = [5_000, 7];
    await looks(on, 5);
    expect(posted.slice(1)).toEqual([
      expect.objectContaining({ state: 'ends', since: '2026-03-01T02:00:00.000Z', at: '2026-03-01T02:07:00.000Z' }),
    ]);
  });

  it('is not repeated by a restart, which knows that it has begun', async () => {
    freeMb = 100;
    await looks(alarms(), 3);
    await looks(alarms(), 3);
    expect(told()).toEqual(['disk begins']);
    freeMb = 5_000;
    await looks(alarms(), 3);
    expect(told()).toEqual(['disk begins', 'disk ends']);
  });

  it('waits while the webhook fails, over a restart too, and is then delivered in order', async () => {
    status = 500;
    freeMb = 100;
    const on = alarms();
    await looks(on, 3);
    freeMb = 5_000;
    await looks(on, 3);
    expect([posted, reached]).toEqual([[], ['it answers with 500']]);
    status = 302;
    await looks(on, 1);
    expect(posted).toEqual([]);
    status = 204;
    const again = alarms();
    await looks(again, 1);
    expect(told()).toEqual(['disk begins', 'disk ends']);
    expect(JSON.stringify(reached)).not.toContain('secret');
  });

  it('of files is looked at rarely, and not while the parts fail on which it depends', async () => {
    const on = alarms();
    slow.backup = 'the newest is 3 days old';
    await looks(on, 19);
    expect(posted).toEqual([]);
    await looks(on, 1);
    expect(told()).toEqual(['backup begins']);
    slow.backup = undefined;
    freeMb = 100;
    await looks(on, 20);
    expect(told()).toEqual(['backup begins', 'disk begins']);
    freeMb = 5_000;
    await looks(on, 20);
    expect(told()).toEqual(['backup begins', 'disk begins', 'disk ends', 'backup ends']);
  });

  it('is kept without its file, or with one that cannot be read', async () => {
    writeFileSync(join(dataDir, 'alarms.json'), '{');
    freeMb = 100;
    await looks(alarms(), 2);
    expect(told()).toEqual(['disk begins']);
  });
});

describe('the webhook', () => {
  it('is an https address, or one of this machine', () => {
    expect(alarmUrlOf({})).toBeUndefined();
    for (const right of [
      'https://hooks.example.com/x',
      'http://127.0.0.1:9/',
      'http://localhost/x',
      'http://[::1]:9/',
    ]) {
      expect(alarmUrlOf({ ALARM_WEBHOOK: right })).toBe(right);
    }
    for (const wrong of ['http://hooks.example.com/x', 'ftp://127.0.0.1', 'hooks', 'file:///etc/passwd']) {
      expect(() => alarmUrlOf({ ALARM_WEBHOOK: wrong })).toThrow(/^ALARM_WEBHOOK is no https address/);
    }
  });
});

describe('a running Daftar', () => {
  it('posts what doctor says of backups, copies and the copy of the log', async () => {
    const database = await seededDatabase();
    const [backups, said]: [string, string[]] = [mkdtempSync(join(tmpdir(), 'daftar-alarms-')), []];
    try {
      await onDatabase(database.url, (client) =>
        client.query(
          `insert into backup.run (kind, file, is_daily, started_at, finished_at, problem, detail)
           values ('backup', $1, true, now(), now(), 'disk_full', 'ENOSPC')`,
          [join(backups, 'daftar.tar.gz')],
        ),
      );
      writeFileSync(
        join(dataDir, 'backup-copies.json'),
        JSON.stringify({ command: { failed: { file: 'x', at: '2026-03-01T02:00:00Z', detail: 'exit code 7' } } }),
      );
      const stop = startAlarms(
        {
          ...{ dataDir, databaseUrl: rolesAt(database.url).read, checks: {}, say: (line: string) => said.push(line) },
          environment: { ALARM_WEBHOOK: url, BACKUP_DIR: backups, BACKUP_COPY_COMMAND: 'false' },
        },
        5,
      );
      await until(async () => posted.length === 3);
      await stop();
      expect(posted.map(({ alarm, text }) => [alarm, text])).toEqual([
        ['backup', expect.stringMatching(/the disk is full/)],
        ['backup_copies', expect.stringMatching(/exit code 7/)],
        ['log_copy', expect.stringMatching(/no entry was copied/)],
      ]);
      expect(said).toEqual([]);
      expect(
        await startAlarms({ dataDir, databaseUrl: '', checks: {}, environment: {}, say: () => undefined })(),
      ).toBeUndefined();
      // A webhook that cannot be reached is told once, without its address.
      rmSync(join(dataDir, 'alarms.json'));
      const closed = createServer();
      const environment = { ALARM_WEBHOOK: await listening(closed) };
      await new Promise((ended) => closed.close(ended));
      const end = startAlarms(
        {
          ...{ dataDir, databaseUrl: '', environment },
          checks: { jobs: async () => 'x' },
          say: (line) => said.push(line),
        },
        5,
      );
      await until(async () => said.length > 0);
      await end();
      expect(said).toEqual(['Alarms cannot be delivered: ECONNREFUSED. They are kept and tried again.']);
    } finally {
      rmSync(backups, { recursive: true });
      await database.drop();
    }
  });
});
