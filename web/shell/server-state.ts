/** The server's state for banners: requested every few seconds, once for all banners. */

import { useQuery } from '@tanstack/react-query';
import { get } from '../shared/api/client.ts';
import type { Shape } from '../shared/api/wire.ts';

export interface ServerState {
  readonly stopped: readonly StoppedAt[];
  /** Models whose data is more than half a minute old. */
  readonly old: readonly OldModel[];
  /** Nothing can be stored until space is freed. */
  readonly disk_is_full: boolean;
  /** 0 when the time of entries is that of the clock. */
  readonly log_ahead_minutes: number;
}

export interface OldModel {
  readonly model: string;
  readonly age_seconds: number;
}

export interface StoppedAt {
  readonly position: string;
  readonly cause: string;
  readonly since: string;
  readonly models: readonly string[];
  readonly document: StoppedDocument | null;
}

export interface StoppedDocument {
  readonly kind: string;
  /** Set for a record. */
  readonly resource: string | null;
  readonly id: number;
  readonly name: string | null;
  readonly can_open: boolean;
}

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
    queryFn: async ({ signal }) => (await get<ServerState>('read_models', { signal, shape: STATE })).data,
    refetchInterval: ASK_EVERY_MS,
    meta: { quiet: true },
  });
  return data;
}
