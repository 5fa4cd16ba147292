/** The route of an import: `importRoute({ path: '/items/import', format: 'items', … })`. */
import type { ScreenRoute } from '../../shell/screen.ts';
import type { ImportDeclaration } from './import-screen.tsx';

export interface ImportRoute extends ImportDeclaration {
  readonly path: string;
  /** Whose list shows what came of it, and whose name the permission has. */
  readonly resource: string;
}

export const importRoute = ({ path, resource, ...declaration }: ImportRoute): ScreenRoute => ({
  path,
  permission: `${resource}/import`,
  title: declaration.title,
  load: async () => (await import('./import-screen.tsx')).importScreen(declaration),
});
