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
import { eventsOf } from './find.ts';
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
  const zone = await shopZone(db);
  if (day >= localAt(zone, Date.now()).date) return now;
  const events = await eventsOf(db, kind, id);
  const counted = eventsUntil(events, day, ({ recorded_at }) => localAt(zone, Date.parse(recorded_at)).date);
  if (counted.length === events.length) return now;
  const { initial, evolve } = foldingOf(declaration);
  const folded = counted.filter(({ type }) => type !== LEFT_OUT).reduce(evolve, initial);
  const state = recordStateOf(folded);
  return state.status === 'none' ? now : fieldsOn(now, state.data, ofDay);
}

/** The data of a record that another one names; undefined when there is none. */
export async function namedOn(
  db: Snapshot,
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
