/** How far a model is in a build: written with its rows, and only from where it was read. */
import type pg from 'pg';

/** Somebody else moved the checkpoint, or readers see another build now: what was folded is thrown away. */
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

/** Part of the transaction of the rows. `status` is that of the build: `current` for the one that readers see. Throws CheckpointMoved. */
export async function advance(
  client: pg.ClientBase,
  { schema, model, position }: Checkpoint,
  to: bigint,
  status: 'current' | 'filling',
): Promise<void> {
  const { rowCount } = await client.query(
    `update projection.checkpoint c
     set position = $4, status = 'running', stopped_at_position = null, error = null, updated_at = now()
     from projection.build b
     where c.schema = $1 and c.model = $2 and c.position = $3 and b.schema = c.schema and b.status = $5`,
    [schema, model, position, to, status],
  );
  if (rowCount !== 1) throw new CheckpointMoved(model);
  if (status === 'current') await client.query(`select pg_notify('projected', $1)`, [`${model}:${to}`]);
}

/** Says for everyone to see that the model does not go on, at which event and why. */
export async function markStopped(
  client: pg.ClientBase,
  checkpoint: Checkpoint,
  at: bigint,
  error: unknown,
): Promise<void> {
  await client.query(
    `update projection.checkpoint set status = 'stopped', stopped_at_position = $4, error = $5, updated_at = now()
     where schema = $1 and model = $2 and position = $3`,
    [
      checkpoint.schema,
      checkpoint.model,
      checkpoint.position,
      at,
      error instanceof Error ? error.message : String(error),
    ],
  );
  await client.query(`select pg_notify('projected', $1)`, [`${checkpoint.model}:stopped`]);
}
