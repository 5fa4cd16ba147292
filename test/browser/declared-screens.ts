/** The screens of the router of the web. */
import { router } from '../../web/shell/router.tsx';
import type { Declared } from './every-screen.ts';

export const declaredScreens = (): readonly Declared[] =>
  Object.values(router.routesByPath).map(({ fullPath, options }) => {
    const { permission, title } = (options.context as unknown as () => Omit<Declared, 'path'>)();
    return { path: fullPath, permission, title };
  });
