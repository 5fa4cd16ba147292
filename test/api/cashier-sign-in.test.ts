import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CashierSignIn, checkCashier } from '../../command-api/identity/at-tills/pins.ts';
import { computations } from '../../command-api/identity/passwords/passwords.ts';
import { Sessions } from '../../command-api/identity/sessions.ts';
import { personOf } from '../../identity/person.ts';
import { rolesAt } from '../support/database.ts';
import { type Api, openApi } from './api.ts';
import { atTill, colleague, cookieOf, enrol, PIN, signedIn } from './people.ts';

const MAIN = 1;
let api: Api;
let database: pg.Client;
let cookie: string;
let till: number;
beforeAll(async () => {
  api = await openApi();
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
  ({ id: till, cookie } = await enrol(api, 'Front', MAIN));
});
afterAll(async () => {
  await database.end();
  await api.close();
});

const CASHIER = ['pos_sales/index', 'customers/store', 'brands/store'];
const HERE = { outlets: [MAIN], inventories: [1] };
let cashiers = 0;
/** A cashier of the first outlet, with the common PIN of this file. */
async function cashier(given: object = {}): Promise<number> {
  cashiers += 1;
  const { id } = await colleague(api, `cashier-${cashiers}`, CASHIER, {
    is_cashier: true,
    outlets: [MAIN],
    inventories: [1],
    default_inventory_fk: 1,
    default_account_fk: 1,
    user_code: `C${cashiers}`,
    staff_pin: PIN,
    ...given,
  });
  return id;
}
const signIn = (user_fk: number, pin = PIN, on = cookie) => atTill(api, on, { outlet_fk: MAIN, user_fk, pin });
const names = (on: string, outlet = MAIN) =>
  api.send('GET', `login_cashiers_list/${outlet}`, undefined, { token: '', headers: on ? { cookie: on } : {} });
const attempts = async (where: string) =>
  (await database.query(`select outcome from identity.login_attempt where ${where} order by id`)).rows.map(
    (row) => row.outcome as string,
  );

describe('a till', () => {
  it('gets the list of its cashiers, which no other client gets', async () => {
    const empty = await names(cookie);
    expect([empty.status, empty.body.message]).toEqual([404, 'No cashiers found for this outlet']);
    const id = await cashier();
    const rows = (await names(cookie)).body.data as unknown as { user_id: number }[];
    expect(rows).toContainEqual({ user_id: id, user_name: expect.stringMatching(/^cashier-/) });
    expect((await names('')).status).toBe(401);
    expect((await names('daftar_till=guessed')).status).toBe(401);
    const elsewhere = await api.add('outlets', { outlet_name: 'Elsewhere' });
    expect((await names(cookie, elsewhere)).status).toBe(401);
  });

  it('keeps a token that only the device has, out of reach of scripts, and its hash', async () => {
    const answer = await api.send('POST', 'tills/enrol', { till_fk: till });
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Strict/);
    cookie = cookieOf(answer);
    const { rows } = await database.query('select token_hash from identity.till_device where revoked_at is null');
    const token = cookie.split('=')[1] ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest());
    const here = await api.send('GET', 'auth/till', undefined, { token: '', headers: { cookie } });
    expect(here.body.data).toMatchObject({ is_enrolled: true, till_id: till, till_name: 'Front', outlet_name: 'Main' });
    const other = await api.send('GET', 'auth/till', undefined, { token: '' });
    expect(other.body.data).toEqual({ is_enrolled: false });
  });

  it('is enrolled by those who may, in an outlet of theirs', async () => {
    const without = await signedIn(api, 'without', ['tills/index'], { outlets: [MAIN] });
    const refused = await api.send('POST', 'tills/enrol', { till_name: 'X', outlet_fk: MAIN }, without);
    expect(refused.status).toBe(403);
    const stranger = await signedIn(api, 'stranger', ['tills/store']);
    const elsewhere = await api.send('POST', 'tills/enrol', { till_name: 'X', outlet_fk: MAIN }, stranger);
    expect(elsewhere.body.errors).toHaveProperty('outlet_fk');
    expect((await api.send('POST', 'tills/enrol', {})).body.errors).toMatchObject({
      till_name: [expect.any(String)],
      outlet_fk: [expect.any(String)],
    });
  });

  it('that is revoked refuses sign-ins, and ends its sessions', async () => {
    const back = await enrol(api, 'Back', MAIN);
    const id = await cashier();
    const token = String((await signIn(id, PIN, back.cookie)).body.data['access_token']);
    expect((await api.send('POST', 'auth/me', undefined, { token })).status).toBe(200);
    expect((await api.send('POST', `tills/${back.id}/revoke`)).status).toBe(200);
    expect((await api.send('POST', 'auth/me', undefined, { token })).status).toBe(401);
    expect((await signIn(id, PIN, back.cookie)).status).toBe(401);
    expect((await names(back.cookie)).status).toBe(401);
    const { rows } = await database.query(
      'select kind, user_id from identity.security_event where till_id = $1 order by id',
      [back.id],
    );
    expect(rows.filter(({ kind }) => kind.startsWith('till_'))).toEqual([
      { kind: 'till_enrolled', user_id: 1 },
      { kind: 'till_revoked', user_id: 1 },
    ]);
  });

  it('is enrolled and revoked by its own actions, not by a change of its record', async () => {
    const { id } = await enrol(api, 'Side', MAIN);
    const changed = await api.send('PATCH', `tills/${id}`, { status: 'revoked' });
    expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, ['status']]);
    const added = await api.send('POST', 'tills', { till_name: 'No device', outlet_fk: MAIN, status: 'enrolled' });
    expect([added.status, Object.keys(added.body.errors ?? {})]).toEqual([422, ['status']]);
    const schema = await api.send('GET', 'schemas/tills');
    expect(schema.body.data['properties']).not.toHaveProperty('status');
  });
});

