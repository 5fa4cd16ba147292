/** The current document from the server, with names of its references. */
import { read } from '../../api/read.ts';
import { readDocument, type ServerDocument } from './body.ts';
import type { EditorDeclaration } from './declaration.ts';
import { rememberNames } from './known-names.ts';

/** The required shape of a stored document. */
export const STORED = { shape: { revision: 'number', status: 'string' } } as const;

export async function fetchDocument(declaration: EditorDeclaration, id: number): Promise<ServerDocument> {
  const data = await read(':resource/:id', { params: { resource: declaration.resource, id }, ...STORED });
  rememberNames(declaration, data);
  return readDocument(declaration, data);
}
