/** Requests of a till with the cookie of its enrolment: they need no session, and no answer ends one. */

import type { ChainedEntry, EntryAnswer } from '../../../domain/till/device-entry.ts';
import { isObject, membersOf, objectsOf } from '../../../domain/values/members.ts';
import { command } from '../../shared/api/command.ts';
import { ApiError } from '../../shared/api/error.ts';
import { read } from '../../shared/api/read.ts';
import type { WatchedCount } from '../../shared/api/watched-count.ts';
import { listThatFits, type Shape } from '../../shared/api/wire.ts';
import type { ChainHead, TillIdentity } from './database-schema.ts';
import type { Gap } from './sending-rules.ts';

/** The server's state of this enrolment. */
export interface ServerState {
  readonly server_time: string;
  /** Of the shop; null from a server of an earlier version. */
  readonly time_zone: string | null;
  readonly identity: TillIdentity;
  /** The server's last entry; undefined before the first. */
  readonly head: ChainHead | undefined;
  /** Ranges of missing entries below the last one. */
  readonly gaps: readonly Gap[];
  readonly open_drawers: readonly {
    readonly id: number;
    readonly user_fk: number;
    readonly [field: string]: unknown;
  }[];
}

interface StateAnswer extends Omit<TillIdentity, 'login_option'> {
  readonly server_time: string;
  readonly last_sequence: number;
}

const STATE: Shape<StateAnswer> = {
  server_time: 'string',
  enrolment: 'string',
  till_id: 'number',
  till_name: 'string',
  number_prefix: 'string',
  outlet_id: 'number',
  outlet_name: 'string?',
  last_sequence: 'number',
};
const GAP: Shape<Gap> = { from: 'number', to: 'number' };
const DRAWER: Shape<{ id: number; user_fk: number }> = { id: 'number', user_fk: 'number' };
const ENTRY_ANSWER: Shape<EntryAnswer> = { uuid: 'string', state: 'string' };

/** The device's state that the office sees beside its till. */
export interface DeviceReport {
  readonly waiting: number;
  readonly refused: number;
  /** Server time, ISO; null when nothing is pending. */
  readonly oldest_at: string | null;
  readonly version: string | null;
  readonly has_update: boolean;
}

/** Throws ApiError; 401 means that this device is no till. */
export async function requestState({
  waiting,
  refused,
  oldest_at,
  version,
  has_update,
}: DeviceReport): Promise<ServerState> {
  const told = { waiting, refused, has_update: has_update ? 1 : 0 };
  const query = { ...told, ...(oldest_at === null ? {} : { oldest_at }), ...(version === null ? {} : { version }) };
  const data = await read('till/state', { anonymous: true, shape: STATE, query });
  const { server_time, enrolment, till_id, till_name, number_prefix, outlet_id, outlet_name, last_sequence } = data;
  const { time_zone, inventory_id, cashier_login_option, last_hash, gaps, open_drawers } = membersOf(data);
  return {
    server_time,
    time_zone: typeof time_zone === 'string' ? time_zone : null,
    identity: {
      enrolment,
      till_id,
      till_name,
      number_prefix,
      outlet_id,
      outlet_name: outlet_name ?? null,
      inventory_id: typeof inventory_id === 'number' ? inventory_id : null,
      login_option: cashier_login_option === 'code' ? 'code' : 'name',
    },
    head: typeof last_hash === 'string' && last_sequence > 0 ? { sequence: last_sequence, hash: last_hash } : undefined,
    gaps: listThatFits(gaps, GAP),
    open_drawers: listThatFits(open_drawers, DRAWER),
  };
}

/** Pending online orders of this till's outlet. */
export const ORDERS: WatchedCount = {
  path: 'till/orders',
  headers: () => ({}),
  ask: async () => {
    try {
      return (await read('till/orders', { anonymous: true, shape: { count: 'number' } })).count;
    } catch (problem) {
      if (problem instanceof ApiError) return undefined;
      throw problem;
    }
  },
};

/** Timeout of an answer: afterwards the same is sent again, and answered equally. */
const ANSWER_MS_MAX = 60_000;

/** Returns the server's answers to entries, in any order. Throws ApiError. */
export async function sendEntries(entries: readonly ChainedEntry[]): Promise<readonly EntryAnswer[]> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  try {
    const { data } = await command('till/entries', { body: { entries }, anonymous: true, signal });
    return listThatFits(isObject(data) ? objectsOf(data['entries']) : data, ENTRY_ANSWER);
  } catch (problem) {
    throw signal.aborted ? new ApiError(0, {}) : problem;
  }
}
