/** Reads the file of a form (`multipart/form-data`) into memory. */
import type { FastifyRequest } from 'fastify';

export interface FormFile {
  readonly bytes: Buffer;
  readonly fileName: string;
}

/** Undefined when there is no file: another content type, a form without a file, or a truncated form. */
export async function formFile(request: FastifyRequest): Promise<FormFile | undefined> {
  if (!request.isMultipart()) return undefined;
  try {
    const file = await request.file();
    return file && { bytes: await file.toBuffer(), fileName: file.filename };
  } catch (error) {
    // Errors of limits have a status; the parser's error about an unreadable form has none.
    if (error instanceof Error && !('statusCode' in error) && !('code' in error)) return undefined;
    throw error;
  }
}
