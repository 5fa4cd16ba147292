/** Code-based routes: the shell's own pages and, loaded on demand, the screens that areas declare. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { NotFoundPage, UnauthorizedPage } from '../shared/controls/not-found.tsx';
import { mayOpen, type ScreenRoute } from '../shared/navigation/screen.ts';
import { parseSearch, stringifySearch } from '../shared/navigation/search-params.ts';
import { useCan } from '../shared/session/session.ts';
import { AREA_ROUTES } from './areas.ts';
import { desktopDetour } from './desktop.ts';
import { FailedScreen, LoadingScreen } from './fallbacks.tsx';
import { Layout } from './layout.tsx';
import { shortAddress } from './long-address.ts';
import type { ScreenContext } from './screen-title.ts';

const home = () => import('./home.tsx');
const SHELL_ROUTES: readonly ScreenRoute[] = [
  { path: '/', title: 'shell:home.title', load: async () => (await home()).HomePage },
  {
    path: '/profile',
    title: 'shell:profile.title',
    load: async () => (await import('./signing-in/profile.tsx')).ProfilePage,
  },
  { path: '/login', title: 'shell:home.title', load: async () => (await home()).AfterSignIn },
  { path: '/login/$redirect', title: 'shell:home.title', load: async () => (await home()).AfterSignIn },
  { path: '/user-logout', title: 'shell:sign_out', load: async () => (await home()).SignOutPage },
  { path: '/unauthorized', title: 'shell:unauthorized.title', load: async () => UnauthorizedPage },
];

const rootRoute = createRootRoute({
  component: Layout,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => {
    const to = desktopDetour(location.pathname, navigator.userAgent) ?? shortAddress(location.pathname);
    if (to) throw redirect({ to, replace: true });
  },
});

function routeOf(screen: ScreenRoute) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: screen.path,
    validateSearch: (search: Record<string, unknown>) => screen.search?.(search) ?? {},
    context: (): ScreenContext => ({
      permission: screen.permission,
      title: screen.title,
      hasSearch: screen.search !== undefined,
    }),
    component: lazyRouteComponent(async () => ({ default: guarded(screen, await screen.load()) })),
  });
}

/** Shows a screen only with its permission; the server checks again. */
function guarded(screen: ScreenRoute, Screen: ComponentType): ComponentType {
  return function Guarded() {
    const can = useCan();
    return mayOpen(can, screen) ? <Screen /> : <UnauthorizedPage />;
  };
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([...SHELL_ROUTES, ...AREA_ROUTES].map(routeOf)),
  trailingSlash: 'never',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: FailedScreen,
  scrollRestoration: true,
});
