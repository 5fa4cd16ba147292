/** `GET exports/{format}`: the books for hledger, beancount or as SAF-T, as at a day as known at a moment, as a file. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ERROR_SCHEMA } from '../../../identity/error-answer.ts';
import type { Reader } from '../../database/reader.ts';
import { Query, TwoTimes } from '../../http/query.schema.ts';
import { mustSeeCost } from '../../http/scope.ts';
import { mustBeComplete } from './complete.ts';
import { EXPORT_FILES, EXPORT_FORMATS, type ExportFormat, exportBooks } from './export.ts';

export function exportRoutes(app: FastifyInstance, reader: Reader): void {
  app.route({
    method: 'GET',
    url: '/exports/:format',
    config: { permission: 'financial_reports/export' },
    schema: {
      summary: 'The books as a file for hledger, beancount or as SAF-T',
      tags: ['exports'],
      params: Query({ format: Type.Enum([...EXPORT_FORMATS]) }),
      querystring: Query(TwoTimes),
      response: { 200: Type.Unknown(), '4xx': ERROR_SCHEMA, '5xx': ERROR_SCHEMA },
    },
    handler: async (request, reply) => {
      // Every entry of a sale says what its goods cost.
      mustSeeCost(request.person);
      await mustBeComplete(reader);
      const { format } = request.params as { format: ExportFormat };
      const { as_at, known_at } = request.query as { as_at?: string; known_at?: string };
      const { extension, type } = EXPORT_FILES[format];
      const today = new Date().toISOString().slice(0, 10);
      const options = { format, today, ...(as_at ? { as_at } : {}), ...(known_at ? { known_at } : {}) };
      const name = `daftar-${as_at ?? today}.${extension}`;
      return reply
        .type(type)
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .send(Readable.from(exportBooks(reader, request.person, options)));
    },
  });
}
