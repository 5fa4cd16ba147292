/** `POST attachments`: stores a picture and returns its id, which records and documents can then refer to. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../domain/values/refusal.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { doneWith } from '../http/answer-schemas.ts';
import { type FormFile, formFile } from '../http/form-file.ts';
import { sentence } from '../http/language.ts';
import { PICTURE_BYTES_MAX, readPicture, tooManyBytes } from './picture.ts';
import type { Uploads } from './uploads.ts';

const ANSWERS = {
  201: doneWith(
    Type.Object({
      attachment_id: Type.String(),
      file_name: Type.String(),
      media_type: Type.String(),
      bytes: Type.Integer(),
      width: Type.Integer(),
      height: Type.Integer(),
      url: Type.String(),
    }),
  )[200],
} as const;

const PARTS = { files: 1, fields: 4, parts: 5, fieldSize: 1000, headerPairs: 20, fileSize: PICTURE_BYTES_MAX + 1 };

export async function attachmentRoutes(app: FastifyInstance, uploads: Uploads): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: PARTS, throwFileSizeLimit: false });
    attachmentRoute(scope, uploads);
  });
}

export const attachmentRoute = (scope: FastifyInstance, uploads: Uploads) =>
  addRoute(scope, {
    method: 'POST',
    url: '/attachments',
    config: { permission: 'signed_in', authority: 'own_session', takesFiles: true },
    schema: {
      operationId: 'uploadPicture',
      summary: 'Upload a picture, which a record or document may hold from then on',
      tags: ['attachments'],
      response: ANSWERS,
      consumes: ['multipart/form-data'],
    },
    handler: async (request, reply) => {
      const { bytes, fileName } = await fileOf(request);
      const data = await uploads.add(await readPicture(bytes, fileName), fileName, request.person.user_id);
      const message = sentence('added_successfully', undefined, languageOf(request));
      return reply.code(201).send({ message, data: { ...data, url: `/images/${data.attachment_id}` } });
    },
  });

async function fileOf(request: FastifyRequest): Promise<FormFile> {
  const file = await formFile(request);
  if (!file) throw new Refusal('validation', [{ field: 'image', message: 'required' }]);
  if (file.bytes.length > PICTURE_BYTES_MAX) throw tooManyBytes();
  return file;
}
