/**
 * An area's declaration of its screens (`web/catalogue/routes.ts`): path, permission, title, search validator and
 * chunk, for the router and the palette.
 */
import type { ComponentType } from 'react';

export interface ScreenRoute {
  /** `/warehouse/items`, `/warehouse/items/$id` */
  readonly path: string;
  /** `items/index`; alternatives joined by `##`; none means everyone. */
  readonly permission?: string;
  /** It requires `items/show_cost` too. */
  readonly needsCost?: true;
  /** Key of the title in the language tables: `catalogue:items`. */
  readonly title: string;
  /** Converts the address's parameters to typed ones; drops unknown ones. */
  readonly search?: (search: Readonly<Record<string, unknown>>) => object;
  readonly load: () => Promise<ComponentType>;
}

/** Whether the server answers a person who opens it. */
export const mayOpen = (
  can: (permission: string) => boolean,
  { permission, needsCost }: Pick<ScreenRoute, 'permission' | 'needsCost'>,
): boolean => (permission === undefined || can(permission)) && (!needsCost || can('items/show_cost'));
