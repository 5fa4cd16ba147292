/** The answer of a command: `{ message, data, position }`. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import { withOwnPlaces } from '../../domain/deciding/own-places.ts';
import { withoutComputedCost } from '../../domain/people/cost-fields.ts';
import { type Seeing, seenData } from '../../domain/registry/lookup-permission.ts';
import { membersOf } from '../../domain/values/members.ts';
import { languageOf } from '../../identity/language.ts';
import type { AggregateType } from '../aggregates/aggregate-types.ts';
import type { CommandAnswer } from '../handling/request.ts';
import { sentence } from './language.ts';

export type Done = 'added_successfully' | 'updated_successfully' | 'deleted_successfully' | 'done_successfully';

interface Beside {
  /** Additional fields. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Of a route that also writes beside the log, as a telephone number or the device of a till: whether it did. */
  readonly isDone?: boolean;
}

export function sendAnswer(
  kind: AggregateType,
  answer: CommandAnswer,
  done: Done,
  request: FastifyRequest,
  reply: FastifyReply,
  { more = {}, isDone = changedSomething(answer) }: Beside = {},
): FastifyReply {
  reply.code(done === 'added_successfully' && !answer.preview ? 201 : 200);
  return reply.send({
    message: sentence(isDone ? done : 'nothing_changed', undefined, languageOf(request)),
    data: { ...answerData(kind, answer, request.person), ...more },
    position: answer.position === undefined ? null : String(answer.position),
  });
}

/** False when nothing was written because everything is as the command says already; a preview never writes. */
export const changedSomething = ({ position, preview }: CommandAnswer): boolean =>
  position !== undefined || preview !== undefined;

/**
 * The id under both of its names, the revision for the next change, and the present fields that the person may see.
 */
export function answerData(kind: AggregateType, answer: CommandAnswer, person: Seeing): Record<string, unknown> {
  const { id, revision, state, repeated, preview, made } = answer;
  const idField = kind.is === 'record' ? kind.declaration.idField : `${kind.kind}_id`;
  const { status: _status, ...rest } = membersOf(state);
  const { status } = state;
  const data = kind.dataOf(state);
  const others = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== data));
  const seen = kind.is === 'record' ? seenData(kind.declaration, data, person) : data;
  const fields = { ...seen, ...others };
  const seesCost = person.can('items/show_cost');
  const shown = (event: DomainEvent) => {
    const own = withOwnPlaces(kind.kind, event.data, person);
    return { ...event, data: seesCost ? own : withoutComputedCost(kind.kind, membersOf(own)) };
  };
  return {
    ...(seesCost ? fields : withoutComputedCost(kind.kind, fields)),
    id,
    [idField]: id,
    revision,
    // A user's `status` is a field of the record; `is_retired` is the status of the record itself.
    ...(kind.is === 'record'
      ? { is_retired: status === 'retired' }
      : { status, possible: kind.declaration.possible(state) }),
    ...(repeated ? { repeated } : {}),
    ...(preview ? { preview: { ...preview, events: preview.events.map(shown) } } : {}),
    ...(made ? { made } : {}),
  };
}
