/**
 * A record for a document of an earlier day: the fields that such a document reads are those of that day
 * (docs/decisions/0228), by the functions of the command API.
 */
import { Type } from 'typebox';
import { LEFT_OUT } from '../../domain/deciding/set-aside.ts';
import { eventsUntil, fieldsOn } from '../../domain/records/fields-of-a-day.ts';
import { type RecordDeclaration, recordStateOf } from '../../domain/records/record.ts';
import { type Members, membersOf } from '../../domain/values/members.ts';
import { localAt } from '../../domain/values/zone.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { DayText } from '../http/query.schema.ts';
import { shopZone } from '../http/today.ts';
import type { ListSource } from '../lists/list-source.ts';
import type { Row } from '../lists/names.ts';
import { eventsOf, eventsOfMany, type StoredEvent } from './find.ts';
import { foldingOf } from './history.ts';

/** The parameter of a read that tells a record for a document. */
export const OF_DAY = { of_day: Type.Optional(DayText()) };

/** The present data of a record with the fields of the day; the same without a day, and for today and later. */
export async function dataOn(
  db: Reader | Snapshot,
  declaration: RecordDeclaration,
  { id, now, day }: { readonly id: number; readonly now: Members; readonly day: string | undefined },
): Promise<Members> {
  const { kind, ofDay } = declaration;
  if (day === undefined || !ofDay) return now;
  const dayOf = await daysOfShop(db);
  return day < dayOf(new Date()) ? dataUntil(declaration, await eventsOf(db, kind, id), { now, day, dayOf }) : now;
}

type DayOf = (moment: Date | string) => string;

async function daysOfShop(db: Reader | Snapshot): Promise<DayOf> {
  const zone = await shopZone(db);
  return (moment) => localAt(zone, new Date(moment).getTime()).date;
}

function dataUntil(
  declaration: RecordDeclaration,
  events: readonly StoredEvent[],
  { now, day, dayOf }: { readonly now: Members; readonly day: string; readonly dayOf: DayOf },
): Members {
  const { ofDay } = declaration;
  const counted = eventsUntil(events, day, ({ recorded_at }) => dayOf(recorded_at));
  if (!ofDay || counted.length === events.length) return now;
  const { initial, evolve } = foldingOf(declaration);
  const folded = counted.filter(({ type }) => type !== LEFT_OUT).reduce(evolve, initial);
  const state = recordStateOf(folded);
  return state.status === 'none' ? now : fieldsOn(now, state.data, ofDay);
}

/** The list for a document of an earlier day: its rows have the fields of the day. */
export const listOfDay = (source: ListSource, declaration: RecordDeclaration, day: string | undefined): ListSource =>
  day === undefined
    ? source
    : {
        ...source,
        present: async (db, rows, person) => source.present(db, await rowsOn(db, declaration, rows, day), person),
      };

/** The same rows for today and later; the histories of those that were changed since are read in one statement. */
async function rowsOn(
  db: Reader | Snapshot,
  declaration: RecordDeclaration,
  rows: readonly Row[],
  day: string,
): Promise<readonly Row[]> {
  const dayOf = await daysOfShop(db);
  if (declaration.ofDay === undefined || day >= dayOf(new Date())) return rows;
  const changed = rows.filter(({ updated_at }) => dayOf(String(updated_at)) > day).map(({ id }) => Number(id));
  if (changed.length === 0) return rows;
  const events = await eventsOfMany(db, declaration.kind, changed);
  return rows.map((row) => {
    const own = events.filter(({ entity_id }) => entity_id === row['id']);
    return own.length === 0
      ? row
      : { ...row, data: dataUntil(declaration, own, { now: membersOf(row['data']), day, dayOf }) };
  });
}

/** The data of a record that another one names; undefined when there is none. */
export async function namedOn(
  db: Reader | Snapshot,
  declaration: RecordDeclaration,
  id: number,
  day: string | undefined,
): Promise<Members | undefined> {
  const [row] = await db
    .selectFrom('read.record')
    .select('data')
    .where('kind', '=', declaration.kind)
    .where('id', '=', id)
    .execute();
  return row && dataOn(db, declaration, { id, now: membersOf(row.data), day });
}
