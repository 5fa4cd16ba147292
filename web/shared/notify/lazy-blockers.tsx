/** Loads the list of blockers on demand, because it depends on the pages of all documents. */
import { lazy, Suspense } from 'react';
import type { Blockers } from '../api/blockers.ts';

const List = lazy(async () => ({ default: (await import('./blocker-list.tsx')).BlockerList }));

export const BlockerList = (blockers: Blockers) => (
  <Suspense fallback={null}>
    <List {...blockers} />
  </Suspense>
);
