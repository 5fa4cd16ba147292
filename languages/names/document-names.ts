/** What a kind of document is called. The screens read these tables as the area `documents`: `documents:income.many`. */
import type { Language } from '../language.ts';

export interface DocumentName {
  /** "Income" */
  readonly one: string;
  /** In the middle of a sentence, where a language says it otherwise: "the income" in Arabic. */
  readonly the?: string;
  /** Of the list, of the menu and of the permissions: "Incomes". */
  readonly many: string;
  /** With `{{number}}`: "Income {{number}}". */
  readonly number: string;
  /** "New income" */
  readonly new: string;
  /** What the list says before there is one. */
  readonly empty: string;
  /** Below its tile on the home page, where it has one. */
  readonly hint?: string;
}

export type DocumentNames = Readonly<Record<string, DocumentName>>;
export type DocumentTables = Readonly<Record<Language, DocumentNames>>;
