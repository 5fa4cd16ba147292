/** Banners on every screen while figures are not current; polled every few seconds. */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useServerState } from '../server-state.ts';
import { OldModels } from './old-models.tsx';

const StoppedBanner = lazy(() => import('./stopped-banner.tsx'));

export function StoppedModels() {
  const { stopped = [], old = [] } = useServerState() ?? {};
  useReadAgainAfter(stopped.length + old.length > 0);
  return (
    <>
      {stopped.length > 0 && (
        <Suspense>
          <StoppedBanner stopped={stopped} />
        </Suspense>
      )}
      {old.length > 0 && <OldModels old={old} />}
    </>
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
