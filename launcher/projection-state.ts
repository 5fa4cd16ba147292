/** How far the read models are, for health and doctor. */
import pg from 'pg';

export interface ProjectionState {
  /** Position of the last event of the log. */
  readonly head: bigint;
  readonly models: readonly {
    readonly model: string;
    readonly position: bigint;
    readonly status: string;
    readonly error: string | null;
  }[];
}

/** Throws when the database does not answer. */
export async function readProjectionState(url: string): Promise<ProjectionState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const head = await client.query<{ head: string }>('select coalesce(max(position), 0) as head from log.event');
    const models = await client.query<{ model: string; position: string; status: string; error: string | null }>(
      'select model, position, status, error from read.checkpoint order by model',
    );
    return {
      head: BigInt(head.rows[0]?.head ?? '0'),
      models: models.rows.map((row) => ({ ...row, position: BigInt(row.position) })),
    };
  } finally {
    await client.end();
  }
}

/** What is wrong with the read models, or undefined: an event that a model cannot take stops it until it is mended. */
export async function stoppedModels(url: string): Promise<string | undefined> {
  try {
    const { models } = await readProjectionState(url);
    const stopped = models.filter(({ status }) => status === 'stopped');
    return stopped.length === 0 ? undefined : `stopped: ${stopped.map(({ model }) => model).join(', ')}`;
  } catch {
    return 'unknown';
  }
}
