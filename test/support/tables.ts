/** All rows of the tables of some schemas, as sorted texts, for the comparison of two databases. */
import pg from 'pg';

export type Tables = Readonly<Record<string, readonly string[]>>;

/** By `schema.table`, views included. `left` names columns that are left out: `attachment.holder.asked_at`. */
export async function tablesOf(url: string, schemas: readonly string[], left: readonly string[] = []): Promise<Tables> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => (value: string) => value } });
  await client.connect();
  try {
    const { rows } = await client.query<{ of: string; columns: string }>(
      `select table_schema || '.' || table_name as of, string_agg(case data_type
           when 'numeric' then format('trim_scale(%I)', column_name)
           when 'json' then format('%I::jsonb', column_name)
           else format('%I', column_name) end, ', ' order by ordinal_position) as columns
       from information_schema.columns
       where table_schema = any ($1) and table_schema || '.' || table_name || '.' || column_name <> all ($2)
       group by 1 order by 1`,
      [schemas, left],
    );
    const tables: Record<string, string[]> = {};
    for (const { of, columns } of rows) {
      const found = await client.query({ text: `select ${columns} from ${of}`, rowMode: 'array' });
      tables[of] = found.rows.map((row) => JSON.stringify(row)).sort();
    }
    return tables;
  } finally {
    await client.end();
  }
}
