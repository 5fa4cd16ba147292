/** A banner on every screen while figures are not current; polled every few seconds. */
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

/** Reloads data after the models are current again. */
function useReadAgainAfter(isStopped: boolean): void {
  const client = useQueryClient();
  const was = useRef(isStopped);
  useEffect(() => {
    if (was.current && !isStopped) void client.invalidateQueries();
    was.current = isStopped;
  }, [client, isStopped]);
}
