/** Read models that stopped at an event. */
import type { StopCause } from '../../domain/deciding/set-aside.ts';
import type { LaggingQuery } from './named-query.ts';

export interface StoppedRow {
  readonly model: string;
  readonly stream: string;
  readonly cause: StopCause;
  /** True when a projector confirmed it within the interval. */
  readonly fresh: boolean;
}

/** A model's position is its checkpoint, so the result is always current. */
export const STOPPED_AT: LaggingQuery<[position: bigint, interval: string], StoppedRow> = {
  name: 'models that are stopped at a position',
  staleness: 'whatever is there',
  sql: `select model, stopped_stream as stream, stopped_cause as cause, updated_at > now() - $2::interval as fresh
       from read.checkpoint where status = 'stopped' and stopped_at_position = $1 order by model`,
};

export const STOPPED: LaggingQuery<[], { readonly model: string; readonly at: string }> = {
  name: 'stopped models',
  staleness: 'whatever is there',
  sql: `select model, stopped_at_position::text as at from read.checkpoint where status = 'stopped' order by model`,
};
