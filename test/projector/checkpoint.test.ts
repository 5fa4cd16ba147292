/** A checkpoint is moved on only from where it was read: else two processes would count the same events twice. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Build, ensureBuild } from '../../projector/builds/build.ts';
import { advance, CheckpointMoved, readPosition } from '../../projector/checkpoint/checkpoint.ts';
import { models } from '../../projector/models/all.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

const MODEL = 'books';

let database: FreshDatabase;
let client: pg.Client;
let build: Build;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  build = await ensureBuild(client, models);
});
beforeEach(() => client.query('update projection.checkpoint set position = 10'));
afterAll(async () => {
  await client.end();
  await database.drop();
});

const position = () => readPosition(client, build.schema, MODEL);
const moveFrom = (from: bigint, to: bigint, status: 'current' | 'filling' = 'current') =>
  advance(client, { schema: build.schema, model: MODEL, position: from }, to, status);

it('moves on from where it was read, and no other model with it', async () => {
  await moveFrom(10n, 12n);
  expect(await position()).toBe(12n);
  expect(await readPosition(client, build.schema, 'events')).toBe(10n);
});

it('stays where another process has moved it on to', async () => {
  await expect(moveFrom(7n, 9n)).rejects.toThrow(CheckpointMoved);
  await expect(moveFrom(7n, 15n)).rejects.toThrow(CheckpointMoved);
  expect(await position()).toBe(10n);
});

it('stays where another process has moved it back to', async () => {
  await expect(moveFrom(11n, 15n)).rejects.toThrow(CheckpointMoved);
  expect(await position()).toBe(10n);
});

it('stays when readers see another build than the process thinks', async () => {
  await expect(moveFrom(10n, 12n, 'filling')).rejects.toThrow(CheckpointMoved);
  expect(await position()).toBe(10n);
});
