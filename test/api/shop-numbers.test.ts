/** A customer of the application is known by one number, however the office or the customer types it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareClaims } from '../../command-api/claims-of-log/against-log/compare-claims.ts';
import { telephoneKey } from '../../domain/values/telephone.ts';
import { type CommandStore, NO_STREAM } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { describeNumbers } from '../../launcher/health/doubled-codes.ts';
import { MIGRATIONS_FOLDER } from '../../migrations/migrate.ts';
import { type Api, openApi } from './api.ts';
import { ask, openApplication, signUp } from './customers-app.ts';

let api: Api;
let database: pg.Client;
let store: CommandStore;

beforeAll(async () => {
  api = await openApi();
  await openApplication(api);
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
  store = await openPostgresStore({ url: api.database.url });
});
afterAll(async () => {
  await store?.close();
  await database?.end();
  await api?.close();
});

const enter = (mobile: string, more: object = {}) =>
  api.add('online_customers', { consumer_name: 'Azad', mobile, ...more });
const signIn = (mobile: string, password: string) => ask(api.app, 'sign_in', { mobile, password });
const given = async (id: number): Promise<string> => {
  const { body } = await api.send('POST', `online_customers/${id}/give_password`, {});
  return String(body.data['password']);
};
const change = (id: number, body: object) => api.send('PATCH', `online_customers/${id}`, body);

describe('a number that the office types', () => {
  it('is stored in its normal form, and its customer signs in with it', async () => {
    const id = await enter('0770 999-00 11');
    expect((await change(id, { note: 'x' })).body.data).toMatchObject({ mobile: '07709990011' });
    const password = await given(id);
    for (const typed of ['07709990011', '0770 999 0011', '٠٧٧٠ ٩٩٩ ٠٠١١', '۰۷۷۰۹۹۹۰۰۱۱', '(0770) 999.0011']) {
      expect([typed, (await signIn(typed, password)).status]).toEqual([typed, 200]);
    }
    const changed = await change(id, { mobile: '٠٧٧٠ ٩٩٩ ٠٠٢٢' });
    expect(changed.body.data).toMatchObject({ mobile: '07709990022' });
    expect((await signIn('07709990022', password)).status).toBe(200);
    expect((await signIn('07709990011', password)).status).toBe(422);
  });

  it('is not taken over by a sign-up, nor by another customer of the office', async () => {
    const id = await enter('0770 888 0011');
    for (const typed of ['07708880011', '٠٧٧٠٨٨٨٠٠١١']) {
      const stranger = await signUp(api.app, 'Eve', typed);
      expect(stranger).toMatchObject({ status: 422, errors: { mobile: [expect.stringContaining('knows')] } });
    }
    const second = await api.send('POST', 'online_customers', { consumer_name: 'B', mobile: '07708880011' });
    expect(Object.keys(second.body.errors ?? {})).toEqual(['mobile']);
    expect((await signIn('07708880011', await given(id))).status).toBe(200);
  });

  it('of a blocked customer opens no new account', async () => {
    await enter('0770 777 0011', { status: 'blocked' });
    expect((await signUp(api.app, 'Again', '07707770011')).status).toBe(422);
  });

  it('is unlocked when the office gives a new password', async () => {
    const id = await enter('0770 666 0011');
    for (let tries = 0; tries < 5; tries += 1) await signIn('07706660011', `wrong ${tries}`);
    expect((await signIn('07706660011', 'wrong')).status).toBe(429);
    expect((await signIn('07706660011', await given(id))).status).toBe(200);
  });

  it('is refused when it is no number', async () => {
    for (const mobile of ['ask Azad', '0770 999 0033 (home)', '12']) {
      const { status, body } = await api.send('POST', 'online_customers', { consumer_name: 'C', mobile });
      expect([mobile, status, Object.keys(body.errors ?? {})]).toEqual([mobile, 422, ['mobile']]);
    }
  });
});

/** One telephone, as people and their applications write it. */
const SPELLINGS = [
  ...['07701230011', '0770 123 0011', '٠٧٧٠ ١٢٣ ٠٠١١', '7701230011', '+9647701230011', '+964 770 123 0011'],
  ...['+964 (0) 770 123 00 11', '009647701230011', '9647701230011', '00964 0770-123-0011', '+۹۶۴ ۷۷۰ ۱۲۳ ۰۰۱۱'],
];

