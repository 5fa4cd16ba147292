/** Reads a watched value of the device in a component. */
import { useSyncExternalStore } from 'react';
import type { Watched } from './watched.ts';

export const useWatched = <Value>(watched: Watched<Value>): Value =>
  useSyncExternalStore(watched.subscribe, watched.current);
