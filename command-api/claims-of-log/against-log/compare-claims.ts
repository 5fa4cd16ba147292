/**
 * Compares the claims with a fresh replay of the log. The replay fills a copy of the claim tables in a transaction
 * that is rolled back, so it leaves no traces, and commands are blocked only at its beginning.
 */
import pg from 'pg';
import { type ReplaySource, replayLog, streamsSetAside } from '../from-log/replay-log.ts';

export interface ClaimsComparison extends Omit<ReplaySource, 'until'> {
  readonly databaseUrl: string;
  readonly inKurrentDb: boolean;
}

/** `findings` is empty when claims and log agree. */
export interface ComparedClaims {
  readonly name: string;
  readonly findings: readonly string[];
}

export type ClaimsCompared =
  | { readonly commands: number; readonly events: number; readonly answers: readonly ComparedClaims[] }
  /** The reason why the comparison was not possible. */
  | { readonly because: string };

interface Comparison {
  readonly name: string;
  /**
   * Selects rows of `key` and `value`. `{c}` is the schema of the claims, `{a}` the table of the answers, `{r}` the
   * replay's schema.
   */
  readonly sql: string;
  /**
   * Condition under which the row `c` of the claims contradicts the row `r` of the replay with the same key; by
   * default, their values differ.
   */
  readonly wrong?: string;
}

/** A document with an event that is set aside keeps its link level, even after it returned to draft. */
const LINKED = `key not in (select 'link:' || stream from {r}.aside)`;

/** Of residues in dinars (domain/values/residue.ts). */
const NO_RESIDUE = `not key ^@ 'residue:'`;

const COMPARISONS: readonly Comparison[] = [
  {
    name: 'names are held by those who hold them in the log',
    sql: `select format('%s "%s"', "set", key) as key, owner as value from {c}.taken
      union all select format('%s "%s" beside', "set", key), string_agg(owner, ', ' order by owner) from {c}.taken_beside group by "set", key`,
  },
  {
    name: 'levels are what the log gives',
    sql: `select key, trim_scale(total)::text as value from {c}.level where total <> 0 and ${LINKED} and ${NO_RESIDUE}`,
  },
  {
    // Documents of earlier versions claimed none. Up to half of the smallest amount of the books nothing depends on it.
    name: 'what the books have of an open item beyond its amount at its rate is what the log gives',
    sql: `select key, trim_scale(total)::text as value from {c}.level where key ^@ 'residue:'`,
    wrong: `abs(coalesce(c.value::numeric, 0) - coalesce(r.value::numeric, 0))
      > case split_part(coalesce(c.key, r.key), ':', 3) when '1' then 0.1 else 0.00005 end`,
  },
  {
    name: 'levels of each day and each moment are what the log gives',
    sql: `select format('%s on %s', key, day) as key, trim_scale(net)::text as value from {c}.level_day where net <> 0 and ${LINKED} and ${NO_RESIDUE}
      union all select format('%s at %s', key, at), trim_scale(net)::text from {c}.level_moment where net <> 0
      union all select format('count of %s at %s', key, at), trim_scale(real)::text from {c}.count`,
  },
  {
    name: 'periods are open and closed as in the log',
    sql: `select format('%s to %s', from_day, to_day) as key, status as value from {c}.period`,
  },
  {
    name: 'records are there and retired as in the log',
    sql: `select record as key, case when active then 'there' else 'retired' end as value from {c}.record`,
  },
  {
    // A refused command may leave its records marked as used, which is harmless.
    name: 'records that are used in the log count as used',
    sql: `select record as key, 'used' as value from {c}.record where used`,
    wrong: 'c.key is null',
  },
  {
    // A freed number and the next number are equivalent: both are assigned to the next document.
    name: 'numbers that were given are those of the log',
    sql: `select format('numbers of %s', s.series) as key,
        (s.last - (select count(*) from {c}.freed f where f.series = s.series))::text as value
      from {c}.series s where s.last > (select count(*) from {c}.freed f where f.series = s.series)
      union all
      select format('number %s of %s', f.value, f.series), 'free'
      from {c}.freed f join {r}.series l on l.series = f.series and f.value < l.last`,
  },
  {
    name: 'no number or id of the log can be given again',
    sql: 'select kind as key, value::text as value from {c}.counter',
    wrong: 'coalesce(c.value::bigint, 0) < r.value::bigint',
  },
  {
    name: 'every command of the log has its answer, and no other has one',
    sql: `select command_id::text as key, format('position %s, %s at %s, numbers %s', position, streams::jsonb, revisions::jsonb, numbers::jsonb) as value
      from {a}`,
  },
];

