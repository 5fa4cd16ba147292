/**
 * On every screen: which figures are not up to date. It is asked for every few seconds, and gone when the figures are up
 * to date again.
 */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useServerState } from './server-state.ts';

const StoppedBanner = lazy(() => import('./stopped-banner.tsx'));

export function StoppedModels() {
  const stopped = useServerState()?.stopped ?? [];
  useReadAgainAfter(stopped.length > 0);
  if (stopped.length === 0) return null;
  return (
    <Suspense>
      <StoppedBanner stopped={stopped} />
    </Suspense>
  );
}

/** What was read while figures were missing is read again when they are there. */
function useReadAgainAfter(isStopped: boolean): void {
  const client = useQueryClient();
  const was = useRef(isStopped);
  useEffect(() => {
    if (was.current && !isStopped) void client.invalidateQueries();
    was.current = isStopped;
  }, [client, isStopped]);
}
