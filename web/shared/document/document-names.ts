/** Addresses and names of the lists and editors of documents: from the menu and the area `documents` of the texts. */
import { documentPage } from '../navigation/document-pages.ts';

/** The part of an editor's declaration that is equal for all documents. */
export function editorOf(resource: string) {
  const { kind, path } = documentPage(resource);
  return { resource, path, title: `documents:${kind}.number`, newTitle: `documents:${kind}.new` };
}

/** Key of a document's name with its number: `Sale S-000012`. */
export const documentNumber = (resource: string): string => `documents:${documentPage(resource).kind}.number`;

/** The part of a list's declaration that is equal for all documents. */
export function listOf(resource: string) {
  const { kind, path } = documentPage(resource);
  return {
    resource,
    title: `documents:${kind}.many`,
    empty: `documents:${kind}.empty`,
    idField: 'id',
    path,
    isDocument: true,
    canEdit: false,
  } as const;
}
