import type { ScreenRoute } from '../shell/screen.ts';

export const catalogueRoutes: readonly ScreenRoute[] = [];
