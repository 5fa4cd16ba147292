/** The settlements in the side panel of a list, which are loaded when a row is opened. */
import { lazy, Suspense } from 'react';
import type { Row } from '../api/list.ts';

const SettlementsOf = lazy(async () => ({ default: (await import('./settlements.tsx')).SettlementsOf }));

export const settlementsPanel = (resource: string) => (row: Row) => (
  <Suspense>
    <SettlementsOf resource={resource} row={row} />
  </Suspense>
);
