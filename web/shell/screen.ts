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
  /** Key of the title in the language tables: `catalogue:items`. */
  readonly title: string;
  /** Converts the address's parameters to typed ones; drops unknown ones. */
  readonly search?: (search: Readonly<Record<string, unknown>>) => object;
  readonly load: () => Promise<ComponentType>;
}
