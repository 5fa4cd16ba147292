/** Operations on granted permissions in the permission tree: pure, for the role editor. */
import type { PermissionNode } from '../../api/permission-tree.ts';
import { matchesSearch } from '../../typing/fold.ts';

export type Granted = 'all' | 'some' | 'none';

export const leavesOf = (nodes: readonly PermissionNode[]): readonly string[] =>
  nodes.flatMap(({ code, children }) => (children.length === 0 ? [code] : leavesOf(children)));

export function grantedOf(codes: readonly string[], held: ReadonlySet<string>): Granted {
  const count = codes.filter((code) => held.has(code)).length;
  if (count === 0) return 'none';
  return count === codes.length ? 'all' : 'some';
}

/**
 * Grants all of these, or revokes them when all that the person may grant are granted. Other permissions stay. The
 * result is in the order of the tree.
 */
export function toggled(
  tree: readonly PermissionNode[],
  value: readonly string[],
  codes: readonly string[],
  mayGrant: (code: string) => boolean,
): readonly string[] {
  const held = new Set(value);
  const missing = codes.filter((code) => !held.has(code) && mayGrant(code));
  for (const code of missing) held.add(code);
  if (missing.length === 0) for (const code of codes) held.delete(code);
  return leavesOf(tree).filter((code) => held.has(code));
}

/** The part of the tree that a search finds: a matching node with all nodes below and above it. */
export function foundIn(nodes: readonly PermissionNode[], search: string): readonly PermissionNode[] {
  if (search.trim() === '') return nodes;
  return nodes.flatMap((node) => {
    if (matchesSearch(`${node.name} ${node.children.length === 0 ? node.code : ''}`, search)) return [node];
    const children = foundIn(node.children, search);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** A resource is a node whose children are all actions. */
export const isResource = (node: PermissionNode): boolean =>
  node.children.length > 0 && node.children.every(({ children }) => children.length === 0);

export interface NamedPermissions {
  readonly code: string;
  readonly resource: string;
  /** Undefined means all actions of the resource. */
  readonly actions: readonly string[] | undefined;
}

/** Permissions in words, by resource; an unknown permission is listed alone. */
export function named(tree: readonly PermissionNode[], codes: readonly string[]): readonly NamedPermissions[] {
  const wanted = new Set(codes);
  const known = new Set(leavesOf(tree));
  const visit = (node: PermissionNode): readonly NamedPermissions[] => {
    if (!isResource(node)) return node.children.flatMap(visit);
    const meant = node.children.filter(({ code }) => wanted.has(code));
    if (meant.length === 0) return [];
    const actions = meant.length === node.children.length ? undefined : meant.map(({ name }) => name);
    return [{ code: node.code, resource: node.name, actions }];
  };
  const gone = codes.filter((code) => !known.has(code));
  return [...tree.flatMap(visit), ...gone.map((code) => ({ code, resource: code, actions: undefined }))];
}
