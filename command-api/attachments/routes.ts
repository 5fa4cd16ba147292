/**
 * `POST attachments`: stores a picture or a paper and returns its id, which records and documents can then refer to. The field of
 * the form says which: `image` is a picture of goods or people, `file` a paper.
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import { doneWith } from '../http/answer-schemas.ts';
import { type FormFile, formFile } from '../http/form-file.ts';
import { sentence } from '../http/language.ts';
import { PAPER_BYTES_MAX, paperTooLarge, readPaper } from './paper.ts';
import { PICTURE_BYTES_MAX, readPicture, tooManyBytes } from './picture.ts';
import type { Uploads } from './uploads.ts';

const ANSWERS = {
  201: doneWith(
    Type.Object({
      attachment_id: Type.String(),
      file_name: Type.String(),
      media_type: Type.String(),
      bytes: Type.Integer(),
      width: Nullable(Type.Integer()),
      height: Nullable(Type.Integer()),
      url: Type.String(),
    }),
  )[200],
} as const;

const PARTS = { files: 1, fields: 4, parts: 5, fieldSize: 1000, headerPairs: 20, fileSize: PAPER_BYTES_MAX + 1 };

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
      summary:
        'Upload a picture (`image`) or a paper (`file`: JPEG, PNG, PDF or XLSX), which a record or document may hold from then on',
      tags: ['attachments'],
      response: ANSWERS,
      consumes: ['multipart/form-data'],
    },
    handler: async (request, reply) => {
      const { fieldName, bytes, fileName } = await fileOf(request);
      const { user_id } = request.person;
      const data =
        fieldName === 'file'
          ? await uploads.addPaper(await readPaper(bytes, fileName), fileName, user_id)
          : await uploads.add(await readPicture(bytes, fileName), fileName, user_id);
      const message = sentence('added_successfully', undefined, languageOf(request));
      return reply.code(201).send({ message, data: { ...data, url: `/images/${data.attachment_id}` } });
    },
  });

async function fileOf(request: FastifyRequest): Promise<FormFile> {
  const file = await formFile(request);
  if (!file) throw new Refusal('validation', [{ field: 'image', message: 'required' }]);
  if (file.bytes.length > PAPER_BYTES_MAX && file.fieldName === 'file') throw paperTooLarge();
  if (file.bytes.length > PICTURE_BYTES_MAX && file.fieldName !== 'file') throw tooManyBytes();
  return file;
}
