/** A model that cannot fold an event: the event, the cause, and what an operator can do. */

import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { StopCause } from '../../domain/deciding/set-aside.ts';
import { membersOf } from '../../domain/values/members.ts';
import { errorCode } from '../../domain/values/thrown.ts';
import { newestVersion } from '../../domain/versions/upcast.ts';
import type { Model } from '../models/model.ts';

export interface Stop {
  readonly model: Model['name'];
  /** `position`, `type`, `stream` and `number` describe the event. */
  readonly position: bigint;
  readonly type: string;
  readonly stream: string;
  /** Number of the document, when the event holds one. */
  readonly number: string | null;
  readonly cause: StopCause;
  /** The message of the model's rule or of the database; may contain values of the event. */
  readonly error: string;
}

export function stopOf(model: Model['name'], event: RecordedEvent, error: unknown): Stop {
  const { number } = membersOf(event.data);
  return {
    model,
    position: event.position,
    type: storable(event.type),
    stream: storable(event.stream),
    number: typeof number === 'string' ? storable(number).slice(0, NUMBER_MAX) : null,
    cause: causeOf(event, error),
    error: storable(error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX),
  };
}

const NUMBER_MAX = 60;
const ERROR_MAX = 2_000;

/** PostgreSQL refuses the character U+0000, which may itself be the cause of the stop. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD');

/** By SQLSTATE class: 22 is a value that its column cannot hold, 23 a violated constraint. */
function causeOf(event: RecordedEvent, error: unknown): StopCause {
  if (event.v > newestVersion(event.type)) return 'newer_version';
  const code = String(errorCode(error) ?? '');
  if (/^22\w{3}$/.test(code)) return 'value_does_not_fit';
  if (/^23\w{3}$/.test(code)) return 'contradicts_stored_rows';
  return 'cannot_be_read';
}

const CAUSES: Readonly<Record<StopCause, string>> = {
  newer_version: 'a newer version of Daftar stored it',
  cannot_be_read: 'it holds something that the rules of the model cannot read',
  value_does_not_fit: 'a value in it does not fit into the tables of the model',
  contradicts_stored_rows: 'it contradicts rows that are stored already',
};

/** Message for operators: in `doctor`, at start, and at the end of a rebuild or verify. */
export function stopSentence({ model, position, type, stream, number, cause, error }: Stop): string {
  const document = number === null ? stream : `${stream}, number ${number}`;
  return `The read model "${model}" cannot process event ${position} (${type} of ${document}): ${CAUSES[cause]} (${error}).`;
}

/** Message: how a stopped model can continue. */
export function wayOut({ position, cause }: Pick<Stop, 'position' | 'cause'>): string {
  const setAside = `npm run doctor -- set-aside ${position} --by EMAIL --reason "WHY"`;
  return cause === 'newer_version'
    ? `Start the newer version of Daftar. Only when there is none any more, leave the event out: ${setAside} (docs/operations.md).`
    : `Update Daftar if there is a newer version. If it does not help, leave the event out: ${setAside} (docs/operations.md).`;
}

/** One sentence for each model, then one for each event. */
export function sentences(stops: readonly Stop[]): string[] {
  const events = new Map(stops.map((stop) => [stop.position, stop]));
  return [...stops.map(stopSentence), ...[...events.values()].map(wayOut)];
}
