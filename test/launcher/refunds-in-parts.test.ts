import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../migrations/migrate.ts';
import { clientOnFreshDatabase } from '../support/database.ts';

let client: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ client, close } = await clientOnFreshDatabase());
});
afterAll(() => close());

let position = 0;
/** Stores an event as an earlier version wrote it. */
async function stored(stream: string, revision: number, type: string, data: object): Promise<void> {
  position += 1;
  await client.query(
    `insert into log.event (position, id, stream, revision, type, v, data, meta, recorded_at)
     values ($1, gen_random_uuid(), $2, $3, $4, 1, $5, '{}', now())`,
    [position, stream, revision, type, JSON.stringify(data)],
  );
}
const returned = (sale_fk: number | null, amount: string, rounding_step: string | null) => ({
  ...{ sale_fk, rounding_step },
  lines: [{ gross_amount: amount, discount_amount: '0', tax_amount: '0' }],
});

test('the returns that an earlier version stored count as refunded, with what each was rounded by', async () => {
  await stored('sale_return-1', 0, 'sale_return.completed', returned(7, '1126', '250'));
  await stored('sale_return-2', 0, 'sale_return.drafted', returned(7, '9000', '250'));
  await stored('sale_return-3', 0, 'sale_return.completed', returned(7, '1126', null));
  await stored('sale_return-4', 0, 'sale_return.completed', returned(7, '500', '250'));
  await stored('sale_return-4', 1, 'sale_return.returned_to_draft', { reason: null });
  await stored('sale_return-5', 0, 'sale_return.completed', returned(null, '1126', '250'));
  await stored('sale_return-6', 0, 'sale_return.completed', returned(8, '500', '250'));
  await client.query(readFileSync(join(MIGRATIONS_FOLDER, '0052-refunds-in-parts', 'up.sql'), 'utf8'));
  const levels = `select key, total::text from claim.level where key like 'returned:%' order by key`;
  expect((await client.query(levels)).rows).toEqual([
    { key: 'returned:sale-7:refunded', total: '2376' },
    { key: 'returned:sale-7:rounding', total: '124' },
    { key: 'returned:sale-8:refunded', total: '500' },
  ]);
  const days = `select key, day::text, net::text from claim.level_day where key like 'returned:sale-7%' order by key`;
  expect((await client.query(days)).rows).toEqual([
    { key: 'returned:sale-7:refunded', day: '1900-01-01', net: '2376' },
    { key: 'returned:sale-7:rounding', day: '1900-01-01', net: '124' },
  ]);
});
