/** Who holds what, who may give it, and what the templates of roles give. */
import { describe, expect, it } from 'vitest';
import { PASSWORD_LENGTH, PIN_LENGTH, policyOf } from '../../domain/organisation/sign-in-policy.ts';
import { decidesAboutPeople, holdingsOf, requireAuthority } from '../../domain/registry/authority.ts';
import { declaredRecords } from '../../domain/registry/declared-records.ts';
import { lookupPermission, namingPermissions } from '../../domain/registry/lookup-permission.ts';
import {
  allPermissions,
  collectPermissions,
  isPermission,
  logPermission,
  permissionsByResource,
} from '../../domain/registry/permissions.ts';
import { ROLE_TEMPLATES, templatePermissions } from '../../domain/registry/role-templates.ts';
import { TILL_PERMISSIONS } from '../../domain/registry/till-permissions.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { shop } from './shop.ts';

const role = (...permissions: readonly string[]) => ({ permissions }) as never;

describe('what a person holds', () => {
  it('is what the role gives and still exists, and the outlets and inventories, the own outlet once', () => {
    const given = { role_fk: 4, outlet_fk: 2, outlets: [1, 2], inventories: [5] };
    expect(holdingsOf(given, role('sales/index', 'sales/no_longer'))).toEqual({
      ...{ permissions: ['sales/index'], outlets: [1, 2], inventories: [5] },
    });
    expect(holdingsOf({ outlet_fk: 3 }, undefined)).toEqual({ permissions: [], outlets: [3], inventories: [] });
    expect(holdingsOf({ outlet_fk: null, outlets: [1] }, undefined)?.outlets).toEqual([1]);
    expect(holdingsOf({ role_fk: 4 }, undefined)).toBeUndefined();
  });

  it('is decided by commands on users and roles only', () => {
    const deciding = declaredRecords.map(({ kind }) => kind).filter(decidesAboutPeople);
    expect(deciding).toEqual(['role', 'user']);
  });

  it('is held by who changes the person: every permission, outlet and inventory of theirs', () => {
    const { actor } = shop({ permissions: ['sales/index'], outlets: [1] });
    const refused = (holdings: Parameters<typeof requireAuthority>[2], userId = 5, as = actor) => {
      try {
        requireAuthority(as, userId, holdings);
        return [];
      } catch (error) {
        if (error instanceof Refusal) return error.issues.map(({ message }) => message);
        throw error;
      }
    };
    const held = { permissions: ['sales/index'], outlets: [1], inventories: [5] };
    expect(refused(held)).toEqual([]);
    expect(refused({ ...held, permissions: ['sales/index', 'sales/show'] })).toEqual(['holds_more_than_you']);
    expect(refused({ ...held, outlets: [1, 2] })).toEqual(['has_outlets_beyond_yours']);
    const nowhere = { ...actor, hasInventory: () => false };
    expect(refused(held, 5, nowhere)).toEqual(['has_inventories_beyond_yours']);
    expect(refused(undefined)).toEqual(['rights_cannot_be_read']);
    expect(refused(held, 1)).toEqual(['only_the_super_user']);
    expect(refused(undefined, 1, { ...actor, user_id: 1 })).toEqual([]);
  });
});

describe('a template of a role', () => {
  const of = (template: (typeof ROLE_TEMPLATES)[number]) => templatePermissions(template);

  it('gives permissions that exist, each once, in their order, and never all of them but to the manager', () => {
    const every = allPermissions();
    for (const template of ROLE_TEMPLATES) {
      const given = of(template);
      expect(given, template).toEqual(every.filter((permission) => given.includes(permission)));
      expect(given.length === every.length, template).toBe(template === 'manager');
      expect(given.every(isPermission)).toBe(true);
      expect(given.length).toBeGreaterThan(10);
    }
  });

  it('of who sells gives the documents of selling, and no price below the minimum', () => {
    const clerk = of('sales_clerk');
    for (const permission of ['sales/store', 'quotations/complete', 'items/index', 'customers/store', 'stocks/index'])
      expect(clerk).toContain(permission);
    for (const permission of ['sales/below_minimum_price', 'items/store', 'items/show_cost', 'purchases/store'])
      expect(clerk).not.toContain(permission);
    const outside = of('cashier').filter((permission) => !TILL_PERMISSIONS.has(permission));
    expect(outside).toEqual([]);
    expect(of('cashier')).not.toContain('sales/below_minimum_price');
  });

  it('of who keeps the books or the goods gives theirs, and reads the rest', () => {
    const [accountant, storekeeper] = [of('accountant'), of('storekeeper')];
    for (const permission of ['general_journals/store', 'sales/index', 'items/show_cost', 'cashes/balance_view'])
      expect(accountant).toContain(permission);
    for (const permission of ['sales/store', 'users/update', 'purchases/store'])
      expect(accountant).not.toContain(permission);
    for (const permission of ['purchases/store', 'stock_transfers/store', 'items/index', 'stocks/index'])
      expect(storekeeper).toContain(permission);
    for (const permission of ['sales/store', 'items/store', 'items/show_cost'])
      expect(storekeeper).not.toContain(permission);
  });
});

describe('a permission', () => {
  it('is one of a resource, and there is one for the log of every kind', () => {
    expect(declaredRecords.filter(({ kind }) => !isPermission(logPermission(kind)))).toEqual([]);
    for (const wrong of ['sales', 'sales/', '/index', 'sales/nothing', 'nothing/index', 'sales/index/index'])
      expect(isPermission(wrong), wrong).toBe(false);
  });
});

describe('what is kept because it takes long', () => {
  it('is what the declarations give', () => {
    expect(collectPermissions()).toEqual(permissionsByResource());
    for (const [resource, permissions] of namingPermissions()) {
      const all = lookupPermission(resource).split('##');
      expect(
        [...permissions].filter((permission) => !all.includes(permission)),
        resource,
      ).toEqual([]);
    }
    const naming = (resource: string) => [...(namingPermissions().get(resource) ?? [])];
    for (const permission of ['sales/store', 'quotations/index', 'pos_sales/store']) {
      expect(naming('pricing_profiles'), permission).toContain(permission);
      expect(naming('taxes'), permission).toContain(permission);
    }
    expect(naming('pricing_profiles').filter((permission) => /^(purchases|expenses)\//.test(permission))).toEqual([]);
  });
});

describe('the policy of signing in', () => {
  it('has its least lengths whatever the settings say, and names unless they say codes', () => {
    expect(policyOf(undefined)).toEqual({
      password_length_min: PASSWORD_LENGTH.usual,
      ...{ pin_length_min: PIN_LENGTH.usual, cashier_login_option: 'name' },
    });
    const said = { password_length_min: 3, pin_length_min: 2, cashier_login_option: 'code' };
    expect(policyOf(said)).toEqual({
      ...{ password_length_min: PASSWORD_LENGTH.least, pin_length_min: PIN_LENGTH.least, cashier_login_option: 'code' },
    });
    const long = { password_length_min: 20, pin_length_min: 9, cashier_login_option: 'name' };
    expect(policyOf(long)).toEqual(long);
  });
});
