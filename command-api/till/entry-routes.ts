/**
 * `POST till/entries`: entries of a till, authenticated by the cookie of its device. Entries may be sent repeatedly
 * and to any replica: each is stored once (docs/decisions/0074).
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Body, Nullable } from '../../domain/schemas/fields.schema.ts';
import { DeviceEntryBody } from '../../domain/till/device-entry.schema.ts';
import { listOf, membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { BODY_BYTES_MAX } from '../../identity/machine/json-body.ts';
import { succeeding } from '../http/answer-schemas.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { enrolledDevice } from './device-request.ts';
import { withinDay } from './entry-limits.ts';
import { receiveBatch } from './receive-batch.ts';

const ENTRIES_MAX = 100;
const EntriesBody = Body({ entries: Type.Array(DeviceEntryBody, { minItems: 1, maxItems: ENTRIES_MAX }) });

const Broken = Type.Object({
  rule: Type.String(),
  field: Type.Optional(Type.String()),
  values: Type.Optional(Type.Record(Type.String(), Type.String())),
});
const Answer = Type.Object(
  {
    uuid: Type.String(),
    state: Type.Enum(['stored', 'stored_before', 'refused']),
    id: Type.Optional(Type.Integer()),
    number: Type.Optional(Type.String()),
    review: Type.Optional(Type.Array(Broken)),
    errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  },
  { title: 'EntryAnswer' },
);
/** With the position of the last stored entry, as every answer of a command has it; null when all are refused. */
const ANSWERS = succeeding(Type.Object({ data: Type.Array(Answer), position: Nullable(Type.String()) }));

export function entryRoutes(
  app: FastifyInstance,
  routes: Pick<IdentityRoutes, 'identity' | 'commands' | 'tickets'>,
  clock: () => Date = () => new Date(),
) {
  return [
    addRoute(app, {
      method: 'POST',
      url: '/till/entries',
      config: { permission: 'anonymous', authority: 'enrolled_device' },
      bodyLimit: BODY_BYTES_MAX,
      // A malformed entry is refused individually: the others are stored.
      attachValidation: true,
      schema: {
        operationId: 'sendTillEntries',
        summary: 'What a till has entered: receipts, refunds and what happened to its drawers',
        tags: ['till'],
        body: EntriesBody,
        response: ANSWERS,
      },
      handler: async (request) => {
        const device = await enrolledDevice(request, routes);
        const entries = listOf(membersOf(request.body)['entries']);
        const isWrong = entries.length === 0 || entries.length > ENTRIES_MAX;
        if (isWrong) throw new Refusal('validation', [entriesIssue(entries.length)]);
        const receiving = { routes, device, now: clock(), requestId: request.id };
        const { answers, position } = await withinDay(routes.commands.pool, device, entries, () =>
          receiveBatch(entries, receiving, languageOf(request)),
        );
        return { data: answers, position };
      },
    }),
  ];
}

const entriesIssue = (count: number) =>
  count === 0
    ? { field: 'entries', message: 'required' }
    : { field: 'entries', message: 'max_items', params: { value: String(ENTRIES_MAX) } };
