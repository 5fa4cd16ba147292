/** Every permission that the web requires can be granted: those of screens, the menu, row actions and buttons. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPermission, permissionsByResource } from '../../domain/registry/permissions.ts';
import { AREA_ROUTES } from '../../web/shell/areas.ts';

const sources = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(join('web', file), 'utf8')] as const);

/** `can('a/b##c/d')` and `permission: 'a/b'` in the sources. */
const asked = sources.flatMap(([file, text]) =>
  [...text.matchAll(/(?:\bcan\(|\bpermission(?:: |=|=\{))['`]([a-z_/#]+)['`]/g)].map(
    ([, permission]) => [file, permission as string] as const,
  ),
);
const unknown = (permission: string): boolean => !permission.split('##').every(isPermission);

describe('the permissions of the web', () => {
  // An editor also opens with the permission to change, for all kinds of documents.
  it('of screens can be granted', () => {
    const isOpen = (permission: string) => permission.split('##').some(isPermission);
    const ungrantable = AREA_ROUTES.filter(({ permission }) => permission !== undefined && !isOpen(permission));
    expect(ungrantable.map(({ path, permission }) => `${path} ${permission}`)).toEqual([]);
    expect(AREA_ROUTES.length).toBeGreaterThan(100);
  });

  it('of buttons and row actions can be granted', () => {
    const whole = asked.filter(([, permission]) => permission.includes('/'));
    expect(whole.length).toBeGreaterThan(20);
    expect(whole.filter(([, permission]) => unknown(permission))).toEqual([]);
  });

  it('of transitions are actions of some resource', () => {
    const actions = new Set([...permissionsByResource().values()].flat());
    const short = asked.filter(([, permission]) => !permission.includes('/'));
    expect(short.length).toBeGreaterThan(5);
    expect(short.filter(([, permission]) => !actions.has(permission))).toEqual([]);
  });
});
