/**
 * A person who is entered as active needs a role, an outlet and a way to sign in; the answer lists all that is missing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { atTill, enrol, PIN } from './people.ts';

const PASSWORD = 'chosen by nobody else 7';
const GIVEN = { new_password: PASSWORD, new_password_confirmation: PASSWORD };

let api: Api;
let role_fk: number;
beforeAll(async () => {
  api = await openApi();
  role_fk = await api.add('roles', { role_name: 'reader', permissions: ['brands/index'] });
});
afterAll(() => api.close());

let number = 0;
async function enter(given: object, token = api.token) {
  number += 1;
  const body = { user_name: `Somebody ${number}`, email: `somebody${number}@example.com`, ...given };
  const sent = await api.send('POST', 'users', body, { token });
  return {
    data: sent.body.data,
    status: sent.status,
    fields: Object.keys(sent.body.errors ?? {}).sort(),
    errors: sent.body.errors,
  };
}

describe('a user', () => {
  it('is refused with all missing fields, together with the wrong ones', async () => {
    expect(await enter({})).toMatchObject({ status: 422, fields: ['new_password', 'outlet_fk', 'role_fk'] });
    const all = await enter({ email: 'no address', gender: 'x' });
    expect(all.fields).toEqual(['email', 'gender', 'new_password', 'outlet_fk', 'role_fk']);
    expect(all.errors?.['new_password']).toEqual(['Give a password, or make them a cashier with a PIN']);
  });

  it('is taken with all three, by whichever way they sign in', async () => {
    expect((await enter({ role_fk, outlet_fk: 1, ...GIVEN })).status).toBe(201);
    expect((await enter({ role_fk, outlets: [1], ...GIVEN })).status).toBe(201);
    const till = { is_cashier: true, default_inventory_fk: 1, default_account_fk: 1 };
    expect(await enter({ role_fk, outlet_fk: 1, ...till })).toMatchObject({ fields: ['new_password'] });
    expect((await enter({ role_fk, outlet_fk: 1, ...till, staff_pin: '482613' })).status).toBe(201);
    // A PIN is valid for cashiers only.
    expect((await enter({ role_fk, outlet_fk: 1, staff_pin: '482613' })).fields).toContain('new_password');
  });

  it('is assigned their own outlet and default inventory, so that a cashier signs in at a till of it', async () => {
    const { cookie } = await enrol(api, 'Front', 1);
    const till = { is_cashier: true, default_inventory_fk: 1, default_account_fk: 1, staff_pin: PIN };
    const { data } = await enter({ role_fk, outlet_fk: 1, ...till });
    expect(data).toMatchObject({ outlets: [1], inventories: [1] });
    const { id, revision } = data;
    expect((await atTill(api, cookie, { outlet_fk: 1, user_fk: id, pin: PIN })).status).toBe(200);
    const none = await api.send('POST', `users/${id}/change_outlets`, { outlets: [], inventories: [], revision });
    expect(Object.keys(none.body.errors ?? {}).sort()).toEqual(['default_inventory_fk', 'outlet_fk']);
  });

  it('sees as many rows on a page as tables can show', async () => {
    expect(await enter({ status: 'inactive', pagination_default: 25 })).toMatchObject({
      status: 422,
      fields: ['pagination_default'],
    });
    expect((await enter({ status: 'inactive', pagination_default: 100 })).status).toBe(201);
  });

  it('may lack all of it while they are not to work yet', async () => {
    expect((await enter({ status: 'inactive' })).status).toBe(201);
  });

  it('is not given rights that the person who enters them does not have', async () => {
    const token = await api.person('hr', ['users/store', 'users/index']);
    expect(await enter({}, token)).toMatchObject({ status: 422, fields: ['new_password'] });
    expect((await enter(GIVEN, token)).status).toBe(201);
  });
});

describe('the name of a person', () => {
  it.each([
    ['user_name', 'Аdministrator'],
    ['user_full_name', 'Ahmed Αli'],
    ['user_code', 'А7b'],
    ['user_name', 'Administrator\u3164'],
    ['user_name', 'Admin\u2800'],
  ])('in %s is not %j, which looks like that of another', async (field, imitated) => {
    const { status, fields } = await enter({ status: 'inactive', [field]: imitated });
    expect([status, fields]).toEqual([422, [field]]);
  });
});
