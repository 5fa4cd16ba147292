/**
 * The records that a document of an earlier day reads: the fields that a record declares (`ofDay`) as they were at the end
 * of that day, or of the record's first day if it was entered later (docs/decisions/0228). Only such documents read
 * histories, and only of records that were changed since.
 */
import type { KnownRecord } from '../../../domain/deciding/facts.ts';
import { recordOn } from '../../../domain/records/fields-of-a-day.ts';
import { recordStateOf } from '../../../domain/records/record.ts';
import { readDate } from '../../../domain/values/effective-date.ts';
import { membersOf } from '../../../domain/values/members.ts';
import { trueDateOf } from '../../../domain/values/prior-period.ts';
import { beginningAt } from '../../../domain/values/zone.ts';
import { zoneIn } from '../../../identity/shop-zone.ts';
import {
  type AggregateState,
  type AggregateType,
  type DocumentType,
  type RecordType,
  streamOf,
} from '../../aggregates/aggregate-types.ts';
import { type CommandContext, load } from '../../aggregates/command-context.ts';
import type { CommandRequest } from '../command-request.ts';
import { type ChangedRecord, type HistorySources, StatesThen } from './states-then.ts';

/** Records with the fields of a day. */
export interface RecordsOfDay {
  readonly record: (kind: string, id: number) => KnownRecord | undefined;
  /** The present revision of a stream that was read for it; undefined for others. */
  readonly revisionOf: (stream: string) => number | undefined;
}

interface Present {
  readonly request: Pick<CommandRequest, 'body' | 'isOfTill'>;
  readonly loaded: CommandContext;
  /** Undefined for a new document. */
  readonly stream: string | undefined;
  readonly today: string;
}

const concerns = ({ declaration }: RecordType): boolean => declaration.ofDay !== undefined;

/** Undefined for a document of today or later, and where nothing that it reads was changed since its day. */
export async function recordsOfDay(
  sources: HistorySources,
  kind: AggregateType,
  { request, loaded, stream, today }: Present,
): Promise<RecordsOfDay | undefined> {
  // What a till sent is compared with the moment at which it happened.
  if (kind.is !== 'document' || request.isOfTill) return undefined;
  const day = dayOf(kind, loaded.own.state, request.body);
  if (day === undefined || day >= today) return undefined;
  const zone = zoneIn(loaded.record('system_setting', 1)?.data);
  const endMs = beginningAt(zone, day, 1);
  const isLater = (recordedAt: string) => Date.parse(recordedAt) >= endMs;
  if (!loaded.hasChanged(isLater, concerns)) return undefined;
  const before = (changed: readonly ChangedRecord[]) => sources.states.days.on(day, zone, changed);
  const states = new StatesThen(sources, { loaded, concerns, isLater, before });
  const then = await load(sources.kinds, states, kind, stream, request.body);
  const onDay = (of: string, id: number): KnownRecord | undefined => {
    const now = loaded.record(of, id) ?? recordIn(states.present.get(streamOf(of, id))?.state, id);
    const type = sources.kinds.get(of);
    const ofDay = type?.is === 'record' ? type.declaration.ofDay : undefined;
    const before = ofDay && then.record(of, id);
    return now && ofDay && before ? recordOn(now, before, ofDay) : now;
  };
  // A decision reads a record many times.
  const known = new Map<string, KnownRecord | undefined>();
  return {
    revisionOf: (of) => states.present.get(of)?.revision,
    record: (of, id) => {
      const stream = streamOf(of, id);
      if (!known.has(stream)) known.set(stream, onDay(of, id));
      return known.get(stream);
    },
  };
}

function recordIn(state: unknown, id: number): KnownRecord | undefined {
  const known = recordStateOf(state);
  return known.status === 'none' ? undefined : { id, active: known.status === 'active', data: known.data };
}

/** The day that the command gives, or that its document has; of a period the last one. Openings are of before the books. */
function dayOf({ declaration, dataOf }: DocumentType, state: AggregateState, body: unknown): string | undefined {
  if (declaration.isJob || declaration.period === 'before_first_year') return undefined;
  const [given, own] = [membersOf(body), dataOf(state)];
  const day = given['to_date'] ?? given['date'] ?? own['to_date'] ?? trueDateOf(own) ?? own['date'];
  return typeof day === 'string' ? readDate(day) : undefined;
}
