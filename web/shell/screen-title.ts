/** Key of the title of the screen that is shown; undefined on a page that is not there. */
import { useMatches } from '@tanstack/react-router';

/** What the router knows of a screen while it is shown. */
export interface ScreenContext {
  readonly permission: string | undefined;
  readonly title: string;
}

export function useScreenTitle(): string | undefined {
  const context: Partial<ScreenContext> | undefined = useMatches().at(-1)?.context;
  return context?.title;
}
