/**
 * Random journal lines over two years of effect and two years of recording, inserted directly into the tables of a
 * build: the log assigns the recording time itself, so a test cannot append a long history. The tables of sums are
 * computed from the lines in SQL; tests of the projector assert that it computes the same.
 */
import pg from 'pg';
import { ensureBuild } from '../../projector/builds/build.ts';
import { models } from '../../projector/models/all.ts';

export const ACCOUNTS = [131000001, 5100, 4100, 1210, 2110, 111000001, 6400];

export interface Size {
  readonly events: number;
  readonly linesPerEvent: number;
  readonly seed: number;
}

/**
 * Events are in the order of recording. Each has balanced lines that take effect at most 60 days before (some a year).
 */
export async function writeLedger(url: string, { events, linesPerEvent, seed }: Size): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { schema } = await ensureBuild(client, models);
    await client.query('select setseed($1)', [seed]);
    await client.query(
      `insert into ${schema}.account (account, key, parent, side, statement, is_heading, record_kind, record_id, name)
       values (131000001, 'inventory', 1310, 'debit', 'balance_sheet', false, 'inventory', 1, 'Store'),
         (111000001, 'cash', 1110, 'debit', 'balance_sheet', false, 'cash', 1, 'Till')`,
    );
    await client.query(
      `insert into ${schema}.event (position, recorded_at, recorded_date, type, v, stream, kind, entity_id, revision,
         actor, command_id, data)
       select n, t, (t at time zone 'UTC')::date, 'sale.completed', 1, 'sale-' || n, 'sale', n, 0, '1', 'c' || n, '{}'
       from generate_series(1, $1::int) n,
         lateral (select timestamptz '2024-01-01T00:00:00Z' + (n * 2 * 365.0 / $1) * interval '1 day' as t) m`,
      [events],
    );
    await client.query(
      `insert into ${schema}.journal_line (position, line_no, entry_no, kind, effective_date, effective_at, recorded_date,
         recorded_at, account, outlet_fk, document, document_kind, document_id, cause_position, base, currency_fk, foreign_amount)
       select position, l, 0, case when position % 37 = 0 then 'closing' else 'normal' end, d, d, recorded_date, recorded_at, ($2::int[])[1 + floor(random() * 7)::int],
         1 + (position % 3)::int, 'sale-' || position, 'sale', position, position, amount, 1, amount
       from (select *, recorded_date - floor(random() * (case when random() < 0.1 then 365 else 60 end))::int as d from ${schema}.event) e,
         generate_series(1, $1::int) l,
         lateral (select case when l % 2 = 0 then -1 else 1 end
           * (1 + ((position * 7919 + (l + 1) / 2 * 104729) % 9973)) / 100.0 as amount) a`,
      [linesPerEvent, ACCOUNTS],
    );
    await sums(client, schema);
    await client.query(`update projection.checkpoint set position = $1 where schema = $2`, [events, schema]);
    await client.query(
      `analyze ${schema}.journal_line, ${schema}.movement_day, ${schema}.movement_month, ${schema}.event`,
    );
  } finally {
    await client.end();
  }
}

async function sums(client: pg.Client, schema: string): Promise<void> {
  const columns = `sum(greatest(base, 0)), sum(greatest(-base, 0)), sum(greatest(foreign_amount, 0)), sum(greatest(-foreign_amount, 0))`;
  const own = 'debit, credit, foreign_debit, foreign_credit';
  await client.query(
    `insert into ${schema}.movement_day (account, outlet_fk, currency_fk, effective_date, recorded_date, is_closing, ${own})
     select account, outlet_fk, currency_fk, effective_date, recorded_date, kind = 'closing', ${columns}
     from ${schema}.journal_line group by 1, 2, 3, 4, 5, 6`,
  );
  await client.query(
    `insert into ${schema}.movement_month (account, outlet_fk, currency_fk, effective_month, recorded_month, is_closing, ${own})
     select account, outlet_fk, currency_fk, date_trunc('month', effective_date)::date, date_trunc('month', recorded_date)::date,
       kind = 'closing', ${columns}
     from ${schema}.journal_line group by 1, 2, 3, 4, 5, 6`,
  );
}
