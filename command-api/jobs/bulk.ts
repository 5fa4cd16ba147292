/**
 * The job of an action on many documents or records: each row is a separate command, with the permissions that the
 * session had and the user still has at that moment. Refusals are reported by row, in the language of the request.
 */

import { Type } from 'typebox';
import { v5 as uuid } from 'uuid';
import { user } from '../../domain/people/user.record.ts';
import type { BulkAction } from '../../domain/records/bulk.ts';
import { checked, type ReadBy } from '../../domain/schemas/checked.schema.ts';
import { Nullable, OneOf } from '../../domain/schemas/fields.schema.ts';
import { defined } from '../../domain/values/defined.ts';
import type { Language } from '../../domain/values/language.ts';
import { LANGUAGES } from '../../domain/values/language.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { BatchTooLarge } from '../../event-store/port.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Person } from '../../identity/person.ts';
import { say } from '../../languages/say.ts';
import { type AggregateType, streamOf, titleOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import type { CommandAnswer } from '../handling/request.ts';
import type { Sessions } from '../identity/sessions.ts';
import { bulkActionOf } from './bulk-actions.ts';
import { Interrupted, isStopping, type JobContext, type JobWork } from './queue.ts';
import { actorOf, STARTED_BY } from './started-by.ts';

/** Namespace of command ids: the command of a row has the same id in every run of the job. */
const COMMANDS = '3c1f5f0e-7d0d-4f0c-9a41-0b9b7f6f1d52';
const PROGRESS_EVERY_MS = 250;

const bulkData = checked(
  'the data of the job',
  Type.Object({
    ...STARTED_BY,
    resource: Type.String(),
    action: Type.String(),
    ids: Type.Array(Type.Integer()),
    /** The revision of each row that the user has seen; absent in jobs from before this field. */
    revisions: Type.Optional(Type.Array(Type.Integer())),
    reason: Nullable(Type.String()),
    language: OneOf(LANGUAGES),
    /** Derived from the idempotency key of the request. */
    command_id: Type.String(),
  }),
);
export type BulkData = ReadBy<typeof bulkData>;

export interface SkippedRow {
  readonly id: number;
  /** Number or name, when the row is in the user's scope. */
  readonly title: string | null;
  readonly message: string;
}

export interface BulkResult {
  readonly resource: string;
  readonly action: string;
  readonly undo: string | null;
  /** True when a person cancelled the job: the remaining rows are unchanged. */
  readonly cancelled: boolean;
  readonly asked: number;
  readonly done: readonly number[];
  /** The new revision of each changed row, for the undo action. */
  readonly revisions: readonly number[];
  /** Ids without a change. */
  readonly unchanged: readonly number[];
  readonly refused: readonly SkippedRow[];
  /** Position of the last stored command, so that a list can be read after it. */
  readonly position: string | null;
}

/** Ends the `sessions` of users that the command blocks or deletes. */
export function bulkWork(commands: Commands, identity: Identity, sessions: Sessions): JobWork {
  const worker = { commands, identity, sessions };
  return async (data, context) => ({ ...(await doToEach(worker, bulkData.read(data), context)) });
}

interface Worker {
  readonly commands: Commands;
  readonly identity: Identity;
  readonly sessions: Sessions;
}

async function doToEach(worker: Worker, requested: BulkData, { signal, progress }: JobContext): Promise<BulkResult> {
  const { commands } = worker;
  const { kind, action } = bulkActionOf(commands.kinds, requested.resource, requested.action);
  const done: number[] = [];
  const unchanged: number[] = [];
  const refused: SkippedRow[] = [];
  const revisions: number[] = [];
  let position: string | null = null;
  let toldAtMs = 0;
  for (const [index, id] of requested.ids.entries()) {
    if (isStopping(signal)) throw new Interrupted();
    if (signal.aborted) break;
    if (performance.now() - toldAtMs > PROGRESS_EVERY_MS) {
      await progress(`${index} of ${requested.ids.length}`);
      toldAtMs = performance.now();
    }
    try {
      const answer = await doToOne(worker, { asked: requested, kind, action }, index);
      if (answer.position === undefined) unchanged.push(id);
      else {
        position = String(answer.position);
        done.push(id);
        revisions.push(answer.revision);
      }
    } catch (error) {
      const refusal = refusalOfRow(error);
      const state = commands.handler.states.kept(streamOf(kind.kind, id))?.state;
      // Rows outside of the user's scope have no title.
      const title = refusal.code === 'not_found' || !state ? null : titleOf(kind, state, requested.language);
      refused.push(rowLeft(id, title, refusal, requested.language));
    }
  }
  const handled = done.length + unchanged.length + refused.length;
  await progress(`${handled} of ${requested.ids.length}`);
  const outcome = {
    cancelled: handled < requested.ids.length,
    asked: requested.ids.length,
    done,
    revisions,
    unchanged,
    refused,
    position,
  };
  return { resource: requested.resource, action: action.name, undo: action.undo, ...outcome };
}

async function doToOne(
  { commands: { handler }, identity, sessions }: Worker,
  { asked, kind, action }: { readonly asked: BulkData; readonly kind: AggregateType; readonly action: BulkAction },
  index: number,
): Promise<CommandAnswer> {
  const id = defined(asked.ids[index]);
  const expectedRevision = asked.revisions?.[index];
  const actor = await actorOf(identity, asked, action.permission);
  const reason = asked.reason === null ? {} : { reason: asked.reason };
  const answer = await handler.handle({
    declaration: kind.declaration,
    id,
    commands: action.commands(asked.reason),
    body: {},
    actor,
    meta: { correlationId: asked.command_id, ...deviceOf(actor), ...reason },
    commandId: uuid(`${asked.command_id} ${id}`, COMMANDS),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  });
  if (kind.kind === user.kind) await sessions.endOfAbsent(answer);
  return answer;
}

const deviceOf = ({ till }: Person) => (till ? { device: `till-${till.till_id}` } : {});

/** The refusal of a row whose command threw `error`. Rethrows errors that do not concern the row alone. */
export function refusalOfRow(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof BatchTooLarge) return new Refusal('validation', [{ field: '', message: 'body_too_large' }]);
  throw error;
}

/** The first reason as a message. */
export function rowLeft(id: number, title: string | null, refusal: Refusal, language: Language): SkippedRow {
  const [issue] = refusal.issues;
  return { id, title, message: say(language, issue?.message ?? refusal.code, issue?.params, issue?.field) };
}
