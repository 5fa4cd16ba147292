import type { ScreenRoute } from '../shell/screen.ts';

export const partiesRoutes: readonly ScreenRoute[] = [];
