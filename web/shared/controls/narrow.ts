/** Whether the window is below 768 px, like a telephone in portrait. The classes `max-md:…` use the same limit. */
import { useSyncExternalStore } from 'react';

/** True for a tablet: columns of lists and documents have no room beside an open menu and an open panel. */
export const isTablet = (): boolean => globalThis.matchMedia?.('(768px <= width < 1280px)').matches ?? false;

const query = () => globalThis.matchMedia?.('(width < 768px)');

function subscribe(listener: () => void): () => void {
  const media = query();
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
