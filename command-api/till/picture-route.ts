/**
 * Pictures of goods for the grid of a till, authenticated by the cookie of its device. A picture with a given id never
 * changes, so the till caches it.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../domain/values/refusal.ts';
import { pathOf } from '../../identity/request-parts.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { askIfBuilt } from '../read-models/named-query.ts';
import { PICTURE_OF_GOODS } from '../read-models/till-pictures.ts';
import { enrolledDevice } from './device-request.ts';

const Params = Type.Object({ attachment: Type.String() });
const FILES = Object.fromEntries(
  ['image/jpeg', 'image/png'].map((type) => [type, { schema: Type.Unsafe({ contentMediaType: type }) }]),
);

export function pictureRoute(app: FastifyInstance, routes: Pick<IdentityRoutes, 'identity' | 'commands'>): void {
  app.route({
    method: 'GET',
    url: '/till/pictures/:attachment',
    config: { permission: 'anonymous', authority: 'enrolled_device' },
    schema: {
      operationId: 'showTillPicture',
      summary: 'The picture of goods that a till sells, at most 320 pixels wide and high',
      tags: ['till'],
      params: Params,
      response: { 200: { content: FILES } },
    },
    handler: async (request, reply) => {
      await enrolledDevice(request, routes);
      const { attachment } = pathOf(request, Params);
      const { pool, uploads } = routes.commands;
      const [goods] = await askIfBuilt(pool, PICTURE_OF_GOODS, attachment);
      const picture = goods && (await uploads.small(attachment));
      if (!picture) throw new Refusal('not_found', []);
      // Prevents execution of scripts in a file, whatever type a browser detects.
      reply
        .header('X-Content-Type-Options', 'nosniff')
        .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      return reply.type(picture.media_type).send(picture.bytes);
    },
  });
}
