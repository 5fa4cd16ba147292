/** The guard reads the session of every request, also while the records of other requests are being stored. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIdentity } from '../../identity/identity.ts';
import { recordSecurity } from '../../identity/security-log.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('while hundreds of refusals wait to be recorded', async () => {
  const identity = await openIdentity({ databaseUrl: rolesAt(database.url).command });
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query('begin; lock table identity.access_log in access exclusive mode');
  const ip = '10.0.0.1';
  const recorded = Array.from({ length: 200 }, () =>
    recordSecurity(identity.pool, { kind: 'refused', userId: 1, sid: randomUUID(), ip, detail: {} }).then(
      () => true,
      () => false,
    ),
  );
  // Nothing is stored yet, and the session of the next request is read.
  expect(await identity.person(1, randomUUID())).toBeUndefined();
  await blocker.query('commit');
  await blocker.end();
  expect(await Promise.all(recorded)).toEqual(Array(200).fill(true));
  await identity.close();
});
