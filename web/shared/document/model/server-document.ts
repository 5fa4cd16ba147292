/** A document as the server has it now, with the names of what it refers to. */
import { get } from '../../api/client.ts';
import { readDocument, type ServerDocument } from './body.ts';
import type { EditorDeclaration } from './declaration.ts';
import { rememberNames } from './known-names.ts';

/** What every stored document must have. */
export const STORED = { shape: { revision: 'number', status: 'string' } } as const;

export async function fetchDocument(declaration: EditorDeclaration, id: number): Promise<ServerDocument> {
  const { data } = await get<Readonly<Record<string, unknown>>>(`${declaration.resource}/${id}`, STORED);
  rememberNames(declaration, data);
  return readDocument(declaration, data);
}
