/** Reads the file of a form (`multipart/form-data`) into memory. */
import type { FastifyRequest } from 'fastify';
import { membersOf } from '../../domain/values/members.ts';

export interface FormFile {
  /** The field of the form that has the file. */
  readonly fieldName: string;
  readonly bytes: Buffer;
  readonly fileName: string;
  /** The text fields before the file. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Undefined when there is no file: another content type, a form without a file, or a truncated form. */
export async function formFile(request: FastifyRequest): Promise<FormFile | undefined> {
  if (!request.isMultipart()) return undefined;
  try {
    const file = await request.file();
    if (!file) return undefined;
    const { fieldname: fieldName, filename: fileName, fields } = file;
    return { fieldName, bytes: await file.toBuffer(), fileName, fields: textFields(fields) };
  } catch (error) {
    // Errors of limits have a status; the parser's error about an unreadable form has none.
    if (error instanceof Error && !('statusCode' in error) && !('code' in error)) return undefined;
    throw error;
  }
}

const textFields = (fields: object): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { value } = membersOf(field);
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