describe('one telephone', () => {
  it('is one customer, however its number is written', async () => {
    expect(new Set(SPELLINGS.map(telephoneKey))).toEqual(new Set(['+9647701230011']));
    const password = await given(await enter('0770 123 0011'));
    for (const typed of SPELLINGS) {
      expect([typed, (await signIn(typed, password)).status]).toEqual([typed, 200]);
      expect([typed, (await signUp(api.app, 'Eve', typed)).status]).toEqual([typed, 422]);
      const second = await api.send('POST', 'online_customers', { consumer_name: 'B', mobile: typed });
      expect([typed, Object.keys(second.body.errors ?? {})]).toEqual([typed, ['mobile']]);
    }
  });

  it('of a blocked customer comes back in no other spelling', async () => {
    const id = await enter('07701230022');
    await change(id, { status: 'blocked' });
    for (const typed of ['+9647701230022', '009647701230022', '7701230022', '964 770 123 0022']) {
      expect([typed, (await signUp(api.app, 'Again', typed)).status]).toEqual([typed, 422]);
    }
  });

  it('of another country is another one', async () => {
    const numbers = ['+905321230011', '00905321230011', '+989121230011', '+4915123001122', '5321230011'];
    expect(numbers.map(telephoneKey)).toEqual([
      ...['+905321230011', '+905321230011', '+989121230011', '+4915123001122', '+9645321230011'],
    ]);
    await enter('+90 532 123 00 11');
    expect((await signUp(api.app, 'Ahmet', '0090 532 123 0011')).status).toBe(422);
    expect((await signUp(api.app, 'Azad', '0532 123 0011')).status).toBe(200);
  });
});

describe('a number from before there was a normal form', () => {
  /** Stores a customer as an earlier version did. Returns the id. */
  async function storedBefore(mobile: string, key = mobile): Promise<number> {
    const id = await store.nextId('online_customer');
    const [stream, commandId] = [`online_customer-${id}`, uuid()];
    const data = { consumer_name: 'Old', mobile, email: null, addresses: [], customer_fk: null, status: 'active' };
    const claim = { kind: 'unique', set: 'online_customer.mobile', key, owner: stream } as const;
    await store.append({
      commandId,
      writes: [
        {
          ...{ stream, expectedRevision: NO_STREAM },
          events: [{ id: uuid(), type: 'online_customer.registered', v: 1, data: { ...data, note: null } }],
        },
      ],
      claims: [
        { ...claim, action: 'take', field: 'mobile' },
        { kind: 'record', record: stream, action: 'register', field: '' },
      ],
      meta: { actor: '1', commandId },
    });
    return id;
  }
  const migrate = async () => {
    for (const folder of ['0043-normal-mobile-numbers', '0055-one-number-for-a-telephone']) {
      const text = readFileSync(join(MIGRATIONS_FOLDER, folder, 'up.sql'), 'utf8');
      await database.query(`begin; ${text}; commit`);
    }
  };
  const namesThatDiffer = async () => {
    const compared = await compareClaims({ store, databaseUrl: api.database.url, inKurrentDb: false });
    if ('because' in compared) throw new Error(compared.because);
    return compared.answers.filter(({ name }) => name.startsWith('names')).flatMap(({ findings }) => findings);
  };

  it('is that of its customer alone, until the office changes it', async () => {
    const id = await storedBefore('0770 555 0011');
    const eastern = await storedBefore('٠٧٧٠-٥٥٥-٠٠٢٢', '0770-555-0022');
    expect((await namesThatDiffer()).length).toBeGreaterThan(0);
    await migrate();
    expect(await namesThatDiffer()).toEqual([]);
    for (const mobile of ['07705550011', '0770 555 0022']) {
      expect((await signUp(api.app, 'Eve', mobile)).status).toBe(422);
      const second = await api.send('POST', 'online_customers', { consumer_name: 'B', mobile });
      expect(Object.keys(second.body.errors ?? {})).toEqual(['mobile']);
    }
    const password = await given(id);
    const { status, data } = await signIn('07705550011', password);
    expect(status).toBe(200);
    const own = { password, new_password: 'pomegranates in autumn 5' };
    expect((await ask(api.app, 'password', own, { token: String(data['access_token']) })).status).toBe(200);
    // The password that the office gives also unlocks the number.
    for (let tries = 0; tries < 5; tries += 1) await signIn('07705550022', `wrong ${tries}`);
    expect((await signIn('07705550022', 'wrong')).status).toBe(429);
    expect((await signIn('0770 555 0022', await given(eastern))).status).toBe(200);

    expect((await change(id, { mobile: '0770 555 0033' })).body.data).toMatchObject({ mobile: '07705550033' });
    expect((await signIn('07705550033', 'pomegranates in autumn 5')).status).toBe(200);
    expect((await signUp(api.app, 'Next', '07705550011')).status).toBe(200);
    expect(await namesThatDiffer()).toEqual([]);
  });

  it('that two customers have in two spellings remains with the newer, and doctor names both', async () => {
    const older = await storedBefore('+9647704440011');
    const newer = await storedBefore('07704440011');
    await migrate();
    const [mine, theirs] = [await given(newer), await given(older)];
    expect((await signIn('0770 444 0011', mine)).status).toBe(200);
    expect((await signIn('+9647704440011', theirs)).status).toBe(422);
    const told = await describeNumbers(async (sql) => (await database.query(sql)).rows, ' | ');
    expect(told).toContain(`+9647704440011: online_customer-${newer}, online_customer-${older}`);
    // The number of the other one is mended, and the key is free of them.
    expect((await change(older, { mobile: '07704440022' })).status).toBe(200);
    expect((await signIn('07704440022', theirs)).status).toBe(200);
    expect(await namesThatDiffer()).toEqual([]);
  });
});
