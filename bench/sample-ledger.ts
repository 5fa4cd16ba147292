/**
 * Five million lines of a ledger over ten years, with their sums by day and month, written directly into the tables of
 * a build, because only queries are measured. Some lines become known weeks after their day.
 */
import pg from 'pg';
import { ensureBuild } from '../projector/builds/build.ts';
import { models } from '../projector/models/all.ts';
import { scaled } from './measure.ts';

export const LEDGER_LINES = 5_000_000;
export const FIRST_DAY = '2016-01-01';
export const DAYS = 3_650;
const LINES_AN_EVENT = 5;

/** Twenty-four accounts of three outlets; every tenth entry is in dollars. */
const ACCOUNTS = `array[111000001, 111000002, 111000003, 112000004, 131000001, 131000002, 131000003, 1210, 1230, 2110, 2140,
  4100, 4110, 4120, 4200, 4400, 4500, 5100, 5110, 5120, 610000001, 610000002, 6200, 6400]`;

export async function fillLedger(url: string, size: number): Promise<void> {
  const events = scaled(LEDGER_LINES / LINES_AN_EVENT, size, 1_000);
  const lines = events * LINES_AN_EVENT;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { schema } = await ensureBuild(client, models);
    await client.query(`set search_path = ${schema}`);
    await client.query(`set work_mem = '256MB'`);
    await client.query(EVENTS, [events]);
    await client.query(LINES, [lines]);
    await client.query(BY_DAY);
    await client.query(BY_MONTH);
    await client.query(`update projection.checkpoint set position = $1`, [events]);
    await client.query('vacuum analyze journal_line');
    for (const table of ['event', 'movement_day', 'movement_month']) await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}

const RECORDED = (position: string, events: string): string =>
  `'${FIRST_DAY}'::timestamp + (${position}::numeric / ${events} * ${DAYS}) * interval '1 day'`;

const EVENTS = `
  insert into event (position, recorded_at, recorded_date, type, v, stream, kind, entity_id, revision, actor, command_id, data)
  select p, (${RECORDED('p', '$1')}) at time zone 'UTC', (${RECORDED('p', '$1')})::date, 'sale.completed', 1,
    'sale-' || p, 'sale', p, 0, '1', '', '{}'
  from generate_series(1, $1::int) p`;

/** Lines come in pairs with a sum of zero. Three percent of the entries become known up to forty days late. */
const LINES = `
  insert into journal_line (position, line_no, entry_no, kind, effective_date, effective_at, recorded_date, recorded_at,
    account, outlet_fk, document, document_kind, document_id, cause_position, base, currency_fk, foreign_amount, rate)
  select position, n % ${LINES_AN_EVENT} + 1, 0, 'normal', day, day + time '12:00', recorded::date, recorded at time zone 'UTC',
    (${ACCOUNTS})[1 + (hashint4(n::int) & 2147483647) % 24], 1 + pair % 3, 'sale-' || position, 'sale', position, position,
    amount, case when pair % 10 = 0 then 2 else 1 end, case when pair % 10 = 0 then amount / 1250 else amount end,
    case when pair % 10 = 0 then 1250 end
  from (
    select n, n / 2 as pair, 1 + n / ${LINES_AN_EVENT} as position, recorded,
      recorded::date - case when (n / 2) % 100 < 3 then (n / 2) % 40 else 0 end as day,
      case when n % 2 = 0 then 1 else -1 end * (1250 * (1 + (n / 2) % 400))::numeric as amount
    from (
      select n, ${RECORDED(`(1 + n / ${LINES_AN_EVENT})`, `($1::int / ${LINES_AN_EVENT})`)} as recorded
      from generate_series(0, $1::int - 1) n
    ) numbered
  ) line`;

const SUMS = `sum(greatest(base, 0)), sum(greatest(-base, 0)), sum(greatest(foreign_amount, 0)), sum(greatest(-foreign_amount, 0))`;
const BY_DAY = `
  insert into movement_day
  select account, outlet_fk, currency_fk, effective_date, recorded_date, false, ${SUMS} from journal_line group by 1, 2, 3, 4, 5`;
const BY_MONTH = `
  insert into movement_month
  select account, outlet_fk, currency_fk, date_trunc('month', effective_date), date_trunc('month', recorded_date), false,
    sum(debit), sum(credit), sum(foreign_debit), sum(foreign_credit)
  from movement_day group by 1, 2, 3, 4, 5`;