describe('a cashier', () => {
  it('signs in with their PIN and has of their role what a till needs, and the outlet of the till alone', async () => {
    const second = await api.add('outlets', { outlet_name: 'Second' });
    const store = await api.add('inventories', { outlet_fk: second, inventory_name: 'Second' });
    const id = await cashier({ outlets: [MAIN, second], inventories: [1, store] });
    const answer = await signIn(id);
    const me = answer.body.data['user'] as Record<string, unknown>;
    expect(me).toMatchObject({
      user_id: id,
      till: { till_id: till, outlet_fk: MAIN },
      outlets: [{ outlet_id: MAIN }],
      inventories: [{ inventory_id: 1 }],
      current_outlet_fk: MAIN,
      permissions: ['pos_sales/index', 'customers/store'],
    });
    const token = String(answer.body.data['access_token']);
    const switched = await api.send('POST', 'auth/switch_outlet', { outlet_fk: second }, { token });
    expect([switched.status, switched.body.code]).toEqual([403, 'forbidden']);
    expect((await api.send('POST', 'brands', { brand_name: 'No' }, { token })).status).toBe(403);
    const sold = await api.send('POST', 'customers', { consumer_name: 'Sold here' }, { token });
    expect(sold.status, JSON.stringify(sold.body)).toBe(201);
    const { rows } = await database.query(
      `select meta ->> 'device' as device, meta ->> 'actor' as actor from log.event where type = 'customer.registered'`,
    );
    expect(rows.at(-1)).toEqual({ device: `till-${till}`, actor: String(id) });
  });

  it('is the only one whose events name a till: what a client says of its device is written down as its word', async () => {
    const id = await cashier({});
    const own = String((await signIn(id)).body.data['access_token']);
    const enter = async (token: string, device: string) => {
      const sent = await api.send(
        'POST',
        'customers',
        { consumer_name: 'Somebody' },
        { token, headers: { 'x-device': device } },
      );
      expect(sent.status, JSON.stringify(sent.body)).toBe(201);
      const { rows } = await database.query(
        `select meta ->> 'device' as device from log.event where type = 'customer.registered' order by position desc limit 1`,
      );
      return rows[0]?.device;
    };
    expect(await enter(own, 'till-99')).toBe(`till-${till}`);
    expect(await enter(api.token, `till-${till}`)).toBe(`client:till-${till}`);
    expect(await enter(api.token, '  stock\troom ')).toBe('client:stockroom');
    expect(await enter(api.token, 'x'.repeat(500))).toBe(`client:${'x'.repeat(93)}`);
    expect(await enter(api.token, ' ')).toBeNull();
  });

  it('signs in with their code, in any case and digits', async () => {
    await cashier({ user_code: 'Ana7' });
    expect((await atTill(api, cookie, { outlet_fk: MAIN, user_code: 'ana٧', pin: PIN })).status).toBe(200);
    expect((await atTill(api, cookie, { outlet_fk: MAIN, pin: PIN })).body.errors).toHaveProperty('user_fk');
  });

  it('must be assigned as one, and of this outlet', async () => {
    const clerk = await cashier({ is_cashier: false });
    const elsewhere = await cashier({ outlets: [] });
    for (const id of [clerk, elsewhere]) {
      const answer = await signIn(id);
      // The right PIN gets the answer of a wrong one, and neither is counted against the person.
      const wrong = await signIn(id, '0000');
      expect([answer.status, answer.body.message]).toEqual([422, 'Password is invalid']);
      expect([wrong.status, wrong.body.message]).toEqual([422, 'Password is invalid']);
      expect(await attempts(`(user_id = ${id} or email = '#${id}') and outcome <> 'unlocked'`)).toEqual([]);
    }
    const root = await api.send('PATCH', 'users/1', { is_cashier: true, staff_pin: PIN });
    expect(root.body.errors).toMatchObject({ staff_pin: [expect.any(String)], is_cashier: [expect.any(String)] });
  });

  it('a blocked cashier gets the same answer as one with a wrong PIN', async () => {
    const id = await cashier();
    await api.send('POST', `users/${id}/set_user_status`, { status: 'blocked' });
    const [blocked, nobody] = [await signIn(id), await signIn(999_999)];
    expect([blocked.status, blocked.body.message]).toEqual([422, 'Password is invalid']);
    expect(blocked.body).toMatchObject({ code: nobody.body.code, message: nobody.body.message });
    expect(await attempts(`email = '#${id}' and outcome <> 'unlocked'`)).toEqual([]);
  });
});

