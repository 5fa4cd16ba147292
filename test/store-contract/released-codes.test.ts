/**
 * A code that several items of earlier versions have: a reservation of it whose command is not stored leaves everybody who
 * held it, or stood beside it, as they were.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

const SET = 'item.item_units.barcodes';
let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(() => client.query('truncate claim.taken, claim.taken_beside'));

const held = async () => {
  const { rows } = await client.query<{ place: string }>(
    `select 'holds ' || key || ' ' || owner as place from claim.taken
     union all select 'beside ' || key || ' ' || owner from claim.taken_beside order by 1`,
  );
  return rows.map(({ place }) => place);
};

/** Reserves codes as a command does, and gives up. Returns what was held meanwhile. */
async function triedFor(...codes: readonly (readonly [key: string, owner: string])[]): Promise<readonly string[]> {
  const unique = codes.map(([key, owner], i) => ({ i, set: SET, key, owner, action: 'take', field: 'barcodes' }));
  const claims = JSON.stringify({ unique });
  const command = randomUUID();
  await client.query(
    `insert into claim.intent (command_id, batch, claims, numbers, undo) select $1, '{}', $2::jsonb, '[]', claim.undo_of($2::jsonb)`,
    [command, claims],
  );
  await client.query('select claim.apply_reservations($1::jsonb)', [claims]);
  const meanwhile = await held();
  await client.query('select claim.release($1)', [command]);
  return meanwhile;
}

const take = (table: 'taken' | 'taken_beside', key: string, owner: string) =>
  client.query(`insert into claim.${table} ("set", key, owner) values ($1, $2, $3)`, [SET, key, owner]);

describe('a reservation that is given up', () => {
  it('of a free code leaves it free', async () => {
    expect(await triedFor(['1', 'item-5'])).toEqual(['holds 1 item-5']);
    expect(await held()).toEqual([]);
  });

  it.each([
    ['a later item', 'item-9', ['beside 1 item-9', 'holds 1 item-5']],
    ['an earlier item', 'item-3', ['beside 1 item-5', 'holds 1 item-3']],
    ['the item itself', 'item-5', ['holds 1 item-5']],
  ])('by %s leaves the code with its item, and nobody beside it', async (_, owner, meanwhile) => {
    await take('taken', '1', 'item-5');
    expect(await triedFor(['1', owner])).toEqual(meanwhile);
    expect(await held()).toEqual(['holds 1 item-5']);
  });

  it('leaves those beside a code where they stood, also the one that reserved it again', async () => {
    await take('taken', '1', 'item-3');
    await take('taken_beside', '1', 'item-5');
    await take('taken_beside', '1', 'item-7');
    const before = await held();
    expect(await triedFor(['1', 'item-5'])).toEqual(before);
    expect(await held()).toEqual(before);
    expect(await triedFor(['1', 'item-9'], ['2', 'item-9'])).toContain('beside 1 item-9');
    expect(await held()).toEqual(before);
    expect(await triedFor(['1', 'item-2'])).toContain('holds 1 item-2');
    expect(await held()).toEqual(before);
  });

  it('twice of one code by one item is given up once', async () => {
    await take('taken', '1', 'item-5');
    await triedFor(['1', 'item-9'], ['1', 'item-9']);
    expect(await held()).toEqual(['holds 1 item-5']);
  });
});
