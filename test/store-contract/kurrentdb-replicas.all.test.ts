/**
 * One command stores its events once: three command APIs on one PostgreSQL and one KurrentDB, lost answers, and callers
 * that send again.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AggregateRepository } from '../../command-api/aggregates/aggregate-repository.ts';
import { readStream, registryOf } from '../../command-api/aggregates/aggregate-types.ts';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import { KnownRates } from '../../command-api/handling/facts/known-rates.ts';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { brand } from '../../domain/catalogue/brand.record.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { type KurrentStore, openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { NO_STREAM, START, StoreUnavailable } from '../../event-store/port.ts';
import { personOf, SUPER_USER_ID } from '../../identity/person.ts';
import { type AppendFault, type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { batchOf, level, newEvent, newStream, write } from './batches.ts';
import { readToEnd } from './harness.ts';
import { onDatabase } from './postgres-server.ts';

const DEAD: readonly AppendFault[] = ['unavailable', 'unavailable', 'unavailable'];
/** The events are stored, and none of the client's attempts gets an answer. */
const LOST: readonly AppendFault[] = ['stored-and-killed', 'unavailable', 'killed'];

let database: FreshDatabase;
let server: KurrentDouble;
beforeEach(async () => {
  [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
});
afterEach(async () => {
  await server.close();
  await database.drop();
});

describe('the handlers of three processes', () => {
  let replicas: readonly Commands[];
  const actor = personOf(SUPER_USER_ID, { user_name: 'test', email: 'test@daftar.local' }, undefined);

  beforeEach(async () => {
    const place = { databaseUrl: database.url, eventStoreUrl: server.url };
    await ensureFirstUser({ ...place, password: 'a long enough password', rate: '1480' });
    replicas = await Promise.all([openCommands(place), openCommands(place), openCommands(place)]);
  });
  afterEach(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  const register = ({ handler }: Commands, name: string, commandId: string) => {
    const data = { brand_name: name };
    const commands = [{ type: 'register', data }];
    return handler.handle({ declaration: brand, commands, body: data, actor, commandId, digest: name });
  };
  const brands = async (name: string) => {
    const events = await readToEnd(replicas[0]?.store as KurrentStore, START);
    return events
      .filter(({ type, data }) => type === 'brand.registered' && (data as { brand_name: string }).brand_name === name)
      .map(({ stream }) => stream);
  };

  it('store one record for one key that is sent twelve times at once', async () => {
    for (let round = 1; round <= 12; round += 1) {
      const [name, commandId] = [`Brand ${round}`, randomUUID()];
      const sent = replicas.flatMap((replica) => Array.from({ length: 4 }, () => register(replica, name, commandId)));
      const answers = await Promise.all(sent);
      const [stream = ''] = await brands(name);
      expect(new Set(answers.map((answer) => answer.stream))).toEqual(new Set([stream]));
      expect(
        answers.every(({ state }) => (state as { data?: { brand_name?: string } }).data?.brand_name === name),
      ).toBe(true);
      expect(await brands(name)).toHaveLength(1);
    }
  });

  for (const [what, faults] of [
    ['was not stored', [...DEAD, ...DEAD]],
    ['was stored', [...LOST, ...DEAD]],
  ] as const) {
    it(`store one record when the answer is lost and the caller sends again, the first ${what}`, async () => {
      const commandId = randomUUID();
      const [first, second] = replicas as readonly [Commands, Commands];
      server.appendFaults.push(...faults);
      await expect(register(first, 'Nike', commandId)).rejects.toThrow(StoreUnavailable);
      server.appendFaults.length = 0;
      const again = await register(second, 'Nike', commandId);
      expect(await brands('Nike')).toEqual([again.stream]);
      expect(again.repeated).toBe(true);
      expect((await register(first, 'Nike', commandId)).stream).toBe(again.stream);
      await expect(register(first, 'Nike', randomUUID())).rejects.toMatchObject({ code: 'claim' });
    });
  }

  it('amend once, without a revision to be based on, when the answer is lost', async () => {
    const [first, second] = replicas as readonly [Commands, Commands];
    const { id, stream } = await register(first, 'Nike', randomUUID());
    const commandId = randomUUID();
    const amend = ({ handler }: Commands) =>
      handler.handle({
        declaration: brand,
        id,
        commands: [{ type: 'amend', changed: { brand_name: 'Nice' } }],
        body: { brand_name: 'Nice' },
        actor,
        commandId,
      });
    server.appendFaults.push(...LOST, ...DEAD);
    await expect(amend(first)).rejects.toThrow(StoreUnavailable);
    server.appendFaults.length = 0;
    expect(await amend(second)).toMatchObject({ stream, revision: 1, repeated: true });
    expect(
      await readToEnd(first.store, START).then((all) => all.filter((recordedEvent) => recordedEvent.stream === stream)),
    ).toHaveLength(2);
  });
});

describe('two stores', () => {
  let stores: readonly [KurrentStore, KurrentStore];
  beforeEach(async () => {
    const open = () => openKurrentStore({ url: server.url, databaseUrl: rolesAt(database.url).command });
    stores = [await open(), await open()];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });
  const lose = async (batch: ReturnType<typeof batchOf>, faults: readonly AppendFault[]) => {
    server.appendFaults.push(...faults);
    await expect(stores[0].append(batch)).rejects.toThrow(StoreUnavailable);
    server.appendFaults.length = 0;
  };

  it('complete the reserved batch, not the one of the repetition', async () => {
    for (const faults of [DEAD, LOST]) {
      const [own, other] = [newStream(), newStream()];
      const claims = [level('stock:1:1', '2025-03-01', '5')];
      const first = batchOf([write(own, NO_STREAM, newEvent({ n: 1 }))], { claims });
      await lose(first, faults);
      const second = {
        ...batchOf([write(other, NO_STREAM, newEvent({ n: 2 }))], { claims }),
        commandId: first.commandId,
      };
      expect(await stores[1].append(second)).toMatchObject({ repeated: true, revisions: [0] });
      const read = await stores[0].readStreams([own, other].map((stream) => ({ stream, after: NO_STREAM })));
      expect([read.get(own)?.length, read.get(other)?.length]).toEqual([1, 0]);
      expect((await stores[0].findCommand(first.commandId))?.streams).toEqual([own]);
    }
    expect(await stores[0].levels('stock:1:1', 1)).toEqual([{ key: 'stock:1:1', total: '10' }]);
  });

  it('store once a batch whose events the caller did not see', async () => {
    const stream = newStream();
    await stores[0].append(batchOf([write(stream, NO_STREAM)]));
    const claims = [level('stock:1:1', '2025-03-01', '5')];
    const first = batchOf([write(stream, 0, newEvent({ n: 1 }))], { claims });
    await lose(first, LOST);
    // Decided again on the state with the event of the first attempt.
    const again = { ...batchOf([write(stream, 1, newEvent({ n: 1 }))], { claims }), commandId: first.commandId };
    expect(await stores[1].append(again)).toMatchObject({ repeated: true, revisions: [1] });
    expect(await readToEnd(stores[0], START)).toHaveLength(2);
    expect(await stores[0].levels('stock:1:1', 1)).toEqual([{ key: 'stock:1:1', total: '5' }]);
  });

  it('have a rate in force that is in the log before its claims are settled', async () => {
    const stream = 'currency_rate-1';
    const data = { date: '2026-03-02', time: null, rate: '1480', in_rate: '1480' };
    const claims = [{ kind: 'record', record: stream, action: 'register', field: '' }] as const;
    await lose(batchOf([write(stream, NO_STREAM, newEvent(data, 'currency_rate.registered'))], { claims }), LOST);
    const rates = new KnownRates({
      store: stores[1],
      states: new AggregateRepository(stores[1], registryOf(documents, records)),
      recordNumbers: (kind) =>
        onDatabase(database.url, async (client) => {
          const { rows } = await client.query<{ record: string }>(
            'select record from claim.record where record ^@ $1',
            [`${kind}-`],
          );
          return rows.map(({ record }) => readStream(record)?.id ?? 0);
        }),
    });
    expect((await rates.read()).newestFirst).toMatchObject([{ id: 1, rate: '1480' }]);
  });

  it('find a command with an unknown outcome', async () => {
    const batch = batchOf([write(newStream(), NO_STREAM)], { digest: 'd' });
    await lose(batch, LOST);
    expect(await stores[1].findCommand(batch.commandId)).toMatchObject({ revisions: [0], digest: 'd' });
    expect(await readToEnd(stores[0], START)).toHaveLength(1);
  });

  it('release a finally refused reservation once, and none that was made since', async () => {
    const stream = newStream();
    await stores[0].append(batchOf([write(stream, NO_STREAM)]));
    const claims = [{ kind: 'unique', set: 's', key: 'k', owner: stream, action: 'take', field: 'f' }] as const;
    const stale = batchOf([write(stream, NO_STREAM)], { claims });
    await lose(stale, DEAD);
    expect(await stores[1].findCommand(stale.commandId)).toBeUndefined();
    const fresh = { ...batchOf([write(stream, 0)], { claims }), commandId: stale.commandId };
    expect(await stores[1].append(fresh)).toMatchObject({ repeated: false, revisions: [1] });
  });
});