describe('wrong PINs', () => {
  it('lock the person after five, however many are tried at once, and nobody else', async () => {
    const [id, other] = [await cashier(), await cashier()];
    const tried = await Promise.all(Array.from({ length: 12 }, (_, guess) => signIn(id, `90${guess}0`)));
    const statuses = tried.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 422).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([5, 7]);
    const locked = await signIn(id);
    expect([locked.status, Number(locked.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await signIn(other)).status).toBe(200);
    // The attempts are stored in the database, so a restart does not change them.
    expect((await attempts(`email = '#${id}'`)).filter((outcome) => outcome === 'wrong')).toHaveLength(5);
  });

  it('at one till lock nobody out of another one, which may be in another outlet', async () => {
    const [other, outlet] = [await enrol(api, 'Other', MAIN), await api.add('outlets', { outlet_name: 'Far away' })];
    const far = await enrol(api, 'Far', outlet);
    const id = await cashier();
    // A till of another outlet: nothing is counted against the person, whatever is typed.
    const there = (pin: string) => atTill(api, far.cookie, { outlet_fk: outlet, user_fk: id, pin });
    for (const pin of ['0000', '0000', PIN, '0000', '0000', PIN]) {
      const answer = await there(pin);
      expect([422, 429]).toContain(answer.status);
      if (answer.status === 422) expect(answer.body.message).toBe('Password is invalid');
    }
    expect((await signIn(id)).status).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) await signIn(id, '0000', other.cookie);
    expect((await signIn(id, PIN, other.cookie)).status).toBe(429);
    expect((await signIn(id)).status).toBe(200);
    expect((await signIn(id, PIN, other.cookie)).status).toBe(429);
  });

  it('lock for longer each time', async () => {
    const id = await cashier();
    const waits: number[] = [];
    for (const [failures, secondsAgo] of [
      [5, 0],
      [1, 0],
      [1, 0],
    ] as const) {
      const [userId, name] = [id, `#${id}`];
      for (let value = 0; value < failures; value += 1) {
        await database.query(
          `insert into identity.login_attempt (at, way, email, user_id, till_id, outcome)
           values (now() - make_interval(secs => $3), 'pin', $2, $1, $4, 'wrong')`,
          [userId, name, secondsAgo, till],
        );
      }
      waits.push(Number((await signIn(id)).headers['retry-after']));
    }
    expect(waits.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([30, 60, 120]);
  });

  it('of many people lock the till, which somebody with the right to do so unlocks', async () => {
    const busy = await enrol(api, 'Busy', MAIN);
    const ids = [await cashier(), await cashier(), await cashier(), await cashier()];
    for (const id of ids) for (let tries = 0; tries < 4; tries += 1) await signIn(id, '0000', busy.cookie);
    expect((await signIn(ids[0] as number, PIN, busy.cookie)).status).toBe(429);
    expect((await signIn(ids[0] as number)).status).toBe(200);
    expect((await api.send('POST', `tills/${busy.id}/unlock`)).status).toBe(200);
    expect((await signIn(ids[1] as number, PIN, busy.cookie)).status).toBe(200);
  });

  it('are forgiven by a manager, and by a new PIN', async () => {
    const id = await cashier();
    for (let tries = 0; tries < 5; tries += 1) await signIn(id, '0000');
    expect((await signIn(id)).status).toBe(429);
    const manager = await signedIn(api, 'manager', ['user_pins/update', ...CASHIER], HERE);
    const stranger = await signedIn(api, 'no-manager', ['user_pins/index']);
    expect((await api.send('POST', `user_pins/${id}/unlock`, undefined, stranger)).status).toBe(403);
    expect((await api.send('POST', `user_pins/${id}/unlock`, undefined, manager)).status).toBe(200);
    expect((await signIn(id)).status).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) await signIn(id, '0000');
    await api.send('PATCH', `user_pins/${id}`, { pin: '739154' });
    expect((await signIn(id, '739154')).status).toBe(200);
  });

  it('of unknown names are locked like those of cashiers, after as many computations', async () => {
    const id = await cashier();
    const begun: unknown[] = [];
    const note = (what: unknown) => void begun.push(what);
    computations.subscribe(note);
    const tried = async (who: object) => {
      begun.length = 0;
      const { status } = await atTill(api, cookie, { outlet_fk: MAIN, pin: '0000', ...who });
      return { status, computed: [...begun] };
    };
    const [known, unknown] = [[], []] as [object[], object[]];
    for (let tries = 0; tries < 6; tries += 1) {
      known.push(await tried({ user_fk: id }));
      unknown.push(await tried({ user_code: 'nobody at all' }));
    }
    computations.unsubscribe(note);
    expect(known).toEqual([
      ...Array.from({ length: 5 }, () => ({ status: 422, computed: ['verify'] })),
      { status: 429, computed: [] },
    ]);
    expect(unknown).toEqual(known);
  });
});

