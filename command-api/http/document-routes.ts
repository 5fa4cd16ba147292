/** The routes of a document, derived from its declaration. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { camelOf, kindWords, pascalOf, wordsOf } from '../../domain/values/kind-words.ts';
import { membersOf } from '../../domain/values/members.ts';
import { forbidden } from '../../identity/guard.ts';
import type { DocumentType } from '../aggregates/aggregate-types.ts';
import type { CommandHandler } from '../handling/handler.ts';
import { documentAnswers } from './answer-schemas.ts';
import { sendAnswer } from './answers.ts';
import { callHandler } from './command.ts';
import { idOf, methodIsPatch, OTHERWISE, PATCH_QUERY, QUERY } from './parameters.ts';
import { changeBody, documentBody, EMPTY_BODY } from './validation.ts';

export function documentRoutes(app: FastifyInstance, handler: CommandHandler, kind: DocumentType): void {
  const { declaration, resource } = kind;
  const { one, a } = kindWords(declaration);
  const shared = { tags: [declaration.folder], response: documentAnswers(declaration) };
  const body = documentBody(declaration.body, `${one}Body`);
  app.route({
    method: 'POST',
    url: `/${resource}`,
    config: { permission: `${resource}/store` },
    attachValidation: true,
    schema: { ...shared, operationId: `create${one}`, summary: `Enter ${a}`, body, querystring: QUERY },
    handler: async (request, reply) => {
      const commands = (given: object) => {
        mayComplete(kind, given, request);
        return [...declaration.create(given), ...attaching(kind, given)];
      };
      const answer = await callHandler(handler, { kind, schema: body, commands }, request);
      return sendAnswer(kind, answer, 'added_successfully', request, reply);
    },
  });
  if (declaration.change) changeRoutes(app, handler, kind);
  for (const name of Object.keys(declaration.transitions)) transitionRoute(app, handler, kind, name);
  if ('discard' in declaration.transitions) {
    app.route({
      method: 'DELETE',
      url: `/${resource}/:id`,
      config: { permission: `${resource}/destroy` },
      attachValidation: true,
      schema: {
        ...shared,
        operationId: `delete${one}`,
        summary: `Discard the draft of ${a}`,
        body: changeBody(EMPTY_BODY, true),
        querystring: QUERY,
      },
      handler: async (request, reply) => {
        const commands = () => [declaration.transitions['discard']?.command({})];
        const answer = await callHandler(handler, { kind, id: idOf(request), schema: EMPTY_BODY, commands }, request);
        return sendAnswer(kind, answer, 'deleted_successfully', request, reply);
      },
    });
  }
}

/** `PATCH r/{id}`, and `POST r/{id}` with the method override. */
function changeRoutes(app: FastifyInstance, handler: CommandHandler, kind: DocumentType): void {
  const { declaration, resource } = kind;
  const { change } = declaration;
  if (!change) return;
  const { one, a } = kindWords(declaration);
  const body = changeBody(documentBody(declaration.body, `${one}ChangeBody`), false);
  // The path of the specification for changing opening balances.
  const named = kind.kind === 'opening_balance' ? ([['POST', '/opening_balance_update/:id', 'ByName']] as const) : [];
  const all = [['PATCH', `/${resource}/:id`, ''], ['POST', `/${resource}/:id`, 'ByPost'], ...named] as const;
  for (const [method, url, by] of all) {
    app.route({
      method,
      url,
      config: { permission: `${resource}/update` },
      attachValidation: true,
      schema: {
        operationId: `change${one}${by}`,
        summary: `Change ${a}${by && OTHERWISE}`,
        tags: [declaration.folder],
        response: documentAnswers(declaration),
        body,
        querystring: method === 'POST' ? PATCH_QUERY : QUERY,
      },
      handler: async (request, reply) => {
        if (method === 'POST') methodIsPatch(request);
        const commands = (given: object) => [
          change(given),
          ...attaching(kind, given),
          ...mayComplete(kind, given, request),
        ];
        const answer = await callHandler(handler, { kind, id: idOf(request), schema: body, commands }, request);
        return sendAnswer(kind, answer, 'updated_successfully', request, reply);
      },
    });
  }
}

function transitionRoute(app: FastifyInstance, handler: CommandHandler, kind: DocumentType, name: string): void {
  const { resource, declaration } = kind;
  const transition = declaration.transitions[name];
  if (!transition) return;
  const { one, a } = kindWords(declaration);
  const body = changeBody(documentBody(transition.body ?? EMPTY_BODY, `${one}${pascalOf(name)}Body`), false);
  app.route({
    method: 'POST',
    url: `/${resource}/:id/${name}`,
    config: { permission: `${resource}/${transition.permission}` },
    attachValidation: true,
    schema: {
      operationId: `${camelOf(name)}${one}`,
      summary: `Of ${a}: ${wordsOf(name)}`,
      tags: [declaration.folder],
      response: documentAnswers(declaration),
      body,
      querystring: QUERY,
    },
    handler: async (request, reply) => {
      const commands = (given: object) => [transition.command(given)];
      const { reasoned = false, isConcurrent = false } = transition;
      const call = { kind, id: idOf(request), schema: body, commands, reasoned, isConcurrent };
      return sendAnswer(kind, await callHandler(handler, call, request), 'done_successfully', request, reply);
    },
  });
}

function attaching({ declaration }: DocumentType, body: object): readonly unknown[] {
  const requested = typeof body === 'object' && body !== null ? declaration.attaching?.(body) : undefined;
  return requested === undefined ? [] : [requested];
}

/** The transition that a body requests together with its change; its permission is required too. */
function mayComplete(
  { declaration, resource }: DocumentType,
  body: object,
  request: FastifyRequest,
): readonly unknown[] {
  const requested = typeof body === 'object' && body !== null ? declaration.completing?.(body) : undefined;
  if (requested === undefined) return [];
  const { type } = membersOf(requested);
  const permission = `${resource}/${declaration.transitions[String(type)]?.permission}`;
  if (!request.person.can(permission)) throw forbidden(permission);
  return [requested];
}
