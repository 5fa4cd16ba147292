/**
 * What an area declares of its screens (`web/catalogue/routes.ts`): path, permission, title, the validator of
 * its search parameters and the chunk that shows it. The router and the palette read nothing else.
 */
import type { ComponentType } from 'react';

export interface ScreenRoute {
  /** `/warehouse/items`, `/warehouse/items/$id` */
  readonly path: string;
  /** `items/index`; alternatives joined by `##`; left out when everybody may. */
  readonly permission?: string;
  /** Key of the title in the language tables: `catalogue:items`. */
  readonly title: string;
  /** Turns whatever stands in the address into typed parameters; drops what it does not know. */
  readonly search?: (search: Readonly<Record<string, unknown>>) => object;
  readonly load: () => Promise<ComponentType>;
}
