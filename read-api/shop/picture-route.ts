/** Pictures of the application: of the goods and categories that it shows, and of its sliders; no other uploads. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { pathOf, queryOf } from '../../identity/request-parts.ts';
import { SHOP_PERMISSION } from '../../identity/shopper.ts';
import { FILES, PictureParams, PictureSize, sendPicture } from '../attachments/image-route.ts';
import type { Reader } from '../database/reader-type.ts';
import { notFound } from '../http/scope.ts';
import { shownCategories } from './shop-facts.ts';

interface Found {
  readonly digest: string;
  readonly media_type: string;
}

export function shopPictureRoute(app: FastifyInstance, reader: Reader, dataDir: string): void {
  app.route({
    method: 'GET',
    url: '/shop/pictures/:attachment',
    config: { permission: SHOP_PERMISSION },
    schema: {
      operationId: 'showShopPicture',
      summary: 'A picture of the application; `size=small` is at most 320 pixels wide and high',
      tags: ['shop'],
      params: PictureParams,
      querystring: PictureSize,
      response: { 200: { content: FILES }, 304: Type.Null() },
    },
    handler: async (request, reply) => {
      const { attachment } = pathOf(request, PictureParams);
      const { size } = queryOf(request, PictureSize);
      const found = await findShown(reader, attachment);
      if (!found) throw notFound();
      return sendPicture(reply, { ...found, attachment, dataDir, size });
    },
  });
}

interface Holder extends Found {
  readonly kind: string;
  readonly id: number;
  readonly category_fk: number | null;
}

/** The picture is currently in a slider, in a shown category, or in an active item of one. */
async function findShown(reader: Reader, attachment: string): Promise<Found | undefined> {
  const { rows } = await sql<Holder>`
    select u.digest, u.media_type, r.kind, r.id,
      coalesce((r.data ->> 'sub_category_fk')::int, (r.data ->> 'category_fk')::int) as category_fk
    from attachment.upload u
    join attachment.holder h on h.attachment = u.id
    join read.record r on r.kind = split_part(h.stream, '-', 1) and r.id = split_part(h.stream, '-', 2)::int
    where u.id = ${attachment} and r.active and r.kind in ('item', 'category', 'slider_image')
      and r.data ->> 'is_active' is distinct from 'false'
      and (r.data -> 'images' ? ${attachment} or r.data -> 'image' ? ${attachment})`.execute(reader);
  const slider = rows.find(({ kind }) => kind === 'slider_image');
  if (slider || rows.length === 0) return slider;
  const shown = await shownCategories(reader);
  return rows.find(({ kind, id, category_fk }) => shown.has(kind === 'category' ? id : (category_fk ?? 0)));
}
