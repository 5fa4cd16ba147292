/** Whether the window is as narrow as a telephone held upright: below 768 px. The classes `max-md:…` say the same. */
import { useSyncExternalStore } from 'react';

const query = () => globalThis.matchMedia?.('(width < 768px)');

function subscribe(listener: () => void): () => void {
  const media = query();
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
