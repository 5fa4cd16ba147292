/**
 * The position up to which a model is folded in a build. It is written with the model's rows, and only if it is
 * unchanged since it was read.
 */
import type pg from 'pg';
import type { Stop } from './stop.ts';

/** Another process moved the checkpoint, or readers use another build now: the folded rows are discarded. */
export class CheckpointMoved extends Error {
  constructor(model: string) {
    super(`the checkpoint of ${model} was moved by another process or build`);
    this.name = 'CheckpointMoved';
  }
}

export interface Checkpoint {
  readonly schema: string;
  readonly model: string;
  readonly position: bigint;
}

export async function readPosition(client: pg.ClientBase, schema: string, model: string): Promise<bigint> {
  const { rows } = await client.query<{ position: string }>(
    'select position from projection.checkpoint where schema = $1 and model = $2',
    [schema, model],
  );
  if (!rows[0]) throw new CheckpointMoved(model);
  return BigInt(rows[0].position);
}

/**
 * Part of the transaction of the rows. `status` is the expected status of the build: `current` for the one that readers
 * use. Throws CheckpointMoved.
 */
export async function advance(
  client: pg.ClientBase,
  { schema, model, position }: Checkpoint,
  to: bigint,
  status: 'current' | 'filling',
): Promise<void> {
  const { rowCount } = await client.query(
    `update projection.checkpoint c
     set position = $4, status = 'running', stopped_at_position = null, error = null, updated_at = now(),
       stopped_event_type = null, stopped_stream = null, stopped_number = null, stopped_cause = null, stopped_since = null
     from projection.build b
     where c.schema = $1 and c.model = $2 and c.position = $3 and b.schema = c.schema and b.status = $5`,
    [schema, model, position, to, status],
  );
  if (rowCount !== 1) throw new CheckpointMoved(model);
  if (status === 'current') await client.query(`select pg_notify('projected', $1)`, [`${model}:${to}`]);
}

/**
 * Records at which event the model stopped, and why. When it stops again at the same event, the time of the first stop
 * remains. Throws CheckpointMoved.
 */
export async function markStopped(client: pg.ClientBase, { schema, model, position }: Checkpoint, stop: Stop) {
  const { rowCount } = await client.query(
    `update projection.checkpoint
     set status = 'stopped', stopped_at_position = $4, error = $5, stopped_event_type = $6, stopped_stream = $7,
       stopped_number = $8, stopped_cause = $9, updated_at = now(),
       stopped_since = case when stopped_at_position = $4 then coalesce(stopped_since, now()) else now() end
     where schema = $1 and model = $2 and position = $3`,
    [schema, model, position, stop.position, stop.error, stop.type, stop.stream, stop.number, stop.cause],
  );
  if (rowCount !== 1) throw new CheckpointMoved(model);
  await client.query(`select pg_notify('projected', $1)`, [`${model}:stopped`]);
}

/** The stopped models of a build, ordered by name. */
export async function readStops(client: pg.ClientBase, schema: string): Promise<readonly Stop[]> {
  const { rows } = await client.query<Omit<Stop, 'position'> & { readonly position: string }>(
    `select model, stopped_at_position as position, coalesce(stopped_event_type, '') as type,
       coalesce(stopped_stream, '') as stream, stopped_number as number,
       coalesce(stopped_cause, 'cannot_be_read') as cause, coalesce(error, '') as error
     from projection.checkpoint where schema = $1 and status = 'stopped' order by model`,
    [schema],
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
}
