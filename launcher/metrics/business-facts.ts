/** Facts of the business that an operator is warned of: tills with unsent entries, backups, seals. One statement for a scrape. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export interface BusinessFacts {
  readonly tills: number;
  /** Tills with entries that the server did not have at their last contact. */
  readonly tillsBehind: number;
  readonly unsentEntries: number;
  readonly refusedEntries: number;
  /** Age of the oldest unsent entry; 0 when there is none. */
  readonly oldestUnsentSeconds: number;
  /** Undefined before the first backup. */
  readonly backupAgeSeconds: number | undefined;
  readonly isBackupFailed: boolean;
}

const TIMEOUT_MS = 5_000;

const ASKED = `
  select t.*, b.age as backup, coalesce(l.failed, false) as failed
  from (select count(*)::int as tills, (count(*) filter (where waiting > 0))::int as behind,
      coalesce(sum(waiting), 0)::int as unsent, coalesce(sum(refused), 0)::int as refused,
      coalesce(greatest(0, extract(epoch from now() - min(oldest_at) filter (where waiting > 0))), 0)::float as oldest
    from identity.till_device where revoked_at is null) t
  left join lateral (select greatest(0, extract(epoch from now() - finished_at))::float as age from backup.run
    where started_at <= now() + interval '5 minutes' and kind = 'backup' and (problem is null or problem = 'pictures_missing')
    order by started_at desc, run_id desc limit 1) b on true
  left join lateral (select problem is not null as failed from backup.run
    where started_at <= now() + interval '5 minutes' and is_daily and kind = 'backup'
    order by started_at desc, run_id desc limit 1) l on true`;

interface Row {
  readonly tills: number;
  readonly behind: number;
  readonly unsent: number;
  readonly refused: number;
  readonly oldest: number;
  readonly backup: number | null;
  readonly failed: boolean;
}

/** With the role of the command or the read side. Throws when the database does not answer. */
export async function readBusinessFacts(databaseUrl: string): Promise<BusinessFacts | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'daftar metrics',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const [row] = (await client.query<Row>(ASKED)).rows;
    return (
      row && {
        tills: row.tills,
        tillsBehind: row.behind,
        unsentEntries: row.unsent,
        refusedEntries: row.refused,
        oldestUnsentSeconds: row.oldest,
        backupAgeSeconds: row.backup ?? undefined,
        isBackupFailed: row.failed,
      }
    );
  } finally {
    await client.end();
  }
}

/** Of the newest seal in the data folder; undefined before the first one. */
export function sealAgeSeconds(dataDir: string, nowMs = Date.now()): number | undefined {
  try {
    const folder = join(dataDir, 'seals');
    const times = readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => statSync(join(folder, name)).mtimeMs);
    return times.length > 0 ? Math.max(0, (nowMs - Math.max(...times)) / 1000) : undefined;
  } catch {
    // There is no folder before the first seal.
    return undefined;
  }
}
