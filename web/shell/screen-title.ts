/** Key of the current screen's title; undefined on an unknown page. */
import { useMatches } from '@tanstack/react-router';

/** The router's context of a screen. */
export interface ScreenContext {
  readonly permission: string | undefined;
  readonly title: string;
  /** Its address has parameters, and others are not known. */
  readonly hasSearch: boolean;
}

export function useScreenTitle(): string | undefined {
  const context: Partial<ScreenContext> | undefined = useMatches().at(-1)?.context;
  return context?.title;
}
