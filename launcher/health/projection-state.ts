/** The progress of the read models, for doctor. */
import pg from 'pg';
import { currentBuild } from '../../projector/builds/build.ts';
import { isOwn } from '../../projector/builds/own-build.ts';
import type { Stop } from '../../projector/checkpoint/stop.ts';

export interface ProjectionState {
  /** Position of the last event of the log. */
  readonly head: bigint;
  readonly models: readonly {
    readonly model: string;
    readonly position: bigint;
    readonly status: string;
  }[];
  /** Models that cannot process an event, in order of their names. */
  readonly stops: readonly Stop[];
  /** Number of events that a person has set aside. */
  readonly setAside: number;
  /** False when readers have the tables of another version of the program; true before the first build. */
  readonly isOwn: boolean;
}

/** Throws when the database does not answer. */
export async function readProjectionState(url: string): Promise<ProjectionState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const head = await client.query<{ head: string }>('select coalesce(max(position), 0) as head from log.event');
    const { rows } = await client.query<CheckpointRow>(
      `select model, position, status, stopped_at_position, coalesce(stopped_event_type, '') as type,
         coalesce(stopped_stream, '') as stream, stopped_number as number,
         coalesce(stopped_cause, 'cannot_be_read') as cause, coalesce(error, '') as error
       from read.checkpoint order by model`,
    );
    const build = await currentBuild(client);
    return {
      isOwn: build === undefined || isOwn(build),
      head: BigInt(head.rows[0]?.head ?? '0'),
      models: rows.map(({ model, position, status }) => ({ model, status, position: BigInt(position) })),
      stops: rows.filter(({ status }) => status === 'stopped').map(stopOf),
      setAside: await countSetAside(client),
    };
  } finally {
    await client.end();
  }
}

interface CheckpointRow extends Omit<Stop, 'position'> {
  readonly position: string;
  readonly status: string;
  readonly stopped_at_position: string | null;
}

function stopOf({ model, type, stream, number, cause, error, position, stopped_at_position }: CheckpointRow): Stop {
  return { model, type, stream, number, cause, error, position: BigInt(stopped_at_position ?? position) };
}

/** From the read model of events, which exists with every event store; 0 before the first build. */
async function countSetAside(client: pg.Client): Promise<number> {
  const view = await client.query<{ there: boolean }>(`select to_regclass('read.event') is not null as there`);
  if (!view.rows[0]?.there) return 0;
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from read.event where type = 'event.set_aside'`,
  );
  return rows[0]?.count ?? 0;
}
