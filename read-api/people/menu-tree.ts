/** `GET menu/menu_tree`: the permissions that a role may hold, named in the person's language, in the order of the menu. */
import { type TSchema, Type } from 'typebox';
import { languageOf } from '../../identity/language.ts';
import { declareRead } from '../http/route.ts';
import { type PermissionNode, permissionTree } from './permission-tree.ts';

const node = (children: TSchema): TSchema =>
  Type.Object({ name: Type.String(), code: Type.String(), children: Type.Array(children) });
const Action = node(Type.Object({}, { additionalProperties: false }));

export const menuTreeRoute = declareRead({
  url: '/menu/menu_tree',
  permission: 'roles/index##roles/show##roles/store##roles/update',
  reads: [],
  answer: Type.Unsafe<readonly PermissionNode[]>(Type.Array(node(node(node(Action))))),
  operationId: 'showMenuTree',
  tag: 'people',
  summary: 'Permissions as a tree: section, group, resource, action',
  handle: async ({ request }) => permissionTree(languageOf(request)),
});
