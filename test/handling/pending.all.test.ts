/**
 * Intents that a crashed process reserved in PostgreSQL and did not store in KurrentDB: a decision on the same streams
 * or levels completes them first, also when it needs no append.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registryOf } from '../../command-api/aggregates/aggregate-types.ts';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import type { CommandAnswer } from '../../command-api/handling/request.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { type KurrentStore, openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { everyone } from '../projector/shop.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { NOW, over } from './interleaving.ts';

const KINDS = registryOf(documents, records);

let database: FreshDatabase;
let server: KurrentDouble;
let stores: KurrentStore[];

beforeEach(async () => {
  [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  await server.close();
  await database.drop();
});

/** A separate process that does not recover intents by itself. */
async function process(through: (store: CommandStore) => CommandStore = (store) => store): Promise<CommandHandler> {
  const store = await openKurrentStore({ url: server.url, databaseUrl: database.url, timeoutMs: 5_000 });
  stores.push(store);
  return new CommandHandler({ store: through(store), kinds: KINDS, averages: async () => new Map(), clock: () => NOW });
}

/** Fails after each reservation, before anything is in KurrentDB. */
const crashing = (store: CommandStore): CommandStore =>
  over(store, (batch) => {
    server.appendFaults.push('unavailable', 'unavailable', 'unavailable');
    return store.append(batch);
  });

const intents = async () =>
  (await onDatabase(database.url, (client) => client.query('select command_id from claim.intent'))).rows.length;

interface Sent {
  readonly id?: number;
  readonly dryRun?: true;
}

const send = (handler: CommandHandler, kind: string, command: object, more: Sent = {}): Promise<CommandAnswer> => {
  const declaration = records.find((record) => record.kind === kind);
  if (!declaration) throw new Error(`no kind ${kind}`);
  const { data, changed } = command as { readonly data?: object; readonly changed?: object };
  const body = data ?? changed ?? {};
  return handler.handle({ declaration, commands: [command], body, actor: everyone, commandId: randomUUID(), ...more });
};

const name = (brand_name: string) => ({ type: 'amend', changed: { brand_name } });

describe('a command on streams or levels that a crashed process reserved', () => {
  let brand: number;
  let handler: CommandHandler;
  beforeEach(async () => {
    handler = await process();
    brand = (await send(handler, 'brand', { type: 'register', data: { brand_name: 'Old' } })).id;
    await expect(send(await process(crashing), 'brand', name('New'), { id: brand })).rejects.toThrow();
    server.appendFaults.length = 0;
    expect(await intents()).toBe(1);
  });

  it('does not answer that nothing changes while a reserved intent will change it', async () => {
    const answer = await send(handler, 'brand', name('Old'), { id: brand });
    expect(answer).toMatchObject({ revision: 2, state: { data: { brand_name: 'Old' } } });
    expect(answer.position).toBeDefined();
    await expect.poll(intents).toBe(0);
  });

  it('is decided on the completed intent, also as a dry run', async () => {
    const tried = await send(handler, 'brand', name('Old'), { id: brand, dryRun: true });
    expect(tried.preview?.events).toHaveLength(1);
    await expect.poll(intents).toBe(0);
  });

  it('is not refused for a name that is given back by it', async () => {
    const other = await send(handler, 'brand', { type: 'register', data: { brand_name: 'Old' } });
    expect(other.state).toMatchObject({ data: { brand_name: 'Old' } });
  });

  it('is stored soon after it, although no other process recovers it', async () => {
    const answer = await send(handler, 'brand', name('Newest'), { id: brand });
    expect(answer).toMatchObject({ revision: 2, state: { data: { brand_name: 'Newest' } } });
  });

  it('is refused when the completed intent refuses it', async () => {
    const taken = send(handler, 'brand', { type: 'register', data: { brand_name: 'New' } });
    await expect(taken).rejects.toBeInstanceOf(Refusal);
    await expect.poll(intents).toBe(0);
  });
});

describe('a record that a crashed writer deletes', () => {
  it('is restored after the intent was completed', async () => {
    const handler = await process();
    const { id } = await send(handler, 'brand', { type: 'register', data: { brand_name: 'Gone' } });
    await expect(send(await process(crashing), 'brand', { type: 'retire' }, { id })).rejects.toThrow();
    server.appendFaults.length = 0;
    const answer = await send(handler, 'brand', { type: 'restore' }, { id });
    expect(answer).toMatchObject({ revision: 2, state: { status: 'active' } });
  });
});
