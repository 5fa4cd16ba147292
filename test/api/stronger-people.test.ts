/** A person is changed in any field only by people who hold everything that they hold: asked for every field of staff. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PersonalBody, UserBody } from '../../domain/people/user.record.ts';
import { type Api, openApi } from './api.ts';
import { type Colleague, colleague, signedIn } from './people.ts';

const CHANGING = ['users/index', 'users/show', 'users/update', 'users/set_roles', 'users/change_outlets'];

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

describe('a person who holds less', () => {
  it('is changed in name and personal data', async () => {
    for (const field of ['user_full_name', 'phone', 'address', 'gender']) {
      const sent = await api.send('PATCH', `users/${weaker.id}`, { [field]: VALUES[field] }, { token: weak });
      expect([field, sent.status, sent.body.errors]).toEqual([field, 200, undefined]);
    }
  });
});
