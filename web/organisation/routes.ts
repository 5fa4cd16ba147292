import type { ScreenRoute } from '../shell/screen.ts';

export const organisationRoutes: readonly ScreenRoute[] = [];