const IN_KURRENT: Comparison = {
  name: 'streams are known to be where they are in the log',
  sql: 'select stream as key, revision::text as value from {c}.stream',
};

/** Names of the tables and functions that a replay uses. */
const TABLES =
  'taken, taken_beside, series, freed, level, level_day, level_moment, count, period, record, counter, stream'.split(
    ', ',
  );
const FUNCTIONS = `proname in ('replay', 'changes', 'level_before', 'counted_with') or proname ^@ 'write_' or proname ^@ 'apply_'`;

const SHOWN = 20;

/** Throws database errors and StoreUnavailable. */
export async function compareClaims(options: ClaimsComparison): Promise<ClaimsCompared> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    options: '-c jit=off',
    application_name: 'daftar claims compared',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const until = await beginBetweenCommands(client, options.inKurrentDb);
    if (until === undefined) return { because: 'a command is on its way (ask again in a moment)' };
    return await compareUntil(client, until, options);
  } finally {
    // The first error is reported; a broken connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    await client.end();
  }
}

/**
 * The position of the last event, at which the transaction reads the claims; undefined while a command is being
 * stored.
 */
async function beginBetweenCommands(client: pg.Client, inKurrentDb: boolean): Promise<bigint | undefined> {
  const last = inKurrentDb ? 'select position from claim.clock' : 'select coalesce(max(position), 0) from log.event';
  await client.query('select pg_advisory_lock(20, 1), pg_advisory_lock(20, 2)');
  await client.query('begin isolation level repeatable read');
  const { rows } = await client.query<{ position: string; pending: boolean }>(
    `select (${last})::text as position, exists (select from claim.intent) as pending`,
  );
  await client.query('select pg_advisory_unlock(20, 1), pg_advisory_unlock(20, 2)');
  return rows[0]?.pending ? undefined : BigInt(rows[0]?.position ?? 0);
}

async function compareUntil(client: pg.Client, until: bigint, options: ClaimsComparison): Promise<ClaimsCompared> {
  const schema = `claim_replay_${process.pid}`;
  await copyEmpty(client, schema);
  const place = { client, claims: schema, answers: `${schema}.answer`, inKurrentDb: options.inKurrentDb };
  await client.query(`insert into ${schema}.aside select unnest($1::text[])`, [
    [...(await streamsSetAside(options.store))],
  ]);
  const { commands, events, unread } = await replayLog(place, { ...options, until });
  const unreadable = unread.slice(0, SHOWN).map(({ sentence }) => sentence);
  const answers: ComparedClaims[] = [{ name: 'every event of the log says what it claims', findings: unreadable }];
  for (const comparison of options.inKurrentDb ? [...COMPARISONS, IN_KURRENT] : COMPARISONS) {
    answers.push({ name: comparison.name, findings: await findingsOf(client, schema, comparison) });
  }
  return { commands, events, answers };
}

/** Copies the claim tables without rows, and the functions that write them, to a schema of their own. */
async function copyEmpty(client: pg.Client, schema: string): Promise<void> {
  await client.query(`create schema ${schema}`);
  for (const table of TABLES) await client.query(`create table ${schema}.${table} (like claim.${table} including all)`);
  await client.query(`create table ${schema}.answer (like log.command including all)`);
  await client.query(`create table ${schema}.aside (stream text not null)`);
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'claim'::regnamespace and (${FUNCTIONS})`,
  );
  await client.query('set local check_function_bodies = off');
  for (const { text } of rows) await client.query(text.replaceAll(/\bclaim\./g, `${schema}.`));
}

async function findingsOf(client: pg.Client, schema: string, { sql, wrong }: Comparison): Promise<string[]> {
  const own = (claims: string, answers: string) =>
    sql.replaceAll('{c}', claims).replaceAll('{a}', answers).replaceAll('{r}', schema);
  const { rows } = await client.query<{ finding: string }>(
    `select format('%s: %s claimed, %s in the log', coalesce(c.key, r.key), coalesce(c.value, 'nothing'), coalesce(r.value, 'nothing')) as finding
     from (${own('claim', 'log.command')}) c full join (${own(schema, `${schema}.answer`)}) r on r.key = c.key
     where ${wrong ?? 'c.value is distinct from r.value'} order by 1 limit ${SHOWN}`,
  );
  return rows.map(({ finding }) => finding);
}
