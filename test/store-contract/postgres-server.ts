/** A connection of a test to the store's database. */
import pg from 'pg';
import { asAdministrator } from '../support/database.ts';

export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Ends every other connection to this database, as an administrator, a failing network or a restart would. */
export async function cutOtherConnections(url: string): Promise<void> {
  await onDatabase(asAdministrator(url), (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
    ),
  );
}
