/** Whether the window is below 768 px, like a telephone in portrait. The classes `max-md:…` use the same limit. */
import { useSyncExternalStore } from 'react';

const query = () => globalThis.matchMedia?.('(width < 768px)');

function subscribe(listener: () => void): () => void {
  const media = query();
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
