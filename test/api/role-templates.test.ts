/** Roles from templates: their names and permissions, and that nobody grants permissions that they do not have. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions, isPermission } from '../../domain/registry/permissions.ts';
import { ROLE_TEMPLATES, templatePermissions } from '../../domain/registry/role-templates.ts';
import { TILL_PERMISSIONS } from '../../domain/registry/till-permissions.ts';
import { type Api, openApi } from './api.ts';

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const enter = (body: object, token = api.token) => api.send('POST', 'roles/from_template', body, { token });

describe('the templates', () => {
  it('grant permissions that exist, each once, and a cashier nothing that a till does not reach', () => {
    for (const template of ROLE_TEMPLATES) {
      const permissions = templatePermissions(template);
      expect(permissions.length, template).toBeGreaterThan(10);
      expect(new Set(permissions).size).toBe(permissions.length);
      expect(permissions.filter((permission) => !isPermission(permission))).toEqual([]);
    }
    expect(templatePermissions('manager')).toEqual(allPermissions());
    expect(templatePermissions('cashier').filter((permission) => !TILL_PERMISSIONS.has(permission))).toEqual([]);
    expect(templatePermissions('cashier')).not.toContain('sales/below_minimum_price');
    expect(templatePermissions('storekeeper').filter((permission) => permission.startsWith('users/'))).toEqual([]);
  });

  it('are listed with their names in three languages', async () => {
    const { status, body } = await api.send('GET', 'roles/templates');
    expect(status).toBe(200);
    expect(body.data).toMatchObject(ROLE_TEMPLATES.map((template) => ({ template })));
    expect(body.data).toContainEqual({
      template: 'cashier',
      ...{ role_name: 'Cashier', role_name_ar: 'أمين صندوق', role_name_ckb: 'کاشێر' },
      permissions: templatePermissions('cashier'),
    });
  });
});

describe('a role from a template', () => {
  it('has the permissions and the names of the template, or a name of its own', async () => {
    const plain = await enter({ template: 'storekeeper' });
    expect(plain).toMatchObject({
      status: 201,
      body: { data: { role_name: 'Storekeeper', role_name_ckb: 'ئەمباردار' } },
    });
    expect(plain.body.data['permissions']).toEqual(templatePermissions('storekeeper'));
    const own = await enter({ template: 'cashier', role_name: 'Night shift' });
    expect(own.body.data).toMatchObject({ role_name: 'Night shift', role_name_ar: null, role_name_ckb: null });
  });

  it('is told of all that is wrong', async () => {
    const { status, body } = await enter({ template: 'owner', role_name: ' ' });
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(['role_name', 'template']);
  });

  it('is not entered by somebody who does not hold all that it grants', async () => {
    const token = await api.person('hr', ['roles/store', 'roles/index', ...templatePermissions('storekeeper')]);
    for (const template of ['manager', 'accountant', 'cashier'] as const) {
      const { status, body } = await enter({ template, role_name: `${template} of hr` }, token);
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'forbidden' });
    }
    const names = (await enter({ template: 'manager', role_name: 'x' }, token)).body.errors;
    expect(Object.keys(names ?? {})).toEqual(['permissions']);
    expect((await enter({ template: 'storekeeper', role_name: 'of hr' }, token)).status).toBe(201);
  });

  it('needs the right to enter roles, however much somebody holds', async () => {
    const token = await api.person('till', templatePermissions('cashier'));
    expect((await enter({ template: 'cashier', role_name: 'another' }, token)).status).toBe(403);
    expect((await api.send('GET', 'roles/templates', undefined, { token })).status).toBe(403);
  });
});
