import type { ScreenRoute } from '../shell/screen.ts';

export const cashRoutes: readonly ScreenRoute[] = [];
