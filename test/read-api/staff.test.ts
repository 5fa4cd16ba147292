import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { describeSharedNumbers } from '../../launcher/health/doubled-codes.ts';
import { PASSWORD } from '../api/api.ts';
import { atTill, colleague, cookieOf, PIN, signedIn } from '../api/people.ts';
import { type Office, openOffice } from './office.ts';

const MAIN = 1;
let office: Office;
let database: pg.Client;
beforeAll(async () => {
  office = await openOffice();
  database = new pg.Client({ connectionString: office.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await office.close();
});

const PERSONAL = {
  user_dob: '1990-05-17',
  gender: 'female',
  marital_status: 'single',
  blood_group: 'AB-',
  phone: '0750 123 4567',
  address: 'Shorsh quarter 4711',
};
const given = { outlets: [MAIN], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 };
const rowsOf = (answer: { data: unknown }) => (answer.data as { data: Record<string, unknown>[] }).data;
const signInStatus = async (email: string, password: string) =>
  (await office.send('POST', 'auth/login', { email, password }, { token: '' })).status;
const inLog = async (text: string) =>
  (await database.query('select count(*)::int as n from log.event where data::text like $1', [`%${text}%`])).rows[0].n;
const security = async (subject: number) =>
  (
    await database.query(
      'select kind, user_id, detail from identity.security_event where subject_user_id = $1 order by id',
      [subject],
    )
  ).rows;

describe('a telephone that another member of the staff has', () => {
  const person = (user_name: string, more: object) => ({
    ...{ user_name, email: `${user_name}@example.com`, status: 'inactive', ...given },
    ...more,
  });
  const asked = async (body: object, path = 'users') => {
    const sent = await office.send(path === 'users' ? 'POST' : 'PATCH', path, body);
    return [sent.status, sent.body.code, sent.body.errors?.['phone']];
  };

  it('is asked about in any spelling, where it is entered and where it is changed, and taken when it is confirmed', async () => {
    await office.add('users', person('Kawa', { phone: '0751 999 0001' }));
    const question = [422, 'confirmation', ['This is the telephone of Kawa too']];
    for (const phone of ['+964 751 999 0001', '00964-751-999-0001', '٠٧٥١٩٩٩٠٠٠١']) {
      expect(await asked(person('Lezan', { phone }))).toEqual(question);
    }
    const other = await office.add('users', person('Lezan', { phone: '0751 999 0002' }));
    expect(await asked({ phone: '0751 9990001' }, `users/${other}`)).toEqual(question);
    expect((await asked({ phone: '0751 9990001', confirmed: true }, `users/${other}`))[0]).toBe(200);
    await office.read('users');
    const doctor = await describeSharedNumbers(async (text) => (await database.query(text)).rows, ' | ');
    expect(doctor).toMatch(new RegExp(`\\+9647519990001: user-\\d+, user-${other}`));
    // What was confirmed is asked no more, and neither is a number of nobody, or what is no number.
    expect((await asked({ phone: '+964 751 9990001', address: 'Here' }, `users/${other}`))[0]).toBe(200);
    for (const phone of ['0751 999 0003', 'at the shop', null]) {
      expect((await asked({ phone }, `users/${other}`))[0]).toBe(200);
    }
  });

  it('is not told to who may not open staff, nor asked of one who has left, and a command that was stored is done once', async () => {
    const left = await office.add('users', person('Left', { phone: '0751 999 0004' }));
    const blind = await office.person('blind', ['users/store', 'users/index', 'users/set_user_status']);
    const unseen = { user_name: 'Seen', email: 'seen@example.com', status: 'inactive', phone: '0751 999 0004' };
    const entered = await office.send('POST', 'users', unseen, { token: blind });
    expect([entered.status, entered.body.errors]).toEqual([201, undefined]);
    expect((await office.send('DELETE', `users/${left}`, {})).status).toBe(200);
    const seen = objectsOf((await office.read('users/list?search=Seen')).data['data'])[0]?.['user_id'];
    expect((await office.send('PATCH', `users/${seen}`, { phone: null })).status).toBe(200);
    const enter = () =>
      office.send('POST', 'users', person('Again', { phone: '0751 999 0004' }), { key: 'sent twice' });
    expect([(await enter()).status, (await enter()).status]).toEqual([201, 201]);
  });
});

describe('a staff member', () => {
  it('is entered with everything at once, of which the log holds nothing personal and no secret', async () => {
    const id = await office.add('users', {
      user_name: 'Shilan',
      user_full_name: 'Shilan Omar',
      email: 'shilan@example.com',
      user_joining_date: '2026-02-01',
      is_cashier: true,
      user_code: 'S1',
      ...given,
      ...PERSONAL,
      staff_pin: '618033',
      new_password: 'golden ratio',
      new_password_confirmation: 'golden ratio',
    });
    const shown = await office.read(`users/${id}`);
    expect(shown.data).toMatchObject({ user_id: id, outlet_fk: null, default_account_name: 'Cash IQD', ...PERSONAL });
    expect(shown.data).toMatchObject({ has_pin: true });
    expect(shown.text).not.toMatch(/618033|golden/);
    for (const secret of ['618033', 'golden ratio', ...Object.values(PERSONAL).slice(-2), '1990-05-17']) {
      expect([secret, await inLog(secret)]).toEqual([secret, 0]);
    }
    expect((await security(id)).map(({ kind }) => kind)).toEqual([
      'personal_data_changed',
      'pin_set',
      'password_given',
    ]);
    const token = await office.signIn('shilan@example.com', 'golden ratio');
    const me = await office.send('POST', 'auth/me', undefined, { token });
    const default_account = { cash_id: 1, currency_fk: 1, outlet_fk: null };
    expect(me.body.data).toMatchObject({ must_change_password: true, user_id: id, default_account });
  });

  it('is told of all that is wrong, in the record and beside it', async () => {
    const body = {
      user_name: ' ',
      email: 'x',
      is_cashier: true,
      staff_pin: '12',
      new_password: 'password1',
      gender: 'x',
    };
    const { status, body: answer } = await office.send('POST', 'users', body);
    expect(status).toBe(422);
    expect(Object.keys(answer.errors ?? {}).sort()).toEqual([
      'default_account_fk',
      'default_inventory_fk',
      'email',
      'gender',
      'new_password',
      'new_password_confirmation',
      'outlet_fk',
      'role_fk',
      'staff_pin',
      'user_name',
    ]);
    const later = { user_name: 'C', email: 'c@example.com', status: 'inactive' };
    const cashier = await office.send('POST', 'users', { ...later, is_cashier: true });
    expect(cashier.body.errors).toEqual({
      default_inventory_fk: ['You must have a default inventory'],
      default_account_fk: ['You must have a default account'],
    });
    const elsewhere = await office.add('outlets', { outlet_name: 'Not theirs' });
    const wrong = { user_name: 'D', email: 'd@example.com', ...given, outlet_fk: elsewhere };
    expect((await office.send('POST', 'users', wrong)).body.errors).toHaveProperty('outlet_fk');
  });

  it('was born, and joined, on a day of the calendar', async () => {
    const { id, token } = await signedIn(office, 'born', ['brands/index']);
    const wrong = { user_dob: '2026-02-31', user_joining_date: '2026-02-30' };
    const body = { user_name: 'E', email: 'e@example.com', ...given, ...wrong };
    const expected = { user_dob: [expect.stringMatching(/calendar/)], user_joining_date: [expect.any(String)] };
    expect((await office.send('POST', 'users', body)).body.errors).toMatchObject(expected);
    expect((await office.send('PATCH', `users/${id}`, wrong)).body.errors).toEqual(expected);
    const own = await office.send('PATCH', 'auth/profile', { user_dob: '2026-02-31' }, { token });
    expect([own.status, own.body.errors]).toEqual([422, { user_dob: expected.user_dob }]);
    const someday = await office.send('PATCH', `users/${id}`, { user_dob: 'someday' });
    expect(someday.body.errors).toEqual({ user_dob: expected.user_dob });
    expect((await office.send('PATCH', 'auth/profile', { user_dob: '2024-02-29' }, { token })).status).toBe(200);
  });

  it('is changed once, however often the form is sent, and what is personal can be forgotten', async () => {
    const { id } = await colleague(office, 'changed', ['brands/index'], { ...PERSONAL, confirmed: true });
    const send = () => office.send('PATCH', `users/${id}`, { phone: '1', address: null }, { key: 'the same form' });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await office.read(`users/${id}`)).data).toMatchObject({ phone: '1', address: null, gender: 'female' });
    const kept = await database.query('select data::text as data from identity.personal_data where user_id = $1', [id]);
    expect(kept.rows[0].data).not.toContain('Shorsh');
    const changes = (await security(id)).filter(({ kind }) => kind === 'personal_data_changed');
    expect(changes.at(-1)).toMatchObject({ user_id: 1, detail: { fields: ['phone', 'address'] } });
    expect(changes).toHaveLength(2);
  });

  describe('whose change breaks off before its line in the security log', () => {
    const broken = async <Result>(kind: string, work: () => Promise<Result>): Promise<Result> => {
      await database.query(`create function identity.breaks_off() returns trigger language plpgsql as $$
        begin raise exception 'broken off'; end $$`);
      await database.query(`create trigger breaks_off before insert on identity.security_event
        for each row when (new.kind = '${kind}') execute function identity.breaks_off()`);
      try {
        return await work();
      } finally {
        await database.query('drop function identity.breaks_off cascade');
      }
    };
    const linesOf = async (id: number, kind: string) => (await security(id)).filter((line) => line.kind === kind);

    it('is changed by the repeated form, which says so', async () => {
      const { id } = await colleague(office, 'broken', ['brands/index'], { ...PERSONAL, confirmed: true });
      const before = (await linesOf(id, 'personal_data_changed')).length;
      const send = () => office.send('PATCH', `users/${id}`, { phone: '7' }, { key: 'a form that breaks off' });
      expect((await broken('personal_data_changed', send)).status).toBe(500);
      expect((await office.read(`users/${id}`)).data).toMatchObject({ phone: PERSONAL.phone });
      const again = await send();
      expect([again.status, again.body.message]).toEqual([200, 'Updated Successfully']);
      expect((await office.read(`users/${id}`)).data).toMatchObject({ phone: '7' });
      expect(await linesOf(id, 'personal_data_changed')).toHaveLength(before + 1);
    });

    it('keeps what is their own on the profile page, and their PIN', async () => {
      const { id, token } = await signedIn(office, 'half', ['brands/index'], {
        ...given,
        is_cashier: true,
        staff_pin: PIN,
      });
      const own = () => office.send('PATCH', 'auth/profile', { phone: '8' }, { token });
      expect((await broken('personal_data_changed', own)).status).toBe(500);
      expect((await office.read(`users/${id}`)).data).toMatchObject({ phone: null });
      expect((await own()).status).toBe(200);
      expect((await office.read(`users/${id}`)).data).toMatchObject({ phone: '8' });

      const remove = () => office.send('DELETE', `user_pins/${id}`, {});
      expect((await broken('pin_removed', remove)).status).toBe(500);
      expect((await office.read(`users/${id}`)).data).toMatchObject({ has_pin: true });
      expect((await remove()).status).toBe(200);
      expect((await office.read(`users/${id}`)).data).toMatchObject({ has_pin: false });
      expect([await linesOf(id, 'pin_set'), await linesOf(id, 'pin_removed')]).toMatchObject([[{}], [{}]]);
    });
  });

  it('shows what is personal to those who may open staff, and to nobody who only looks them up', async () => {
    const { id } = await colleague(office, 'private', ['brands/index'], { ...PERSONAL, confirmed: true });
    const clerk = await signedIn(office, 'clerk', ['closing_drawers/store']);
    const looked = await office.read(`users/${id}`, clerk.token);
    if (looked.status === 200) expect(looked.data).not.toHaveProperty('phone');
    const manager = await signedIn(office, 'personnel', ['users/show', 'users/index']);
    expect((await office.read(`users/${id}`, manager.token)).data).toMatchObject(PERSONAL);
    expect((await office.read(`users?filter[user_code]=x`, manager.token)).text).not.toContain(PERSONAL.phone);
  });

  it('of another outlet is not there', async () => {
    const elsewhere = await office.add('outlets', { outlet_name: 'Elsewhere' });
    const { id } = await colleague(office, 'far', ['brands/index'], { outlet_fk: elsewhere, outlets: [elsewhere] });
    const manager = await signedIn(office, 'near', ['users/show', 'users/update', 'users/index', 'users/end_session'], {
      outlets: [MAIN],
    });
    expect((await office.read(`users/${id}`, manager.token)).status).toBe(404);
    for (const path of [`users/${id}/give_password`, `users/${id}/end_sessions`]) {
      expect((await office.send('POST', path, undefined, manager)).status).toBe(404);
    }
  });
});

