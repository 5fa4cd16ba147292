/** A person is changed in any field only by people who hold everything that they hold: asked for every field of staff. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PersonalBody, UserBody } from '../../domain/people/user.record.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { everyRoute } from '../support/every-route.ts';
import { type Api, openApi, SECRET } from './api.ts';
import { type Colleague, colleague, signedIn } from './people.ts';

const CHANGING = allPermissions().filter((permission) => /^(users|user_pins|roles|tills)\//.test(permission));

let api: Api;
let database: pg.Client;
/** Somebody who may change staff, and two whom they see: one who holds more, and one who holds less. */
let weak: string;
let strong: Colleague;
let weaker: Colleague;
beforeAll(async () => {
  api = await openApi();
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
  weak = (await signedIn(api, 'weak', [...CHANGING, 'brands/index'], { outlets: [1] })).token;
  strong = await colleague(api, 'strong', ['users/index', 'sales/store'], { outlets: [1] });
  weaker = await colleague(api, 'weaker', ['brands/index'], { outlets: [1] });
});
afterAll(async () => {
  await database.end();
  await api.close();
});

/** A value of the field that nobody has yet. */
const VALUES: Readonly<Record<string, unknown>> = {
  user_name: 'Renamed',
  user_full_name: 'Renamed by another',
  email: 'renamed@example.com',
  user_code: 'R-7',
  user_joining_date: '2026-01-02',
  lang: 'ckb',
  theme: 'dark',
  status: 'inactive',
  pagination_default: 50,
  photo: ['0123456789abcdef0123456789abcdef'],
  is_cashier: true,
  role_fk: 1,
  outlet_fk: 1,
  outlets: [2],
  inventories: [1],
  default_inventory_fk: 1,
  default_account_fk: 1,
  user_dob: '1990-01-01',
  gender: 'male',
  marital_status: 'married',
  blood_group: 'A+',
  phone: '07701234567',
  address: 'Elsewhere',
};
const fields = [...Object.keys(UserBody.properties), ...Object.keys(PersonalBody.properties)];

const stored = async (id: number): Promise<string> => {
  const { rows } = await database.query(
    `select (select max(revision) from log.event where stream = 'user-' || $1) as revision,
       (select to_jsonb(p) from identity.personal_data p where user_id = $1::int) as personal`,
    [id],
  );
  return JSON.stringify(rows[0]);
};

describe('a person who holds more', () => {
  it.each(fields)('is not changed in %s by who may change staff', async (field) => {
    expect(VALUES).toHaveProperty(field);
    for (const id of [strong.id, 1]) {
      const before = await stored(id);
      const sent = await api.send('PATCH', `users/${id}`, { [field]: VALUES[field] }, { token: weak });
      expect(sent.status, JSON.stringify(sent.body)).toBe(403);
      expect(await stored(id)).toBe(before);
    }
  });

  it('is not changed beside a field that is', async () => {
    const before = await stored(strong.id);
    const both = { user_full_name: 'Renamed', phone: '07701234567' };
    expect((await api.send('PATCH', `users/${strong.id}`, both, { token: weak })).status).toBe(403);
    expect(await stored(strong.id)).toBe(before);
  });
});

/** Routes about people that concern nobody who is there already, or say so otherwise. */
const ABOUT_NOBODY: Readonly<Record<string, string>> = {
  'POST users': 'a new person',
  'POST roles': 'a new role: test/api/all-outlets.test.ts',
  'POST roles/from_template': 'a new role',
};
/** The bodies of the routes that name a person beside their address. */
const BODIES: Readonly<Record<string, (subject: { id: number; role: number }) => object>> = {
  'POST user_pins': ({ id }) => ({ user_fk: id, pin: '739184' }),
  'POST users/bulk': ({ id }) => ({ action: 'inactivate', ids: [id] }),
  'POST roles/bulk': ({ role }) => ({ action: 'delete', ids: [role] }),
  'PATCH roles/:id': () => ({ role_name: 'Renamed' }),
  'POST roles/:id': () => ({ role_name: 'Renamed', _method: 'PATCH' }),
  'POST users/:id': () => ({ user_full_name: 'Renamed', _method: 'PATCH' }),
  'PATCH users/:id': () => ({ user_full_name: 'Renamed' }),
  'POST users/:id/set_roles': () => ({ role_fk: null }),
  'POST users/:id/set_user_status': () => ({ status: 'blocked' }),
  'POST users/:id/change_outlets': () => ({ outlets: [] }),
  'PATCH user_pins/:id': () => ({ pin: '739184' }),
  'POST user_pins/:id': () => ({ pin: '739184', _method: 'PATCH' }),
};

