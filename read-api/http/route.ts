/**
 * The declaration of a route of the read side: its permission, the models it reads, its parameters and its answer, and
 * the handler. Waiting for a position, the envelope and the headers are the same for all routes.
 */

import { addAbortSignal, Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { textsIn } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { languageOf } from '../../identity/language.ts';
import type { DiskSpace } from '../../identity/machine/disk-space.ts';
import type { Person } from '../../identity/person.ts';
import type { Marks } from '../../seal/marks.ts';
import { inLanguage } from '../database/names-by-language.ts';
import type { Reader } from '../database/reader-type.ts';
import { type ModelName, ModelsBehind, type PositionWatch } from '../wait-for-position/position-watch.ts';
import { goneOf } from './stream.ts';
import { Turns } from './turns.ts';
import { BadQuery, notValid } from './validation.ts';

export interface Services {
  readonly reader: Reader;
  readonly watch: PositionWatch;
  readonly space?: DiskSpace | undefined;
  /** For threads, which open their own connections. */
  readonly databaseUrl: string;
  /** Folder of the pictures. */
  readonly dataDir: string;
  readonly marks: Marks;
  /** Aborted when the server closes: running streams end. */
  readonly closing: AbortSignal;
}

export interface Asked {
  /** Shows names of records in the person's language. */
  readonly reader: Reader;
  readonly person: Person;
  /** Every value is a string, validated by the route's schema. */
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly request: FastifyRequest;
}

/** The values of an address behind its question mark. */
export type QueryValues = Asked['query'];

/** A value as it is sent: nobody changes an answer. */
type Sent<T> = unknown extends T ? T : { readonly [Field in keyof T]: Sent<T[Field]> };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The models that a read waits for. */
    reads?: readonly ModelName[];
  }
}

/** The data of an answer with this schema. */
export type Sends<Answer extends TSchema> = Sent<Static<Answer>>;

export interface ReadRoute<Url extends string = string, Answer extends TSchema = TSchema> {
  readonly url: Url;
  /** `signed_in`, or permissions joined with `##`. */
  readonly permission: string;
  readonly reads: readonly ModelName[];
  readonly query?: TSchema;
  readonly params?: TSchema;
  /** Schema of `data` in the answer. */
  readonly answer: Answer;
  /** Id of the operation in the API document: `trialBalance`. */
  readonly operationId: string;
  /** Tag of the operation in the API document. */
  readonly tag: string;
  readonly summary: string;
  /** The answer's `message` is also the data. */
  readonly answersMessage?: true;
  /** The route may read a large part of the books: it waits for its turn. */
  readonly isHeavy?: (query: Asked['query']) => boolean;
  /** The route may answer with a stream, whose position is only in the header `X-Position`. */
  readonly mayStream?: true;
  /** Returns the data, or a stream of a whole JSON answer. */
  handle(requested: Asked): Promise<Sends<Answer> | Readable>;
}

/** A route that keeps the types of its path and of its answer, which its handler must return: `read-api/contract.ts`. */
export const declareRead = <const Url extends string, Answer extends TSchema>(
  route: ReadRoute<Url, Answer>,
): ReadRoute<Url, Answer> => route;

/** The answer of a command holds its position; a read with that position waits this long for the models. */
const WAIT_MS = 2000;
const POSITION = /^\d{1,18}$/;

/** The reader has 16 connections. A person has one heavy read at a time; further ones wait. */
const HEAVY_READS = { atOnce: 4, waitingOfPerson: 8, waitMs: 30_000 };

export function addRoutes(
  app: FastifyInstance,
  { reader, watch, closing }: Pick<Services, 'reader' | 'watch' | 'closing'>,
  routes: readonly ReadRoute[],
): void {
  const turns = new Turns(HEAVY_READS);
  for (const route of routes) {
    const answer = Type.Object({
      ...(route.answersMessage ? { message: route.answer } : {}),
      data: route.answer,
      position: route.mayStream ? Type.Optional(Type.String()) : Type.String(),
      /** The answer is older than the requested position or than half a minute, or lacks the events after the one that stopped a model. */
      stale: Type.Optional(Type.Boolean()),
      /** The models did not reach the requested position in time; the same request returns a newer answer later. */
      behind: Type.Optional(Type.Boolean()),
    });
    app.route({
      method: 'GET',
      url: route.url,
      config: { permission: route.permission, reads: route.reads },
      schema: {
        operationId: route.operationId,
        summary: route.summary,
        tags: [route.tag],
        querystring: route.query ?? Type.Object({}, { additionalProperties: false }),
        ...(route.params ? { params: route.params } : {}),
        response: { 200: answer },
      },
      handler: async (request, reply) => {
        const { position, reached, isBehind } = await watch.reach(route.reads, wantedPosition(request), WAIT_MS);
        const requested: Asked = {
          reader: inLanguage(reader, languageOf(request)),
          person: request.person,
          query: textsIn(request.query),
          params: textsIn(request.params),
          request,
        };
        const work = () => route.handle(requested);
        const isHeavy = route.isHeavy?.(requested.query) === true;
        const read = isHeavy ? inTurn(turns, requested.person.user_id, goneOf(reply, closing), work) : work();
        const data = await (isBehind ? read.catch(refuseToMiss) : read);
        reply.header('X-Position', String(position));
        if (data instanceof Readable) return reply.type('application/json; charset=utf-8').send(data);
        const message = route.answersMessage ? { message: data } : {};
        return {
          ...message,
          data,
          position: String(position),
          ...(reached ? {} : { stale: true }),
          ...(isBehind ? { behind: true } : {}),
        };
      },
    });
  }
}

/** A record that is missing in models which are behind may exist: 503 instead of 404. */
function refuseToMiss(error: unknown): never {
  if (error instanceof Refusal && error.code === 'not_found') throw new ModelsBehind('not found yet', { cause: error });
  throw error;
}

/** A stream holds its turn until it is read to its end or aborted. Throws TooMany. */
async function inTurn(turns: Turns, person: number, gone: AbortSignal, work: () => Promise<unknown>): Promise<unknown> {
  const end = await turns.take(person, gone);
  try {
    const data = await work();
    if (data instanceof Readable) addAbortSignal(gone, data).once('close', end);
    else end();
    return data;
  } catch (error) {
    end();
    throw error;
  }
}

export function wantedPosition(request: FastifyRequest): bigint | undefined {
  const wanted = request.headers['x-wait-for-position'];
  if (wanted === undefined || wanted === '') return undefined;
  if (typeof wanted === 'string' && POSITION.test(wanted)) return BigInt(wanted);
  throw new BadQuery([notValid('X-Wait-For-Position')]);
}

/** A row whose fields depend on a declaration. */
export const RowSchema = Type.Object({}, { additionalProperties: true });
