/** The routes of a record, derived from its declaration. */
import type { FastifyInstance } from 'fastify';
import { creatingSchema, ownFields } from '../../domain/records/created-records.ts';
import type { RecordData } from '../../domain/records/record.ts';
import { enteredSchema } from '../../domain/schemas/schema-parts.ts';
import { kindWords } from '../../domain/values/kind-words.ts';
import type { AggregateType, RecordType } from '../aggregates/aggregate-types.ts';
import type { CommandHandler } from '../handling/handler.ts';
import type { CommandAnswer } from '../handling/request.ts';
import { recordAnswers } from './answer-schemas.ts';
import { sendAnswer } from './answers.ts';
import { callHandler } from './command.ts';
import { idOf, methodIsPatch, OTHERWISE, PATCH_QUERY, QUERY } from './parameters.ts';
import { type TelephoneSources, telephoneQuestions } from './same-telephones.ts';
import { changeBody, EMPTY_BODY, recordBody } from './validation.ts';

/** Outlets have additional paths in the specification. */
const OUTLETS = 'outlets';

export function recordRoutes(app: FastifyInstance, sources: TelephoneSources, kind: RecordType): void {
  const { declaration, resource } = kind;
  const named = resource === OUTLETS;
  if (!declaration.singleton) {
    registerRoute(app, sources, kind, `/${resource}`);
    if (named) registerRoute(app, sources, kind, `/${resource}_store`, 'ByName');
    retireRoutes(app, sources.handler, kind);
  }
  amendRoute(app, sources, kind, 'PATCH', `/${resource}/:id`, '');
  amendRoute(app, sources, kind, 'POST', `/${resource}/:id`, 'ByPost');
  // The additional path of the settings and of outlets.
  if (declaration.singleton || named) amendRoute(app, sources, kind, 'POST', `/${resource}_update/:id`, 'ByName');
}

/** For records under the rule of authority: their declaration checks every command. */
export const authorityOf = ({ declaration }: AggregateType): { readonly authority?: 'record' } =>
  'authorise' in declaration ? { authority: 'record' } : {};

function registerRoute(app: FastifyInstance, sources: TelephoneSources, kind: RecordType, url: string, by = ''): void {
  const { declaration, resource } = kind;
  const { one, a } = kindWords(declaration);
  const body = recordBody(enteredSchema(creatingSchema(declaration)), `${one}Body`);
  app.route({
    method: 'POST',
    url,
    config: { permission: `${resource}/store`, ...authorityOf(kind) },
    attachValidation: true,
    schema: {
      operationId: `create${one}${by}`,
      summary: `Enter ${a}${by && OTHERWISE}`,
      tags: [declaration.folder],
      response: recordAnswers(declaration),
      body,
      querystring: QUERY,
    },
    handler: async (request, reply) => {
      const commands = (data: RecordData) => [{ type: 'register', data: ownFields(declaration, data) }];
      const questions = await telephoneQuestions(sources, kind, undefined, request);
      const answer = await callHandler(sources.handler, { kind, schema: body, commands, questions }, request);
      return sendAnswer(kind, answer, 'added_successfully', request, reply);
    },
  });
}

function amendRoute(
  app: FastifyInstance,
  sources: TelephoneSources,
  kind: RecordType,
  method: 'PATCH' | 'POST',
  url: string,
  by: string,
): void {
  const { declaration, resource } = kind;
  const { one, a } = kindWords(declaration);
  const body = changeBody(enteredSchema(declaration.schema), true, `${one}ChangeBody`);
  const saysUpdate = url.includes('_update/');
  app.route({
    method,
    url,
    config: { permission: `${resource}/update`, ...authorityOf(kind) },
    attachValidation: true,
    schema: {
      operationId: `change${one}${by}`,
      summary: `Change ${a}${by && OTHERWISE}`,
      tags: [declaration.folder],
      response: recordAnswers(declaration),
      body,
      querystring: method === 'POST' ? PATCH_QUERY : QUERY,
    },
    handler: async (request, reply) => {
      if (method === 'POST' && !saysUpdate) methodIsPatch(request);
      const commands = (changed: RecordData) => [{ type: 'amend', changed }];
      const id = idOf(request);
      const questions = await telephoneQuestions(sources, kind, id, request);
      const answer = await callHandler(sources.handler, { kind, id, schema: body, commands, questions }, request);
      return sendAnswer(kind, answer, 'updated_successfully', request, reply);
    },
  });
}

/** Deleting retires the record: it is hidden in lists and remains in documents. */
export function retireRoutes(
  app: FastifyInstance,
  handler: CommandHandler,
  kind: RecordType,
  after: (answer: CommandAnswer) => Promise<void> = async () => undefined,
): void {
  const { declaration, resource } = kind;
  const { one, a } = kindWords(declaration);
  const body = changeBody(EMPTY_BODY, true);
  const retire = { method: 'DELETE', permission: 'destroy', type: 'retire', done: 'deleted_successfully' } as const;
  const all = [
    { ...retire, url: `/${resource}/:id`, by: '' },
    ...(resource === OUTLETS ? [{ ...retire, url: `/${resource}_destroy/:id`, by: 'ByName' }] : []),
    {
      by: '',
      method: 'POST',
      url: `/${resource}/:id/restore`,
      permission: 'store',
      type: 'restore',
      done: 'done_successfully',
    } as const,
  ];
  for (const { by, method, url, permission, type, done } of all) {
    app.route({
      method,
      url,
      config: { permission: `${resource}/${permission}`, ...authorityOf(kind) },
      attachValidation: true,
      schema: {
        operationId: `${type}${one}${by}`,
        summary: type === 'retire' ? `Take ${a} out of use${by && OTHERWISE}` : `Take ${a} into use again`,
        tags: [declaration.folder],
        response: recordAnswers(declaration),
        body,
        querystring: QUERY,
      },
      handler: async (request, reply) => {
        const call = { kind, id: idOf(request), schema: body, commands: () => [{ type }] };
        const answer = await callHandler(handler, call, request);
        await after(answer);
        return sendAnswer(kind, answer, done, request, reply);
      },
    });
  }
}
