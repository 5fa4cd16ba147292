/**
 * `GET /images/{attachment}`: a picture or paper, for users who may see a record or document that holds it or held it. One that
 * nothing holds may be seen by its uploader. All others get 404. `GET /attachments/{attachment}` tells its name and size.
 */

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { errorCode } from '../../domain/values/thrown.ts';
import { attachmentFile, PDF, smallFile, WORKBOOK } from '../../identity/machine/attachment-file.ts';
import type { Person } from '../../identity/person.ts';
import { pathOf, queryOf } from '../../identity/request-parts.ts';
import type { Reader } from '../database/reader-type.ts';
import { declareRead } from '../http/route.ts';
import { notFound } from '../http/scope.ts';
import { mayBeSeen } from './holders.ts';

export const PictureParams = Type.Object({ attachment: Type.String() });
export const PictureSize = Type.Object({ size: Type.Optional(Type.Enum(['small'])) }, { additionalProperties: false });

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };
const PAPERS: Readonly<Record<string, string>> = { [PDF]: 'pdf', [WORKBOOK]: 'xlsx' };

const filesOf = (extensions: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.keys(extensions).map((type) => [type, { schema: Type.Unsafe({ contentMediaType: type }) }]),
  );
export const FILES = filesOf(EXTENSIONS);

const About = Type.Object({
  attachment_id: Type.String(),
  file_name: Type.String(),
  media_type: Type.String(),
  bytes: Type.Integer(),
  /** SHA-256 of the file. */
  sha256: Type.String(),
});

export function imageRoute(app: FastifyInstance, reader: Reader, dataDir: string): void {
  app.route({
    method: 'GET',
    url: '/images/:attachment',
    config: { permission: 'signed_in', opensWith: 'pictures' },
    schema: {
      operationId: 'showPicture',
      summary: 'A picture, of which `size=small` is at most 320 pixels wide and high; or a paper, to be saved',
      tags: ['attachments'],
      params: PictureParams,
      querystring: PictureSize,
      response: { 200: { content: { ...FILES, ...filesOf(PAPERS) } }, 304: Type.Null() },
    },
    handler: async (request, reply) => {
      const { attachment } = pathOf(request, PictureParams);
      const { size } = queryOf(request, PictureSize);
      const found = await findUpload(reader, attachment, request.person);
      if (found.media_type in PAPERS) return sendPaper(reply, { ...found, attachment, dataDir, size });
      return sendPicture(reply, { ...found, attachment, dataDir, size });
    },
  });
}

export const attachmentRoute = declareRead({
  url: '/attachments/:attachment',
  permission: 'signed_in',
  reads: ['records', 'documents', 'events'],
  params: PictureParams,
  answer: About,
  operationId: 'showAttachment',
  tag: 'attachments',
  summary: 'The name, type, size and SHA-256 of a picture or paper',
  handle: async ({ reader, params, person }) => {
    const { attachment = '' } = params;
    const { digest: sha256, file_name, media_type, bytes } = await findUpload(reader, attachment, person);
    return { attachment_id: attachment, file_name, media_type, bytes, sha256 };
  },
});

interface Picture {
  readonly attachment: string;
  readonly digest: string;
  readonly media_type: string;
  readonly dataDir: string;
  readonly size?: string | undefined;
}

interface PaperFile extends Picture {
  readonly file_name: string;
}

/** A paper is saved, never shown: what a PDF file or a workbook would run does not run on the page of the office. */
async function sendPaper(reply: FastifyReply, paper: PaperFile): Promise<FastifyReply> {
  const { attachment, digest, media_type, file_name, dataDir, size } = paper;
  if (size !== undefined) throw notFound();
  guardPicture(reply, '').header(
    'Content-Disposition',
    `attachment; filename="${attachment.slice(0, 32)}.${PAPERS[media_type]}"; filename*=UTF-8''${encodedName(file_name)}`,
  );
  return reply.type(media_type).send(await streamOf(attachmentFile(dataDir, digest)));
}

/** As RFC 8187 encodes it, without characters that mean something in a path, or that turn the direction of a text. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Co}/\\:*?"<>|]/gu, '_')).replace(
    /['()]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );

export async function sendPicture(reply: FastifyReply, picture: Picture): Promise<FastifyReply> {
  const { attachment, digest, media_type, dataDir, size } = picture;
  const file = attachmentFile(dataDir, digest);
  guardPicture(reply, `${attachment}.${EXTENSIONS[media_type]}`);
  return reply.type(media_type).send(await streamOf(size === 'small' ? smallFile(file) : file));
}

async function findUpload(reader: Reader, attachment: string, person: Person) {
  const [found] = await reader
    .selectFrom('attachment.upload')
    .select(['digest', 'media_type', 'bytes', 'file_name', 'uploaded_by'])
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
