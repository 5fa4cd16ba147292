/**
 * `GET exports/{format}`: the books for hledger, beancount or as SAF-T, as at a day and as known at a moment, as a
 * file.
 */

import { addAbortSignal } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pathOf, queryOf } from '../../../identity/request-parts.ts';
import { mustBeComplete } from '../../http/complete.ts';
import { Query, TwoTimes } from '../../http/query.schema.ts';
import type { Services } from '../../http/route.ts';
import { mustSeeCost } from '../../http/scope.ts';
import { goneOf, streamOf } from '../../http/stream.ts';
import { shopToday } from '../../http/today.ts';
import { Turns } from '../../http/turns.ts';
import { EXPORT_FILES, EXPORT_FORMATS } from './export.ts';
import { exportInThread } from './in-thread.ts';

/**
 * Each export uses a thread and a connection. A second export of one person is refused, because the first may take
 * minutes.
 */
const EXPORTS = { atOnce: 3, waitingOfPerson: 0, waitMs: 0 };

/** File name extensions by format. */
const FILES = Object.fromEntries(
  Object.values(EXPORT_FILES).map(({ type }) => [type.replace(/;.*$/, ''), { schema: Type.String() }]),
);

const FORMAT = Query({ format: Type.Enum([...EXPORT_FORMATS]) });
const TIMES = Query(TwoTimes);

export function exportRoutes(app: FastifyInstance, { reader, databaseUrl, closing }: Omit<Services, 'watch'>): void {
  const turns = new Turns(EXPORTS);
  app.route({
    method: 'GET',
    url: '/exports/:format',
    config: { permission: 'financial_reports/export' },
    schema: {
      operationId: 'exportBooks',
      summary: 'The books as a file for hledger, beancount or as SAF-T',
      tags: ['audit'],
      params: FORMAT,
      querystring: TIMES,
      response: { 200: { content: FILES } },
    },
    handler: async (request, reply) => {
      // Every entry of a sale contains the cost of its goods.
      mustSeeCost(request.person);
      await mustBeComplete(reader);
      const { format } = pathOf(request, FORMAT);
      const { as_at, known_at } = queryOf(request, TIMES);
      const { extension, type } = EXPORT_FILES[format];
      const today = await shopToday(reader);
      const options = { format, today, ...(as_at ? { as_at } : {}), ...(known_at ? { known_at } : {}) };
      const name = `daftar-${as_at ?? today}.${extension}`;
      const { user_id, user } = request.person;
      const gone = goneOf(reply, closing);
      const end = await turns.take(user_id, gone);
      const stream = streamOf(exportInThread({ databaseUrl, person: { user_id, user }, options }, gone));
      addAbortSignal(gone, stream).once('close', end);
      return reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`).send(stream);
    },
  });
}
