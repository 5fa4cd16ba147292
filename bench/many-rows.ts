/** A hundred thousand documents and as many records in a database, and a user who may see them. */
import pg from 'pg';
import { givePassword } from '../command-api/identity/credentials.ts';
import { runProgram } from './programs.ts';
import { fillLog } from './sample-log.ts';

export const ROWS = 100_000;
export const EMAIL = 'measured@daftar.local';
export const PASSWORD = 'a password for measuring';
/** Rows for each traded item. */
const ROWS_FOR_AN_ITEM = 50;

/** Nine of ten documents of the sample are sales; other items are not traded. */
export async function manyRows(url: string, rows: number): Promise<void> {
  const documents = Math.ceil(rows / 0.9);
  const traded = Math.ceil(rows / ROWS_FOR_AN_ITEM);
  await fillLog(url, { documents, linesPerDocument: 1, items: traded, outlets: 3, latePerMille: 20 });
  const more = Array.from({ length: rows - traded }, (_, index) => JSON.stringify(itemOf(traded + index, rows)));
  await shownToUser(url, (pool) => pool.query(REGISTER, ['item', traded, more]));
}

/** Adds the user who may see everything, and what `add` adds, and builds the read models. */
export async function shownToUser(url: string, add?: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const user = { user_name: 'Measured', email: EMAIL, status: 'active', lang: 'en' };
    await pool.query(REGISTER, ['user', 0, [JSON.stringify(user)]]);
    await add?.(pool);
    await givePassword(pool, 1, PASSWORD, false);
    await pool.query(`insert into claim.taken ("set", key, owner) values ('user.email', $1, 'user-1')`, [EMAIL]);
  } finally {
    await pool.end();
  }
  await runProgram(url, 'projector/rebuild/main.ts');
}

/** $1 kind, $2 the number before the first, $3 their data. */
export const REGISTER = `
  insert into log.event (position, id, stream, revision, type, v, data, meta, recorded_at)
  select (select max(position) from log.event) + n, gen_random_uuid(), $1 || '-' || ($2::int + n), 0,
    $1 || '.registered', 1, data::json, json_build_object('actor', '1', 'commandId', gen_random_uuid()), now()
  from unnest($3::text[]) with ordinality as given (data, n)`;

const GOODS = ['Rice', 'Tea', 'Sugar', 'Flour', 'برنج', 'شاي', 'شەکر', 'Oil', 'گەنم', 'صابون'];

/** The start of the name of an item with that number: the word and the digits that a person types. */
export const beginningOfName = (number: number, rows: number): string =>
  `${GOODS[number % GOODS.length]} ${String((number * 7_919) % rows).slice(0, 3)}`;

function itemOf(number: number, rows: number): object {
  const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1500' };
  return {
    item_name: `${GOODS[number % GOODS.length]} ${(number * 7_919) % rows} ${['red', 'blue', 'large'][number % 3]}`,
    item_code: `I-${number}`,
    item_type: number % 17 === 0 ? 'service' : 'goods',
    item_units: [{ ...unit, barcodes: [`62${number}`] }],
  };
}