describe('every route about people, roles and their sessions', () => {
  const about = async () =>
    (await everyRoute(api.database.url, SECRET)).filter(
      ({ method, url, side }) =>
        side === 'command' && method !== 'GET' && /^(users|user_pins|roles|online_activity)(\/|$)/.test(url),
    );
  const stored = async (user: number, role: number): Promise<string> => {
    const { rows } = await database.query(
      `select (select jsonb_agg(jsonb_build_array(stream, revision) order by stream, revision) from log.event
           where stream in ('user-' || $1, 'role-' || $2)) as events,
         (select to_jsonb(p) from identity.credential p where user_id = $1::int) as password,
         (select to_jsonb(p) from identity.pin p where user_id = $1::int) as pin,
         (select jsonb_agg(s.sid order by s.sid) from identity.session s where user_id = $1::int and ended_at is null) as open`,
      [user, role],
    );
    return JSON.stringify(rows[0]);
  };

  it('leaves one who holds more as they are; a new route is in it by itself', async () => {
    const routes = await about();
    expect(routes.length).toBeGreaterThan(20);
    const signed = await signedIn(api, 'stronger', ['users/index', 'sales/store', 'cashes/store'], { outlets: [1] });
    const { rows } = await database.query<{ role: number; sid: string }>(
      `select (e.data ->> 'role_fk')::int as role, (select sid from identity.session where user_id = $1 and ended_at is null limit 1) as sid
       from log.event e where e.stream = 'user-' || $1 and e.data ->> 'role_fk' is not null limit 1`,
      [signed.id],
    );
    const [{ role, sid } = { role: 0, sid: '' }] = rows;
    const untouched = await stored(signed.id, role);
    const others = Object.keys(ABOUT_NOBODY).filter((name) => !routes.some((route) => nameOf(route) === name));
    expect(others).toEqual([]);
    for (const route of routes.filter((one) => !(nameOf(one) in ABOUT_NOBODY))) {
      const name = nameOf(route);
      const id = route.url.startsWith('roles') ? role : signed.id;
      const path = route.url.replace(':id', String(id)).replace(':sid', sid);
      const body = BODIES[name]?.({ id: signed.id, role }) ?? {};
      const isOfMany = path.endsWith('/bulk');
      const sent = await api.send(route.method as 'POST', isOfMany ? `${path}?dry_run=1` : path, body, { token: weak });
      const ready = isOfMany ? sent.body.data?.['ready'] : undefined;
      // What is there already is not restored: nothing changes.
      const isSame = name.endsWith('/:id/restore');
      expect([name, sent.status, ready], JSON.stringify(sent.body)).toEqual(
        isOfMany ? [name, 200, 0] : [name, isSame ? 200 : 403, undefined],
      );
      expect([name, await stored(signed.id, role)]).toEqual([name, untouched]);
    }
  });
});
const nameOf = ({ method, url }: { readonly method: string; readonly url: string }): string => `${method} ${url}`;

describe('a person who holds less', () => {
  it('is changed in name and personal data', async () => {
    for (const field of ['user_full_name', 'phone', 'address', 'gender']) {
      const sent = await api.send('PATCH', `users/${weaker.id}`, { [field]: VALUES[field] }, { token: weak });
      expect([field, sent.status, sent.body.errors]).toEqual([field, 200, undefined]);
    }
  });
});
