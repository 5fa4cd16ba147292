/** The names of a kind of document. The screens read these tables as the area `documents`: `documents:income.many`. */
import type { Language } from '../../domain/values/language.ts';

export interface DocumentName {
  /** "Income" */
  readonly one: string;
  /** The form within a sentence, where it differs: "the income" in Arabic. */
  readonly the?: string;
  /** For the list, the menu and the permissions: "Incomes". */
  readonly many: string;
  /** With `{{number}}`: "Income {{number}}". */
  readonly number: string;
  /** "New income" */
  readonly new: string;
  /** Shown in an empty list. */
  readonly empty: string;
  /** Hint below its tile on the home page, if any. */
  readonly hint?: string;
}

export type DocumentNames = Readonly<Record<string, DocumentName>>;
export type DocumentTables = Readonly<Record<Language, DocumentNames>>;
