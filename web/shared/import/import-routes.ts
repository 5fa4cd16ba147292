/** The route of an import: `importRoute({ path: '/items/import', format: 'items', … })`. */
import type { ScreenRoute } from '../navigation/screen.ts';
import type { ImportDeclaration } from './import-screen.tsx';

export interface ImportRoute extends ImportDeclaration {
  readonly path: string;
  /** The resource of the imported records: its list shows the result, and its permission applies. */
  readonly resource: string;
}

export const importRoute = ({ path, resource, ...declaration }: ImportRoute): ScreenRoute => ({
  path,
  permission: `${resource}/import`,
  title: declaration.title,
  load: async () => (await import('./import-screen.tsx')).importScreen(declaration),
});
