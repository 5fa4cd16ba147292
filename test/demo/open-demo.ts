/** The demonstration in a database of its own, with a connection to it. */
import pg from 'pg';
import { type EnteredDemo, enterDemo } from './enter-demo.ts';

/** A Friday: the half-year ends with a whole week. */
const UNTIL = '2026-06-26';
/** A shop with a fifth of the goods. */
export const FEW_GOODS = ['--brands', '1'];

export interface Demo extends EnteredDemo {
  readonly client: pg.Client;
}

/** Further options of `npm run demo`; a failure is in `code` and `output`. */
export async function openDemo(...args: readonly string[]): Promise<Demo> {
  const entered = await enterDemo('--until', UNTIL, ...args);
  const client = new pg.Client({ connectionString: entered.database.url });
  await client.connect();
  const close = async () => {
    await client.end();
    await entered.close();
  };
  return { ...entered, client, close };
}

/** The column `value` of a query, as text. */
export const column = async ({ client }: Demo, query: string): Promise<string[]> =>
  (await client.query<{ value: string }>(query)).rows.map(({ value }) => value);