describe('a sign-in at a till under way', () => {
  let pool: pg.Pool;
  let sessions: Sessions;
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: rolesAt(api.database.url).command, max: 4 });
    sessions = new Sessions(pool);
  });
  afterAll(() => pool.end());

  /** Verifies the PIN; `meanwhile` happens after it was compared. */
  async function verified(id: number, meanwhile: () => Promise<unknown>): Promise<CashierSignIn> {
    const given = { who: id, pin: PIN, ip: '127.0.0.1', till: { till_id: till, outlet_fk: MAIN } };
    let looks = 0;
    return checkCashier(pool, given, async (userId) => {
      looks += 1;
      // The first look is before the comparison.
      if (looks > 1) await meanwhile();
      const user = { user_name: 'Somebody', email: 'somebody@example.com', is_cashier: true, outlets: [MAIN] };
      return personOf(userId, user, undefined);
    });
  }
  const start = (id: number, signIn: CashierSignIn) =>
    signIn.outcome === 'signed_in'
      ? sessions.start(id, signIn.secret, { device: undefined, ip: '127.0.0.1', tillId: till })
      : Promise.reject(new Error(signIn.outcome));

  it('opens no session when the PIN was replaced or removed after it was verified', async () => {
    const id = await cashier();
    const change = (method: 'PATCH' | 'DELETE') =>
      api.send(method, `user_pins/${id}`, method === 'PATCH' ? { pin: '739154' } : undefined);
    const before = await verified(id, async () => undefined);
    expect(await start(id, before)).toBeDefined();
    expect((await change('PATCH')).status).toBe(200);
    expect(await start(id, before)).toBeUndefined();
    await api.send('PATCH', `user_pins/${id}`, { pin: PIN });
    const removed = await verified(id, async () => undefined);
    expect((await change('DELETE')).status).toBe(200);
    expect(await start(id, removed)).toBeUndefined();
    expect(await sessions.openOf(id)).toEqual([]);
  });

  it('does not put its old hash, made anew, in the place of a new PIN', async () => {
    const id = await cashier();
    const old = await hash(PIN, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await database.query('update identity.pin set pin_hash = $1 where user_id = $2', [old, id]);
    await verified(id, () => api.send('PATCH', `user_pins/${id}`, { pin: '739154' }));
    expect([(await signIn(id)).status, (await signIn(id, '739154')).status]).toEqual([422, 200]);
  });
});

