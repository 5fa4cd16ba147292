/** The server's state for banners: requested every few seconds, once for all banners. */

import { useQuery } from '@tanstack/react-query';
import { type Reads, read } from '../shared/api/read.ts';
import type { Shape } from '../shared/api/wire.ts';

export type ServerState = Reads['read_models'];
export type OldModel = ServerState['old'][number];
export type StoppedAt = ServerState['stopped'][number];
export type StoppedDocument = NonNullable<StoppedAt['document']>;

const STATE: Shape<ServerState> = {
  stopped: 'list',
  old: 'list',
  disk_is_full: 'boolean',
  log_ahead_minutes: 'number',
};
const ASK_EVERY_MS = 20_000;

export function useServerState(): ServerState | undefined {
  const { data } = useQuery({
    queryKey: ['read_models'],
    queryFn: ({ signal }) => read('read_models', { signal, shape: STATE }),
    refetchInterval: ASK_EVERY_MS,
    meta: { quiet: true },
  });
  return data;
}
