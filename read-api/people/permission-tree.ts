/**
 * The permissions as the role editor shows them, in the order of the menu: section, group, resource, action. A resource
 * is placed at its first screen; one without a screen is placed by the menu's `besides`.
 */
import { documentResources } from '../../domain/registry/documents.ts';
import { actionsOf } from '../../domain/registry/permissions.ts';
import { records } from '../../domain/registry/records.ts';
import type { Language } from '../../domain/values/language.ts';
import { actionWord, type PermissionWords, permissionWords } from '../../languages/permissions/permission-words.ts';
import { isGroup, MENU, type MenuEntry, type MenuGroup } from '../../web/shared/navigation/menu-table.ts';

export interface PermissionNode {
  readonly name: string;
  /** The permission for an action; a name that is unique in the tree for a node above. */
  readonly code: string;
  readonly children: readonly PermissionNode[];
}

export function permissionTree(language: Language): readonly PermissionNode[] {
  const words = permissionWords(language);
  const placed = new Set<string>();
  // The dashboard has no separate permission.
  return MENU.filter(({ name }) => name !== 'dashboard')
    .map(({ name, entries, besides }) => {
      const children = entries.flatMap((entry) => {
        if (!isGroup(entry)) return resourceNodes(resourcesOf(entry), placed, words);
        const inGroup = resourceNodes(resourcesOf(entry), placed, words);
        return inGroup.length === 0 ? [] : [node(words, 'menu', entry.name, `${name}.${entry.name}`, inGroup)];
      });
      return node(words, 'menu', name, name, [...children, ...resourceNodes(besides ?? [], placed, words)]);
    })
    .filter(({ children }) => children.length > 0);
}

/** A screen that opens with permissions of several resources places none of them. */
export function resourcesOf(value: MenuEntry | MenuGroup): readonly string[] {
  if (isGroup(value)) return [...value.entries.flatMap(resourcesOf), ...(value.besides ?? [])];
  const resources = new Set(value.permission.split('##').map((permission) => permission.replace(/\/[^/]*$/, '')));
  return resources.size === 1 ? [...resources] : [];
}

function resourceNodes(
  resources: readonly string[],
  placed: Set<string>,
  words: PermissionWords,
): readonly PermissionNode[] {
  return resources.flatMap((resource) => {
    const actions = actionsOf(resource);
    if (placed.has(resource) || actions.length === 0) return [];
    placed.add(resource);
    const children = actions.map((action) => ({
      name: actionName(words, resource, action),
      code: `${resource}/${action}`,
      children: [],
    }));
    return [node(words, 'resource', resource, `resource.${resource}`, children)];
  });
}

function node(
  words: PermissionWords,
  level: 'menu' | 'resource',
  name: string,
  code: string,
  children: readonly PermissionNode[],
): PermissionNode {
  return { name: words[`${level}.${name}`] ?? name, code, children };
}

/**
 * A permission may have its own name (`online_orders/receive` is "Confirm"); the log permission of a kind takes its
 * resource's name.
 */
function actionName(words: PermissionWords, resource: string, action: string): string {
  const own = actionWord(words, resource, action);
  if (own !== undefined) return own;
  const logged = /^(\w+)_log$/.exec(action)?.[1];
  const kept = [...records, ...documentResources].find(({ kind }) => resource === 'model_loges' && kind === logged);
  return (kept && words[`resource.${kept.resource}`]) ?? action;
}
