/** /readyz says what a command and a list need, of each process: the database, the disk, and of the web both APIs behind it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { DiskSpace } from '../../identity/machine/disk-space.ts';
import { DatabaseHealth } from '../../launcher/database/health.ts';
import { partsOf, serviceHealth } from '../../launcher/part-health.ts';
import { rolesAt } from '../support/database.ts';
import { database, inTime, undo, undone } from './asked-in-time.ts';

afterEach(undone);

describe('the database', () => {
  it('that takes no writes is told: nothing can be entered', async () => {
    const { url } = await database();
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    undo.push(() => owner.end());
    await owner.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
    );
    const health = new DatabaseHealth(rolesAt(url).read);
    undo.push(() => health.close());
    expect([await health.database(), await health.clock()]).toEqual(['takes no writes', undefined]);
  });

  it('whose clock differs from that of this machine is told, ahead and behind, of each replica by itself', async () => {
    const { url } = await database();
    for (const [seconds, told] of [
      [0, undefined],
      [290, undefined],
      [601, 'the clock of this machine is 10 minutes ahead of that of the database'],
      [-7_300, 'the clock of this machine is 2 hours behind that of the database'],
    ] as const) {
      const health = new DatabaseHealth(rolesAt(url).read, () => Date.now() + seconds * 1000);
      expect(await health.clock()).toBe(told);
      await health.close();
    }
  });

  it('without read models is not ready for lists', async () => {
    const health = new DatabaseHealth(rolesAt((await database()).url).read);
    undo.push(() => health.close());
    expect([await health.database(), await health.models()]).toEqual([undefined, 'not built yet']);
  });
});

describe('what a command needs beside the stores', () => {
  it('is space on the disk', async () => {
    const { disk } = partsOf(new DiskSpace(() => 200), {});
    expect(await disk?.()).toBeUndefined();
    const { disk: low, jobs } = partsOf(new DiskSpace(() => 150), {});
    expect(await low?.()).toBe('only 150 MB are free, and nothing is stored below 200 MB');
    expect(jobs).toBeUndefined();
  });
});

describe('the web', () => {
  async function service(answer: () => [number, object] | undefined): Promise<string> {
    const server = createServer((_request, response) => {
      const given = answer();
      if (given) response.writeHead(given[0], { 'content-type': 'application/json' }).end(JSON.stringify(given[1]));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    undo.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('is ready when the services behind it are, and says what they say', async () => {
    let answer: [number, object] | undefined = [200, { status: 'ok', checks: { database: 'ok' } }];
    const check = serviceHealth(await service(() => answer));
    expect(await inTime(check)).toBeUndefined();
    answer = [
      503,
      { status: 'not_ready', checks: { database: 'ok', disk: 'only 3 MB are free', jobs: 'does not answer' } },
    ];
    expect(await inTime(check)).toBe('disk: only 3 MB are free; jobs: does not answer');
    answer = [404, {}];
    expect(await inTime(check)).toBe('answers with 404');
    answer = undefined;
    expect(await inTime(check)).toBe('does not answer');
    expect(await inTime(serviceHealth('http://127.0.0.1:1'))).toBe('does not answer');
  });
});
