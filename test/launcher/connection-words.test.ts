/** Errors of client libraries are told in words, with the next step, and never as the library says them. */
import { Redis } from 'ioredis';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openLogReader } from '../../event-store/opening/log-reader.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { connectionProblem, connectionWords, storeProblem } from '../../launcher/machine/connection-words.ts';
import { freshDatabase } from '../support/database.ts';

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

describe('a connection that fails', () => {
  it('of PostgreSQL, Redis and KurrentDB to a port where nothing listens is told alike', async () => {
    const client = new pg.Client({ connectionString: 'postgres://127.0.0.1:1/a' });
    const redis = new Redis('redis://127.0.0.1:1', { lazyConnect: true, retryStrategy: () => null });
    const refused = Promise.withResolvers<unknown>();
    redis.on('error', refused.resolve);
    void failed(redis.connect());
    const database = await freshDatabase();
    const place = { databaseUrl: database.url, eventStoreUrl: 'esdb://127.0.0.1:1?tls=false' };
    const kurrent = failed(openLogReader(place).then((log) => log.head().finally(() => log.close())));
    const errors = await Promise.all([failed(client.connect()), refused.promise, kurrent]);
    redis.disconnect();
    await database.drop();
    expect(errors.map(connectionWords)).toEqual(Array(3).fill('nothing answers at its address'));
    expect(connectionProblem('Redis', 'REDIS_URL', errors[1])).toBe(
      'Redis (REDIS_URL): nothing answers at its address. Start it, or correct the address.',
    );
  });

  it.each([
    [coded('ENOTFOUND', 'getaddrinfo ENOTFOUND db.example.com'), 'the name of its machine is not known'],
    [coded('28P01', 'password authentication failed for user "a"'), 'it does not accept the name or the password'],
    [new Error('WRONGPASS invalid username-password pair'), 'it does not accept the name or the password'],
    [
      coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
      'the encryption does not agree: TLS or its certificate',
    ],
    [coded('3D000', 'database "books" does not exist'), 'it has no database of this name'],
    [coded('ETIMEDOUT'), 'it does not answer in time'],
    [new StoreUnavailable('the head took longer than 10000 ms'), 'it does not answer in time'],
    [new Error('closed', { cause: coded('ECONNRESET') }), 'it ended the connection'],
    [new AggregateError([coded('ECONNREFUSED')]), 'nothing answers at its address'],
    [new Error('a sale has no lines'), undefined],
  ])('is told for %s', (error, words) => {
    expect(connectionWords(error)).toBe(words);
  });

  it('ends a command with the variable to correct, and no other error does', () => {
    const away = new StoreUnavailable('14 UNAVAILABLE: No connection established. Resolution note: x');
    const kurrent = { DAFTAR_EVENTSTORE_URL: 'esdb://kurrentdb:2113' };
    expect(storeProblem(away, kurrent)).toMatch(/^KurrentDB \(DAFTAR_EVENTSTORE_URL\): nothing answers/);
    expect(storeProblem(away, {})).toMatch(/^PostgreSQL \(DATABASE_URL\): nothing answers/);
    expect(storeProblem(new Error('14 UNAVAILABLE'), kurrent)).toBeUndefined();
  });
});
