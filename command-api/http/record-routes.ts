/** The routes of a record, made from its declaration. */
import type { FastifyInstance } from 'fastify';
import type { RecordData } from '../../domain/kernel/record.ts';
import type { CommandHandler } from '../handling/handler.ts';
import type { Kind, RecordKind } from '../handling/kinds.ts';
import type { CommandAnswer } from '../handling/request.ts';
import { RESPONSES, sendAnswer } from './answers.ts';
import { callHandler } from './command.ts';
import { idOf, methodIsPatch, PATCH_QUERY, QUERY } from './parameters.ts';
import { changeBody, EMPTY_BODY, recordBody } from './validation.ts';

/** Outlets have endpoints of their own in the specification, beside those that every record has. */
const OUTLETS = 'outlets';

export function recordRoutes(app: FastifyInstance, handler: CommandHandler, kind: RecordKind): void {
  const { declaration, resource } = kind;
  const named = resource === OUTLETS;
  if (!declaration.singleton) {
    for (const url of [`/${resource}`, ...(named ? [`/${resource}_store`] : [])])
      registerRoute(app, handler, kind, url);
    retireRoutes(app, handler, kind);
  }
  for (const [method, url] of [
    ['PATCH', `/${resource}/:id`],
    ['POST', `/${resource}/:id`],
  ] as const) {
    amendRoute(app, handler, kind, method, url);
  }
  // The settings' own endpoint, and that of outlets.
  if (declaration.singleton || named) amendRoute(app, handler, kind, 'POST', `/${resource}_update/:id`);
}

/** Of a record that decides about people: its declaration holds every command against the rule. */
export const authorityOf = ({ declaration }: Kind): { readonly authority?: 'record' } =>
  'authorise' in declaration ? { authority: 'record' } : {};

function registerRoute(app: FastifyInstance, handler: CommandHandler, kind: RecordKind, url: string): void {
  const { declaration, resource } = kind;
  const body = recordBody(declaration.schema);
  app.route({
    method: 'POST',
    url,
    config: { permission: `${resource}/store`, ...authorityOf(kind) },
    attachValidation: true,
    schema: { tags: [resource], response: RESPONSES, body, querystring: QUERY },
    handler: async (request, reply) => {
      const commands = (data: RecordData) => [{ type: 'register', data }];
      const answer = await callHandler(handler, { kind, schema: body, commands }, request);
      return sendAnswer(kind, answer, 'added_successfully', request, reply);
    },
  });
}

function amendRoute(
  app: FastifyInstance,
  handler: CommandHandler,
  kind: RecordKind,
  method: 'PATCH' | 'POST',
  url: string,
): void {
  const { declaration, resource } = kind;
  const body = changeBody(declaration.schema, true);
  const saysUpdate = url.includes('_update/');
  app.route({
    method,
    url,
    config: { permission: `${resource}/update`, ...authorityOf(kind) },
    attachValidation: true,
    schema: { tags: [resource], response: RESPONSES, body, querystring: method === 'POST' ? PATCH_QUERY : QUERY },
    handler: async (request, reply) => {
      if (method === 'POST' && !saysUpdate) methodIsPatch(request);
      const commands = (changed: RecordData) => [{ type: 'amend', changed }];
      const answer = await callHandler(handler, { kind, id: idOf(request), schema: body, commands }, request);
      return sendAnswer(kind, answer, 'updated_successfully', request, reply);
    },
  });
}

/** Deleting retires: the record leaves lists and stays in documents. */
export function retireRoutes(
  app: FastifyInstance,
  handler: CommandHandler,
  kind: RecordKind,
  after: (answer: CommandAnswer) => Promise<void> = async () => undefined,
): void {
  const { resource } = kind;
  const body = changeBody(EMPTY_BODY, true);
  const all = [
    ...[`/${resource}/:id`, ...(resource === OUTLETS ? [`/${resource}_destroy/:id`] : [])].map(
      (url) =>
        ({ method: 'DELETE', url, permission: 'destroy', type: 'retire', done: 'deleted_successfully' }) as const,
    ),
    {
      method: 'POST',
      url: `/${resource}/:id/restore`,
      permission: 'store',
      type: 'restore',
      done: 'done_successfully',
    } as const,
  ];
  for (const { method, url, permission, type, done } of all) {
    app.route({
      method,
      url,
      config: { permission: `${resource}/${permission}`, ...authorityOf(kind) },
      attachValidation: true,
      schema: { tags: [resource], response: RESPONSES, body, querystring: QUERY },
      handler: async (request, reply) => {
        const call = { kind, id: idOf(request), schema: body, commands: () => [{ type }] };
        const answer = await callHandler(handler, call, request);
        await after(answer);
        return sendAnswer(kind, answer, done, request, reply);
      },
    });
  }
}