describe('role, status and outlets', () => {
  it('are changed by those who hold the permission of each, in the form too', async () => {
    const { id } = await colleague(office, 'subject', ['brands/index']);
    const roles = await signedIn(office, 'sets-roles', ['users/set_roles', 'brands/index', 'users/update']);
    const role_fk = await office.add('roles', { role_name: 'Brands', permissions: ['brands/index'] });
    const strong = await office.add('roles', { role_name: 'Strong', permissions: ['brands/index', 'sales/store'] });
    const set = (action: string, body: object) => office.send('POST', `users/${id}/${action}`, body, roles);
    expect((await set('set_roles', { role_fk })).status).toBe(200);
    expect((await set('set_roles', { role_fk: strong })).body.errors).toHaveProperty('role_fk');
    expect((await set('set_user_status', { status: 'blocked' })).status).toBe(403);
    expect((await set('change_outlets', { outlets: [MAIN] })).status).toBe(403);
    const form = await office.send('PATCH', `users/${id}`, { status: 'inactive', outlets: [MAIN], phone: '2' }, roles);
    expect(Object.keys(form.body.errors ?? {})).toEqual(['status', 'outlets']);
    expect(
      (await office.send('POST', `users/${id}/change_outlets`, { outlets: [MAIN], inventories: [1] })).status,
    ).toBe(200);
    expect((await office.read(`users/${id}`)).data).toMatchObject({ role_fk, outlets: [MAIN], inventories: [1] });
  });

  it('of a person go from active to inactive or blocked, and back', async () => {
    const { id } = await colleague(office, 'moved', ['brands/index']);
    const set = async (status: string) => (await office.send('POST', `users/${id}/set_user_status`, { status })).status;
    expect([await set('inactive'), await set('blocked'), await set('active')]).toEqual([200, 409, 200]);
    expect([await set('blocked'), await set('inactive'), await set('active')]).toEqual([200, 409, 200]);
  });

  it('of the super user are nobody else’s, and they are never locked out', async () => {
    const blocked = await office.send('POST', 'users/1/set_user_status', { status: 'blocked' });
    expect(blocked.body.message).toBe('The super user cannot be blocked');
    expect((await office.send('DELETE', 'users/1')).status).toBe(422);
    const rights = ['users/update', 'users/set_user_status', 'users/destroy', 'users/end_session', 'user_pins/store'];
    const other = await signedIn(office, 'ambitious', rights);
    const tries = [
      office.send('PATCH', 'users/1', { email: 'mine@example.com' }, other),
      office.send('POST', 'users/1/give_password', undefined, other),
      office.send('POST', 'users/1/end_sessions', undefined, other),
      office.send('PATCH', 'users/1', { new_password: 'taken over', new_password_confirmation: 'taken over' }, other),
      office.send('POST', 'user_pins', { user_fk: 1, pin: PIN }, other),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await signInStatus('admin@daftar.local', 'taken over')).toBe(422);
  });

  it('do not make a colleague of those who hold more into them', async () => {
    const owner = await colleague(office, 'owner', ['sales/store', 'users/update']);
    const clerk = await signedIn(office, 'assistant', ['users/update', 'user_pins/store', 'user_pins/update']);
    const tries = [
      office.send('POST', `users/${owner.id}/give_password`, undefined, clerk),
      office.send(
        'PATCH',
        `users/${owner.id}`,
        { new_password: 'a b c d e f', new_password_confirmation: 'a b c d e f' },
        clerk,
      ),
      office.send('PATCH', `users/${owner.id}`, { staff_pin: PIN }, clerk),
      office.send('POST', 'user_pins', { user_fk: owner.id, pin: PIN }, clerk),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('that block somebody end what they are doing, and a password or PIN signs them in no more', async () => {
    const person = await signedIn(office, 'leaving', ['brands/index']);
    expect((await office.read('brands', person.token)).status).toBe(200);
    await office.send('POST', `users/${person.id}/set_user_status`, { status: 'blocked' });
    expect((await office.send('POST', 'auth/me', undefined, person)).status).toBe(401);
    expect((await office.read('brands', person.token)).status).toBe(401);
    expect(await signInStatus(person.email, PASSWORD)).toBe(422);
  });

  it('ends sessions on request, which is written down', async () => {
    const person = await signedIn(office, 'elsewhere', ['brands/index']);
    await office.send('POST', `users/${person.id}/end_sessions`);
    expect((await office.send('POST', 'auth/me', undefined, person)).status).toBe(401);
    expect((await security(person.id)).at(-1)).toMatchObject({ kind: 'sessions_ended', user_id: 1 });
  });
});

describe('a session at a till', () => {
  it('reads what selling looks up, and no people, roles, settings or reports, whatever the role is', async () => {
    const { id } = await colleague(office, 'all-at-till', allPermissions(), {
      ...{ ...given, is_cashier: true, staff_pin: PIN },
    });
    const till = await office.send('POST', 'tills/enrol', { till_name: 'Narrow', outlet_fk: MAIN });
    const signed = await atTill(office, cookieOf(till), { outlet_fk: MAIN, user_fk: id, pin: PIN });
    const token = String(signed.body.data['access_token']);
    const status = async (path: string) => (await office.read(path, token)).status;
    for (const path of ['items/list', 'customers/list', 'pos_sales', 'closing_drawers', 'currency_rates/last_rate']) {
      expect([path, await status(path)]).toEqual([path, 200]);
    }
    const beyond = ['users', 'user_pins', 'roles', 'system_settings', 'sales', 'purchases', 'events', 'system_log'];
    const reports = ['financial_reports/trial_balance', 'reports/sales', 'exports/hledger', 'online_activity'];
    for (const path of [...beyond, ...reports]) {
      expect([path, await status(path)]).toEqual([path, 403]);
    }
  });
});

describe('lists of people', () => {
  it('name those whose role allows accounting', async () => {
    const { id } = await colleague(office, 'bookkeeper', ['general_journals/store']);
    const { id: seller } = await colleague(office, 'seller', ['sales/store']);
    const ids = rowsOf(await office.read('users/accountant')).map((row) => row['user_id']);
    expect(ids).toContain(id);
    expect(ids).toContain(1);
    expect(ids).not.toContain(seller);
  });

  it('give all of them without pages, which is written down', async () => {
    const all = await office.read('users_index?is_paginated=0');
    expect(rowsOf(all).length).toBe(all.data['total']);
    const exported = () =>
      database.query(`select detail from identity.security_event where kind = 'exported' order by at`);
    await expect.poll(async () => (await exported()).rows.at(-1)?.detail).toMatchObject({ path: '/api/users_index' });
  });

  it('of PINs name who has one, and how often a wrong one was typed, never the PIN', async () => {
    const { id } = await colleague(office, 'with-pin', ['brands/index'], {
      is_cashier: true,
      ...given,
      staff_pin: PIN,
    });
    const till = await office.send('POST', 'tills/enrol', { till_name: 'T', outlet_fk: MAIN });
    await atTill(office, cookieOf(till), { outlet_fk: MAIN, user_fk: id, pin: '0000' });
    const answer = await office.read('user_pins?search=with-pin');
    expect(rowsOf(answer)).toEqual([
      expect.objectContaining({
        id,
        name: 'with-pin',
        pin: '••••',
        wrong_attempts: 1,
        changed_by_name: 'Administrator',
      }),
    ]);
    expect((await office.read(`user_pins/${id}`)).data).toMatchObject({ id, pin: '••••' });
    const list = rowsOf(await office.read('user_pins/list'));
    expect(list).toContainEqual(expect.objectContaining({ id, name: 'with-pin' }));
    expect((await office.read('user_pins/1')).status).toBe(404);
  });
});

describe('what was refused', () => {
  it('is written down once, with who asked for what, and nothing can be taken out again', async () => {
    const person = await signedIn(office, 'curious', ['brands/index']);
    await office.read('sales', person.token);
    const refused = async () => {
      const query = `select detail from identity.security_event where kind = 'refused' and user_id = $1`;
      return (await database.query(query, [person.id])).rows;
    };
    await expect.poll(refused).toEqual([{ detail: { method: 'GET', path: '/api/sales', permission: 'sales/index' } }]);
    for (const table of ['identity.security_event', 'identity.login_attempt']) {
      await expect(database.query(`delete from ${table}`)).rejects.toThrow(
        /never changed or removed|kept for 180 days/,
      );
      await expect(database.query(`update ${table} set ip = null`)).rejects.toThrow(
        /never changed or removed|kept for 180 days/,
      );
    }
  });
});