describe('a PIN', () => {
  const set = (pin: string) => api.send('POST', 'user_pins', { user_fk: 2, pin });

  it('has six digits unless the settings ask for more', async () => {
    await cashier();
    const of = async (pin: string) => (await set(pin)).status;
    expect([await of('48261'), await of('48a613'), await of('4826139570284'), await of(PIN)]).toEqual([
      422, 422, 422, 201,
    ]);
    await api.send('PATCH', 'system_settings/1', { pin_length_min: 7 });
    expect([await of('482613'), await of('4826139')]).toEqual([422, 201]);
    expect((await api.send('PATCH', 'system_settings/1', { pin_length_min: 5 })).status).toBe(422);
    await api.send('PATCH', 'system_settings/1', { pin_length_min: 6 });
  });

  it('is none of those that are guessed first', async () => {
    const refusals = await Promise.all(
      ['000000', '121212', '123123', '123456', '987654', '789012'].map(async (pin) => (await set(pin)).body.errors),
    );
    for (const errors of refusals) expect(errors?.['pin']).toEqual([expect.stringMatching(/too easy to guess/)]);
  });

  it('is hashed, and is in no event, no answer and no log', async () => {
    const secret = '907315';
    const id = await cashier({ staff_pin: secret });
    const told = await api.send('PATCH', `user_pins/${id}`, { pin: secret });
    expect(JSON.stringify(told.body)).not.toContain(secret);
    const { rows } = await database.query('select pin_hash from identity.pin where user_id = $1', [id]);
    expect(rows[0].pin_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    for (const table of ['log.event', 'log.command', 'identity.security_event', 'identity.login_attempt']) {
      const found = await database.query(`select count(*)::int as n from ${table} t where t::text like '%${secret}%'`);
      expect([table, found.rows[0].n]).toEqual([table, 0]);
    }
  });

  it('that is removed signs nobody in', async () => {
    const id = await cashier();
    expect((await api.send('DELETE', `user_pins/${id}`)).status).toBe(200);
    expect((await signIn(id)).status).toBe(422);
    expect((await api.send('DELETE', `user_pins/${id}`)).status).toBe(404);
  });
});
