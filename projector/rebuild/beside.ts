/** A replay that is compared with the build that readers use. */
import type pg from 'pg';
import { type Build, currentBuild } from '../builds/build.ts';
import { isOwn, OtherBuild, waitForOwnBuild } from '../builds/own-build.ts';
import { type Replayed, type ReplayOptions, withReplay } from './rebuild.ts';

/**
 * Waits while the readers' build is one of another program that is being replaced. During the work the lock of the
 * rebuild keeps it from being replaced or dropped. Throws OtherBuild.
 */
export async function replayBeside<Result>(
  options: ReplayOptions,
  work: (replayed: Replayed & { readonly current: Build }) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, signal, onProgress } = options;
  const onWait = () => onProgress?.('waiting for the read models of this version');
  await waitForOwnBuild(databaseUrl, { signal, onWait });
  return withReplay(options, async (replayed) => {
    const current = await ownBuild(replayed.client);
    return work({ ...replayed, current });
  });
}

async function ownBuild(client: pg.ClientBase): Promise<Build> {
  const current = await currentBuild(client);
  if (!isOwn(current)) throw new OtherBuild();
  return current;
}
