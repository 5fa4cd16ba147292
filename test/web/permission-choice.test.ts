import { describe, expect, it } from 'vitest';
import type { PermissionNode } from '../../web/shared/api/permission-tree.ts';
import { foundIn, grantedOf, leavesOf, named, toggled } from '../../web/shared/form/fields/permission-choice.ts';

const leaf = (code: string, name: string): PermissionNode => ({ code, name, children: [] });
const tree: readonly PermissionNode[] = [
  {
    code: 'sales',
    name: 'Sales',
    children: [
      { code: 'resource.sales', name: 'Sales', children: [leaf('sales/index', 'See'), leaf('sales/store', 'Add')] },
      {
        code: 'sales.pos',
        name: 'Till',
        children: [{ code: 'resource.pos_sales', name: 'Receipts', children: [leaf('pos_sales/index', 'See')] }],
      },
    ],
  },
  {
    code: 'staff',
    name: 'Staff',
    children: [{ code: 'resource.users', name: 'People', children: [leaf('users/index', 'See')] }],
  },
];
const all = leavesOf(tree);
const anybody = () => true;

describe('the check of a part of the tree', () => {
  it('is full, half or empty, by the permissions below it', () => {
    const sales = ['sales/index', 'sales/store'];
    expect(grantedOf(sales, new Set())).toBe('none');
    expect(grantedOf(sales, new Set(['sales/store', 'users/index']))).toBe('some');
    expect(grantedOf(sales, new Set(sales))).toBe('all');
  });

  it('grants all below it, and takes all away when all were granted', () => {
    const some = toggled(tree, ['sales/store'], ['sales/index', 'sales/store'], anybody);
    expect(some).toEqual(['sales/index', 'sales/store']);
    expect(toggled(tree, some, ['sales/index', 'sales/store'], anybody)).toEqual([]);
  });

  it('of everything grants all there is, in the order of the tree', () => {
    expect(toggled(tree, ['users/index'], all, anybody)).toEqual(all);
  });

  it('leaves out what the person does not hold, and can still take away what they did not give', () => {
    const holds = (code: string) => code !== 'sales/store';
    expect(toggled(tree, [], all, holds)).toEqual(['sales/index', 'pos_sales/index', 'users/index']);
    expect(toggled(tree, ['sales/store'], ['sales/store'], holds)).toEqual([]);
  });

  it('drops former permissions', () => {
    expect(toggled(tree, ['gone/away'], ['users/index'], anybody)).toEqual(['users/index']);
  });
});

describe('the search in the tree', () => {
  it('shows the matches with all parents', () => {
    expect(foundIn(tree, 'receipts').map(({ code }) => code)).toEqual(['sales']);
    expect(leavesOf(foundIn(tree, 'receipts'))).toEqual(['pos_sales/index']);
  });

  it('finds by the permission itself, and shows all of a part whose name matches', () => {
    expect(leavesOf(foundIn(tree, 'users/in'))).toEqual(['users/index']);
    expect(leavesOf(foundIn(tree, 'Till'))).toEqual(['pos_sales/index']);
    expect(foundIn(tree, '  ')).toBe(tree);
    expect(foundIn(tree, 'nothing such')).toEqual([]);
  });
});

describe('permissions in words', () => {
  it('are listed by resource, all of one without a list, and former ones separately', () => {
    expect(named(tree, ['sales/index', 'sales/store', 'users/index', 'gone/away'])).toEqual([
      { code: 'resource.sales', resource: 'Sales', actions: undefined },
      { code: 'resource.users', resource: 'People', actions: undefined },
      { code: 'gone/away', resource: 'gone/away', actions: undefined },
    ]);
    expect(named(tree, ['sales/store'])).toEqual([{ code: 'resource.sales', resource: 'Sales', actions: ['Add'] }]);
  });
});
