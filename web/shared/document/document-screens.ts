/** The list and the editor of a kind of document, from its declarations. */
import type { ComponentType } from 'react';
import type { TableDeclaration } from '../table/declaration.ts';
import { tableScreen } from '../table/table-screen.tsx';
import { listOf } from './document-names.ts';
import { documentScreen } from './document-screen.tsx';
import type { ScreenDeclaration } from './screen-declaration.ts';

/** The list's own part; the menu provides its address and title. */
export type OwnList = Omit<TableDeclaration, keyof ReturnType<typeof listOf>>;

/** Must be called once, outside of components: `export const { Table, Editor } = documentScreens(income, { … })`. */
export const documentScreens = (
  editor: ScreenDeclaration,
  list: OwnList,
): { readonly declaration: ScreenDeclaration; readonly Table: ComponentType; readonly Editor: ComponentType } => ({
  declaration: editor,
  Table: tableScreen({ ...listOf(editor.resource), ...list }),
  Editor: documentScreen(editor),
});
