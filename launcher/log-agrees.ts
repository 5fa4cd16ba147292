/** Whether the log is the one that the claims, the read models and the data folder have seen (docs/decisions/0131). */
import pg from 'pg';
import {
  compareLog,
  type Disagreement,
  differenceSentence,
  identityOf,
  type LogSeen,
} from '../event-store/log-identity.ts';
import { openLogReader } from '../event-store/opening/log-reader.ts';
import type { StorePlace } from '../event-store/opening/open.ts';
import { seenIn } from '../event-store/opening/seen-in-database.ts';
import { seenInFolder, writeSeenInFolder } from '../event-store/opening/seen-in-folder.ts';
import { START } from '../event-store/port.ts';

export interface SeenPlace extends StorePlace {
  /** Undefined where only the database is compared. */
  readonly dataDir?: string | undefined;
}

export interface ComparedParts {
  /** False for the commands that make the read models anew. */
  readonly models: boolean;
}

/** The sentence for the operator, with what would be lost and the ways out; undefined when everything agrees. */
export async function whyLogDisagrees(place: SeenPlace, { models }: ComparedParts): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: place.databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const folder = place.dataDir === undefined ? undefined : seenInFolder(place.dataDir);
    const inDatabase = await seenIn(client);
    const seen = [...inDatabase.filter(({ holder }) => models || holder === 'claims'), ...(folder ? [folder] : [])];
    // A database of before the first start, which has no tables.
    if (seen.every(({ last }) => last === START)) return undefined;
    const log = await openLogReader(place);
    try {
      const different = await compareLog(log, seen);
      return (
        different && `${differenceSentence(different)} ${await lossOf(client, different)}${wayOut(different, place)}`
      );
    } finally {
      await log.close();
    }
  } finally {
    await client.end();
  }
}

/** For checks, with the rights of any role. Throws when a store does not answer. */
export async function logAgrees(place: StorePlace): Promise<boolean> {
  const client = new pg.Client({ connectionString: place.databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const log = await openLogReader(place);
    try {
      return (await compareLog(log, await seenIn(client))) === undefined;
    } finally {
      await log.close();
    }
  } finally {
    await client.end();
  }
}

const SHOWN = 3;

/** What the answered commands after the end of the log were, when the claims know of them. */
async function lossOf(client: pg.ClientBase, { kind, head, seen }: Disagreement): Promise<string> {
  if (kind === 'other' || kind === 'cut' || seen.holder !== 'claims') return '';
  const { rows } = await client.query<{ commands: string; since: string | null; documents: readonly string[] }>(
    `select count(*) as commands, to_char(min(recorded_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
       array(select distinct json_array_elements_text(streams) from (
         select streams from log.command where position > $1 order by position limit ${SHOWN}) c order by 1 limit ${SHOWN}) as documents
     from log.command where position > $1`,
    [String(head)],
  );
  const { commands = '0', since, documents = [] } = rows[0] ?? {};
  if (commands === '0') return '';
  return `It lacks what ${commands} answered commands have stored since ${since} (${documents.join(', ')}${documents.length < SHOWN ? '' : ', …'}). `;
}

function wayOut({ seen: { holder } }: Disagreement, { eventStoreUrl }: StorePlace): string {
  const variable = eventStoreUrl ? 'DAFTAR_EVENTSTORE_URL' : 'DATABASE_URL';
  const right = `Nothing is stored until they agree. Set ${variable} to the right one, or restore the newest copy of the log.`;
  const models = '"npm run rebuild -- --accept-differences" makes the read models from this log';
  if (holder !== 'claims' && holder !== 'folder') return `${right} If this log is the right one, ${models}.`;
  return `${right} Only if there is none: "npm run rebuild -- claims --accept-loss" takes this log as it is and names what is lost, and ${models}.`;
}

/** For doctor: the identity of the log and its last event. Throws the sentence of a log that disagrees. */
export async function describeLog(place: SeenPlace): Promise<string> {
  const different = await whyLogDisagrees(place, { models: true });
  if (different) throw new Error(different);
  const log = await openLogReader(place);
  try {
    const identity = await identityOf(log);
    if (identity === undefined) return 'no events yet';
    return `identity ${identity.slice(0, 12)}, up to position ${await log.head()}, as the claims and the read models have seen it`;
  } finally {
    await log.close();
  }
}

const KEPT_EVERY_MS = 60_000;

/**
 * Keeps in the data folder what the claims have seen of the log, now and while Daftar runs. Returns a function that does
 * it a last time and ends. A folder that cannot be written is told by other checks.
 */
export function keepSeen({ databaseUrl, dataDir }: { readonly databaseUrl: string; readonly dataDir: string }) {
  const keep = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const mark = (await seenIn(client)).find(({ holder }: LogSeen) => holder === 'claims')?.mark;
      if (mark && mark.position !== seenInFolder(dataDir)?.last) writeSeenInFolder(dataDir, mark);
    } catch {
      // Kept at the next time.
    } finally {
      // A broken connection is already closed.
      await client.end().catch(() => undefined);
    }
  };
  const timer = setInterval(() => void keep(), KEPT_EVERY_MS);
  timer.unref();
  const first = keep();
  return async (): Promise<void> => {
    clearInterval(timer);
    await first;
    await keep();
  };
}
