/** A customer's new password ends the sessions of the old one, whatever happens at the same time. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../command-api/identity/passwords/passwords.ts';
import {
  checkShopSignIn,
  replacePassword,
  startShopSession,
  type VerifiedAccount,
} from '../../command-api/shop/shop-accounts.ts';
import { rolesAt } from '../support/database.ts';
import { until } from '../support/waiting.ts';
import { type Api, openApi } from './api.ts';
import { openApplication, SHOPPER_PASSWORD, signUp } from './customers-app.ts';

const NEXT = 'pomegranates in autumn 5';
const place = { device: undefined, ip: '127.0.0.1' };

let api: Api;
let owner: pg.Client;
let pool: pg.Pool;
let mobile: string;
let consumer: number;
let numbers = 0;

beforeAll(async () => {
  api = await openApi();
  await openApplication(api);
  owner = new pg.Client({ connectionString: api.database.url });
  await owner.connect();
  pool = new pg.Pool({ connectionString: rolesAt(api.database.url).command, max: 3 });
});
afterAll(async () => {
  await pool?.end();
  await owner?.end();
  await api?.close();
});
beforeEach(async () => {
  numbers += 1;
  mobile = String(7_700_000_000 + numbers);
  const { data } = await signUp(api.app, 'Sara', mobile);
  const { rows } = await owner.query<{ id: number }>('select max(consumer_id) as id from identity.shop_account');
  consumer = rows[0]?.id ?? 0;
  expect(data).toMatchObject({ customer: { consumer_id: consumer } });
});

const verify = (password: string): Promise<VerifiedAccount | undefined> =>
  checkShopSignIn(pool, { mobile, password, ip: '127.0.0.1' }, async () => true);

async function verified(password = SHOPPER_PASSWORD): Promise<VerifiedAccount> {
  const account = await verify(password);
  if (!account) throw new Error('the password is wrong');
  return account;
}

/** The open sessions of the customer. */
async function open(): Promise<string[]> {
  const { rows } = await owner.query<{ sid: string }>(
    'select sid from identity.shop_session where consumer_id = $1 and ended_at is null order by started_at',
    [consumer],
  );
  return rows.map(({ sid }) => sid);
}

describe('a session', () => {
  it('does not start when the password was replaced after it was verified', async () => {
    const account = await verified();
    expect(await startShopSession(pool, account, place)).toEqual(expect.any(String));
    expect(await replacePassword(pool, consumer, await hashPassword(NEXT))).toBe(true);
    expect(await startShopSession(pool, account, place)).toBeUndefined();
    expect(await open()).toEqual([]);
    expect(await startShopSession(pool, await verified(NEXT), place)).toEqual(expect.any(String));
  });

  it('that starts while the password is replaced ends with the others', async () => {
    const account = await verified();
    const client = await pool.connect();
    await client.query('begin');
    const sid = await startShopSession(client, account, place);
    let isReplaced = false;
    const replaced = replacePassword(pool, consumer, await hashPassword(NEXT)).finally(() => {
      isReplaced = true;
    });
    await until(async () => {
      const { rowCount } = await owner.query(
        'select from pg_locks join pg_stat_activity a using (pid) where not granted and datname = current_database()',
      );
      return isReplaced || rowCount !== 0;
    });
    await client.query('commit');
    client.release();
    expect(await replaced).toBe(true);
    expect(sid).toEqual(expect.any(String));
    expect(await open()).toEqual([]);
  });
});

describe('a new password', () => {
  it('is stored together with the ends of the sessions, or not at all', async () => {
    const before = await open();
    expect(before).toHaveLength(1);
    await owner.query(`create function public.refuse_ends() returns trigger language plpgsql as $$
      begin raise exception 'no session ends'; end $$;
      grant execute on function public.refuse_ends to public;
      create trigger no_session_ends before update on identity.shop_session execute function public.refuse_ends()`);
    try {
      await expect(replacePassword(pool, consumer, await hashPassword(NEXT))).rejects.toThrow('no session ends');
    } finally {
      await owner.query('drop trigger no_session_ends on identity.shop_session; drop function public.refuse_ends');
    }
    expect(await open()).toEqual(before);
    expect([await verify(NEXT), (await verify(SHOPPER_PASSWORD))?.consumer]).toEqual([undefined, consumer]);
  });

  it('that rests on a password which was replaced meanwhile is not stored', async () => {
    const account = await verified();
    expect(await replacePassword(pool, consumer, await hashPassword(NEXT))).toBe(true);
    const own = { verified: account };
    expect(await replacePassword(pool, consumer, await hashPassword('cherries in june 9'), own)).toBe(false);
    expect((await verify(NEXT))?.consumer).toBe(consumer);
  });
});
