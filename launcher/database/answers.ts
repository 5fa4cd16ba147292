import pg from 'pg';

/** Whether a database answers within two seconds: what is wrong, or undefined. */
export async function answers(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  // A connection that breaks while it is closed must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch {
    return 'does not answer';
  } finally {
    await client.end().catch(() => undefined);
  }
}
