/** Reads the log, the answers and the claims from PostgreSQL into rows of the store in memory. */
import type pg from 'pg';
import { storedAnswer, storedTexts } from '../claims/stored-texts.ts';
import type { ClaimRows, CommandRow, PeriodRow, StoreRows } from '../memory/rows.ts';
import { EVENT_COLUMNS, type EventRow, storedEvent } from '../postgres/rows.ts';

/** Claims have the moments of documents in this form, with tenths of a second for counts. */
const MOMENT = `to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS') || case when extract(milliseconds from at)::int % 1000 = 0 then '' else rtrim(to_char(at, '.US'), '0') end`;

type Level = [key: string, one: string, other: string];

/** The client returns texts. Undefined when numbers of documents are free, which the rows do not have. */
export async function readRows(client: pg.ClientBase): Promise<StoreRows | undefined> {
  const rows = async <Row extends unknown[]>(text: string) =>
    (await client.query<Row>({ text, rowMode: 'array' })).rows;
  const { rows: freed } = await client.query('select from claim.freed limit 1');
  if (freed.length > 0) return undefined;
  const events = await rows<EventRow>(`select ${EVENT_COLUMNS} from log.event e order by e.position`);
  const commands = await rows<[id: string, answer: string, streams: string, digest: string | null, day: string | null]>(
    `select command_id, log.answer(position, revisions, numbers, recorded_at), streams, digest, first_day
     from log.command order by position`,
  );
  const periods = await rows<[from: string, to: string, status: PeriodRow['status'], used: string]>(
    'select from_day, to_day, status, used from claim.period',
  );
  const series = await rows<[series: string, last: string]>('select series, last from claim.series');
  const records = await rows<[record: string, active: string, used: string]>(
    'select record, active, used from claim.record',
  );
  const counters = await rows<[kind: string, value: string]>('select kind, value from claim.counter');
  const claims: ClaimRows = {
    taken: await rows<[set: string, key: string, owner: string]>('select "set", key, owner from claim.taken'),
    series: series.map(([name, last]) => [name, Number(last)]),
    levels: await rows<Level>('select key, total, last_day from claim.level'),
    days: await rows<Level>('select key, day, net from claim.level_day'),
    moments: await rows<Level>(`select key, ${MOMENT}, net from claim.level_moment`),
    counts: await rows<Level>(`select key, ${MOMENT}, real from claim.count`),
    records: records.map(([record, active, used]) => [record, active === 't', used === 't']),
    periods: periods.map(([from, to, status, used]) => ({ from, to, status, used: used === 't' })),
  };
  return {
    events: events.map(storedEvent),
    commands: commands.map(commandOf),
    claims,
    counters: counters.map(([kind, value]) => [kind, Number(value)]),
  };
}

function commandOf([commandId, answer, streams, digest, firstDay]: [
  string,
  string,
  string,
  string | null,
  string | null,
]): CommandRow {
  const { position, revisions, numbers, recorded_at } = storedAnswer.parse(answer);
  return {
    commandId,
    position: BigInt(position),
    revisions,
    numbers,
    recordedAt: recorded_at,
    streams: storedTexts.parse(streams),
    digest,
    firstDay: firstDay ?? undefined,
  };
}
