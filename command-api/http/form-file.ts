/** The file of a form (`multipart/form-data`), read whole. */
import type { FastifyRequest } from 'fastify';

export interface FormFile {
  readonly bytes: Buffer;
  readonly fileName: string;
}

/** Undefined when there is none: another content type, a form without a file, or one that breaks off in its middle. */
export async function formFile(request: FastifyRequest): Promise<FormFile | undefined> {
  if (!request.isMultipart()) return undefined;
  try {
    const file = await request.file();
    return file && { bytes: await file.toBuffer(), fileName: file.filename };
  } catch (error) {
    // Refusals of limits say a status; the parser's own, of a form that it cannot read, is a plain error.
    if (error instanceof Error && !('statusCode' in error) && !('code' in error)) return undefined;
    throw error;
  }
}
