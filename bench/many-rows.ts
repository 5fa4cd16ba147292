/** A hundred thousand documents and as many records in a database, and somebody who may see them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { givePassword } from '../command-api/identity/credentials.ts';
import { mustHold } from './measure.ts';
import { fillLog } from './sample-log.ts';

export const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
export const EMAIL = 'measured@daftar.local';
export const PASSWORD = 'a password for measuring';
export const ROOT = join(import.meta.dirname, '..');
const TRADED_ITEMS = 2_000;

/** Nine of ten documents of the sample are sales; the items beside those that are traded are only there. */
export async function manyRows(url: string): Promise<void> {
  const documents = Math.ceil(ROWS / 0.9);
  await fillLog(url, { documents, linesPerDocument: 1, items: TRADED_ITEMS, outlets: 3, latePerMille: 20 });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const user = { user_name: 'Measured', email: EMAIL, status: 'active', lang: 'en' };
    await pool.query(REGISTER, ['user', 0, [JSON.stringify(user)]]);
    const more = Array.from({ length: ROWS - TRADED_ITEMS }, (_, index) =>
      JSON.stringify(itemOf(TRADED_ITEMS + index)),
    );
    await pool.query(REGISTER, ['item', TRADED_ITEMS, more]);
    await givePassword(pool, 1, PASSWORD, false);
    await pool.query(`insert into claim.taken ("set", key, owner) values ('user.email', $1, 'user-1')`, [EMAIL]);
  } finally {
    await pool.end();
  }
  await ended(spawn(process.execPath, [join(ROOT, 'projector', 'rebuild', 'main.ts')], childOf({ DATABASE_URL: url })));
}

/** $1 kind, $2 the number before the first, $3 their data. */
const REGISTER = `
  insert into log.event (position, id, stream, revision, type, v, data, meta, recorded_at)
  select (select max(position) from log.event) + n, gen_random_uuid(), $1 || '-' || ($2::int + n), 0,
    $1 || '.registered', 1, data::json, json_build_object('actor', '1', 'commandId', gen_random_uuid()), now()
  from unnest($3::text[]) with ordinality as given (data, n)`;

export const GOODS = ['Rice', 'Tea', 'Sugar', 'Flour', 'برنج', 'شاي', 'شەکر', 'Oil', 'گەنم', 'صابون'];

function itemOf(number: number): object {
  const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1500' };
  return {
    item_name: `${GOODS[number % GOODS.length]} ${(number * 7_919) % ROWS} ${['red', 'blue', 'large'][number % 3]}`,
    item_code: `I-${number}`,
    item_type: number % 17 === 0 ? 'service' : 'goods',
    item_units: [{ ...unit, barcodes: [`62${number}`] }],
  };
}

/** A program beside the scenario, on its database. */
export const childOf = (environment: Record<string, string>) => ({
  env: { ...process.env, EVENTSTORE_URL: '', REDIS_URL: '', REQUESTS_PER_MINUTE: '0', ...environment },
  stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
});

async function ended(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  const code = await new Promise((resolve) => child.once('close', resolve));
  mustHold(code === 0, `a program ended with ${code}`);
}
