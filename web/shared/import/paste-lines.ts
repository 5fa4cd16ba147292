/** Appends lines of a file to those of a document, as one undo step. */
import { type Fields, isEmpty } from '../document/model/draft.ts';
import type { DocumentSession } from '../document/model/session.ts';

const AFTER_ALL = -1;

export function pasteLines({ store, declaration }: DocumentSession, rows: Fields[]): void {
  const last = store.state.draft.lines.at(-1);
  const key = last && isEmpty(last.fields['item_fk']) ? last.key : AFTER_ALL;
  store.edit({ do: 'paste', table: 'lines', key, rows, blank: declaration.blankLine });
}
