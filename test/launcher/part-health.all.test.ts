/** /readyz says within seconds that KurrentDB or Redis is away, hangs, or is there again. */
import { afterEach, describe, expect, it } from 'vitest';
import { openEventStore } from '../../event-store/opening/open.ts';
import { DiskSpace } from '../../identity/machine/disk-space.ts';
import { LogHealth, partsOf } from '../../launcher/part-health.ts';
import { startKurrentDouble } from '../doubles/kurrentdb.ts';
import { batchWith } from '../store-contract/batches.ts';
import { rolesAt } from '../support/database.ts';
import { hasRedis, openRedis } from '../support/redis.ts';
import { database, inTime, undo, undone } from './asked-in-time.ts';

afterEach(undone);

describe('the log in KurrentDB', () => {
  it.each(['command', 'read', 'projector'] as const)('is looked at by the role %s', async (role) => {
    const [{ url }, server] = [await database(), await startKurrentDouble()];
    undo.push(() => server.close());
    const place = { databaseUrl: rolesAt(url)[role], eventStoreUrl: server.url };
    const store = await openEventStore({ databaseUrl: url, eventStoreUrl: server.url, recovers: true });
    await store.append(batchWith());
    await store.close();
    const health = new LogHealth(place);
    undo.push(() => health.close());
    expect(await inTime(health.check)).toBeUndefined();
    server.silence(true);
    expect(await inTime(health.check)).toBe('does not answer');
    server.silence(false);
    await expect.poll(() => health.check()).toBeUndefined();
    await server.restart();
    await expect.poll(() => health.check()).toBeUndefined();
  });

  it('that is another one is told, not only one that is away', async () => {
    const [{ url }, server, other] = [await database(), await startKurrentDouble(), await startKurrentDouble()];
    undo.push(
      () => server.close(),
      () => other.close(),
    );
    for (const eventStoreUrl of [server.url, other.url]) {
      const into = eventStoreUrl === server.url ? url : (await database()).url;
      const store = await openEventStore({ databaseUrl: into, eventStoreUrl, recovers: true });
      await store.append(batchWith());
      await store.close();
    }
    const health = new LogHealth({ databaseUrl: rolesAt(url).read, eventStoreUrl: other.url });
    undo.push(() => health.close());
    expect(await inTime(health.check)).toBe('is not the one that was seen');
  });
});

describe('the jobs', () => {
  it.runIf(hasRedis && !process.env['REDIS_URL'])(
    'are those of Redis, where it is named: away, hanging, and there',
    async () => {
      const redis = await openRedis();
      undo.push(() => redis.stop());
      const { jobs = async () => undefined } = partsOf(new DiskSpace(() => 900), { REDIS_URL: redis.url });
      expect(await inTime(jobs)).toBeUndefined();
      redis.signal('SIGSTOP');
      expect(await inTime(jobs)).toBe('does not answer');
      redis.signal('SIGCONT');
      expect(await inTime(jobs)).toBeUndefined();
      await redis.stop();
      expect(await inTime(jobs)).toBe('does not answer');
    },
  );
});
