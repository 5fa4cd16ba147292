/**
 * `GET /images/{attachment}`: a picture, for users who may see a record or document that holds it or held it. A picture
 * that nothing holds may be seen by its uploader. All others get 404.
 */

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { errorCode } from '../../domain/values/thrown.ts';
import { attachmentFile, smallFile } from '../../identity/machine/attachment-file.ts';
import type { Person } from '../../identity/person.ts';
import { pathOf, queryOf } from '../../identity/request-parts.ts';
import type { Reader } from '../database/reader-type.ts';
import { notFound } from '../http/scope.ts';
import { mayBeSeen } from './holders.ts';

export const PictureParams = Type.Object({ attachment: Type.String() });
export const PictureSize = Type.Object({ size: Type.Optional(Type.Enum(['small'])) }, { additionalProperties: false });

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

export const FILES = Object.fromEntries(
  Object.keys(EXTENSIONS).map((type) => [type, { schema: Type.Unsafe({ contentMediaType: type }) }]),
);

export function imageRoute(app: FastifyInstance, reader: Reader, dataDir: string): void {
  app.route({
    method: 'GET',
    url: '/images/:attachment',
    config: { permission: 'signed_in', opensWith: 'pictures' },
    schema: {
      operationId: 'showPicture',
      summary: 'A picture; `size=small` is at most 320 pixels wide and high',
      tags: ['attachments'],
      params: PictureParams,
      querystring: PictureSize,
      response: { 200: { content: FILES }, 304: Type.Null() },
    },
    handler: async (request, reply) => {
      const { attachment } = pathOf(request, PictureParams);
      const { size } = queryOf(request, PictureSize);
      const found = await findUpload(reader, attachment, request.person);
      return sendPicture(reply, { ...found, attachment, dataDir, size });
    },
  });
}

interface Picture {
  readonly attachment: string;
  readonly digest: string;
  readonly media_type: string;
  readonly dataDir: string;
  readonly size?: string | undefined;
}

export async function sendPicture(reply: FastifyReply, picture: Picture): Promise<FastifyReply> {
  const { attachment, digest, media_type, dataDir, size } = picture;
  const file = attachmentFile(dataDir, digest);
  guardPicture(reply, `${attachment}.${EXTENSIONS[media_type]}`);
  return reply.type(media_type).send(await streamOf(size === 'small' ? smallFile(file) : file));
}

async function findUpload(reader: Reader, attachment: string, person: Person) {
  const [found] = await reader
    .selectFrom('attachment.upload')
    .select(['digest', 'media_type', 'uploaded_by'])
    .where('id', '=', attachment)
    .execute();
  if (!found || !(await mayBeSeen(reader, attachment, found.uploaded_by, person))) throw notFound();
  return found;
}

/** Prevents a browser from running the file, whatever type it detects, and from caching it. */
function guardPicture(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('Content-Disposition', `inline; filename="${name}"`);
}

/** A missing file is answered with 404; a file that cannot be read is an error of the server. */
async function streamOf(file: string) {
  try {
    const handle = await open(file);
    await handle.close();
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? notFound() : error;
  }
  return createReadStream(file);
}
