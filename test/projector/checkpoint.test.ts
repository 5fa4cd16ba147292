/**
 * A checkpoint is moved only from the position that was read, so that two processes never fold the same events twice.
 */
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

it('is moved from the position that was read, and that of no other model', async () => {
  await moveFrom(10n, 12n);
  expect(await position()).toBe(12n);
  expect(await readPosition(client, build.schema, 'events')).toBe(10n);
});

it('is not moved when another process has moved it forward', async () => {
  await expect(moveFrom(7n, 9n)).rejects.toThrow(CheckpointMoved);
  await expect(moveFrom(7n, 15n)).rejects.toThrow(CheckpointMoved);
  expect(await position()).toBe(10n);
});

it('is not moved when another process has moved it back', async () => {
  await expect(moveFrom(11n, 15n)).rejects.toThrow(CheckpointMoved);
  expect(await position()).toBe(10n);
});

it('is not moved when readers query another build', async () => {
  await expect(moveFrom(10n, 12n, 'filling')).rejects.toThrow(CheckpointMoved);
  expect(await position()).toBe(10n);
});
