import { describe, expect, it } from 'vitest';
import { lookupsIn } from '../../domain/records/lookups.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { allPermissions, isPermission, permissionsByResource } from '../../domain/registry/permissions.ts';
import { records } from '../../domain/registry/records.ts';
import { permissionsAr } from '../../languages/permissions/permissions-ar.ts';
import { permissionsCkb } from '../../languages/permissions/permissions-ckb.ts';
import { permissionsEn } from '../../languages/permissions/permissions-en.ts';
import ar from '../../languages/screens/ar/shell.json' with { type: 'json' };
import ckb from '../../languages/screens/ckb/shell.json' with { type: 'json' };
import en from '../../languages/screens/en/shell.json' with { type: 'json' };
import { type PermissionNode, permissionTree, resourcesOf } from '../../read-api/people/permission-tree.ts';
import { entriesOf, isGroup, MENU } from '../../web/shared/navigation/menu-table.ts';

const LANGUAGES = ['en', 'ar', 'ckb'] as const;
const tables = { en: permissionsEn, ar: permissionsAr, ckb: permissionsCkb };
const tree = permissionTree('en');

const all = (nodes: readonly PermissionNode[]): readonly PermissionNode[] =>
  nodes.flatMap((node) => [node, ...all(node.children)]);
const leaves = (nodes: readonly PermissionNode[]) => all(nodes).filter(({ children }) => children.length === 0);
const depth = (node: PermissionNode): number => 1 + Math.max(0, ...node.children.map(depth));

describe('the tree of permissions', () => {
  it('holds every permission once, and nothing else', () => {
    const codes = leaves(tree).map(({ code }) => code);
    expect([...codes].sort()).toEqual([...allPermissions()].sort());
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every(isPermission)).toBe(true);
  });

  it('has at most four levels, and a code of its own for each node', () => {
    expect(Math.max(...tree.map(depth))).toBe(4);
    const codes = all(tree).map(({ code }) => code);
    expect(codes.length).toBe(new Set(codes).size);
  });

  it('shows the code for receiving online orders as Confirm', () => {
    expect(leaves(tree).find(({ code }) => code === 'online_orders/receive')?.name).toBe('Confirm');
  });

  it.each(LANGUAGES)('names every node in words of %s', (language) => {
    const nameless = all(permissionTree(language)).filter(({ name }) => /[a-z]_|^[a-z]/.test(name));
    expect(nameless.map(({ code }) => code)).toEqual([]);
  });

  it('has a different name for each action of a resource', () => {
    const resources = all(tree).filter(({ children }) => children.length > 0 && children[0]?.children.length === 0);
    const twice = resources.filter(({ children }) => new Set(children.map(({ name }) => name)).size < children.length);
    expect(twice.map(({ code }) => code)).toEqual([]);
  });
});

describe('the names of permissions', () => {
  it('are the same in the three languages, and none is left over', () => {
    const keys = Object.keys(permissionsEn).sort();
    expect(Object.keys(permissionsAr).sort()).toEqual(keys);
    expect(Object.keys(permissionsCkb).sort()).toEqual(keys);
    const actions = new Set([...permissionsByResource().values()].flat());
    const used = (key: string) => {
      const [level, name = ''] = key.split('.');
      if (level === 'menu')
        return MENU.some(
          (menuSection) => menuSection.name === name || menuSection.entries.some((one) => one.name === name),
        );
      if (level === 'resource') return permissionsByResource().has(name);
      return level === 'action' ? actions.has(name) : isPermission(key);
    };
    expect(keys.filter((key) => !used(key))).toEqual([]);
  });

  it('of sections and groups are those of the side menu', () => {
    const shells = { en, ar, ckb };
    const parts = MENU.flatMap((section) => [section.name, ...section.entries.filter(isGroup).map(({ name }) => name)]);
    const wrong = LANGUAGES.flatMap((language) =>
      parts
        .filter((part) => tables[language][`menu.${part}`] !== (shells[language].menu as Record<string, string>)[part])
        .map((part) => `${language} ${part}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the menu', () => {
  it('requires permissions that can be granted', () => {
    const asked = MENU.flatMap(entriesOf).flatMap(({ permission }) => permission.split('##'));
    expect(asked.filter((permission) => !isPermission(permission))).toEqual([]);
  });

  it('places beside its screens only resources that have no screen', () => {
    const screens = new Set(MENU.flatMap(entriesOf).flatMap(resourcesOf));
    const beside = MENU.flatMap((section) => [section, ...section.entries.filter(isGroup)]).flatMap(
      ({ besides = [] }) => besides,
    );
    expect(beside.filter((resource) => screens.has(resource))).toEqual([]);
  });
});

describe('permissions', () => {
  it('are those of the transitions of documents, and no change where nothing can be changed', () => {
    for (const { resource, transitions, change } of documentResources) {
      for (const { permission } of Object.values(transitions))
        expect(isPermission(`${resource}/${permission}`)).toBe(true);
      const changes = change || Object.values(transitions).some(({ permission }) => permission === 'update');
      expect(isPermission(`${resource}/update`), resource).toBe(Boolean(changes));
    }
  });

  it('do not include adding or deleting a singleton', () => {
    for (const { resource } of records.filter(({ singleton }) => singleton)) {
      expect(isPermission(`${resource}/store`)).toBe(false);
      expect(isPermission(`${resource}/destroy`)).toBe(false);
    }
  });
});

describe('the look-ups of a document', () => {
  const refused = (permission: string, schema: Parameters<typeof lookupsIn>[0]) =>
    [...new Set(lookupsIn(schema).values())]
      .filter((named) => !lookupPermission(named).split('##').includes(permission))
      .map((named) => `${permission} ${named}`);

  it('are included in the permission for its list', () => {
    const wrong = documentResources.flatMap(({ resource, listedWith = 'index', body }) =>
      refused(`${resource}/${listedWith}`, body),
    );
    expect(wrong).toEqual([]);
  });

  it('are included, transition by transition, in the permission for the transition', () => {
    const wrong = documentResources.flatMap(({ resource, transitions }) =>
      Object.values(transitions).flatMap(({ permission, body }) =>
        body ? refused(`${resource}/${permission}`, body) : [],
      ),
    );
    expect(wrong).toEqual([]);
    expect(lookupPermission('users').split('##')).toContain('online_orders/home_delivery');
  });

  it('include the price list of the customer and the taxes of items where goods are sold', () => {
    const entering = ['sales', 'salesman_sales', 'quotations', 'pos_sales']
      .flatMap((resource) => ['index', 'store', 'update'].map((action) => `${resource}/${action}`))
      .concat('online_orders/show', 'online_orders/store', 'online_orders/update')
      .filter(isPermission);
    for (const named of ['pricing_profiles', 'taxes']) {
      expect(lookupPermission(named).split('##')).toEqual(expect.arrayContaining(entering));
    }
    expect(lookupPermission('taxes').split('##').every(isPermission)).toBe(true);
  });

  it('are no more than the transition names', () => {
    for (const named of ['suppliers', 'salesmen', 'promotions', 'units']) {
      expect(lookupPermission(named).split('##')).not.toContain('online_orders/home_delivery');
    }
  });
});
