/** What a record is called in each language: its name, and `item_name_ar` and `item_name_ckb` where its kind has them. */
import type { Language } from '../messages/say.ts';
import type { RecordDeclaration } from './record.ts';

type Named = Pick<RecordDeclaration, 'nameField' | 'schema'>;

/** Languages that a name is entered in beside the name that every record has. */
export const OTHER_LANGUAGES = ['ar', 'ckb'] as const satisfies readonly Language[];

/** The field of the name in a language; undefined where the kind has one name for all. */
export function nameFieldIn({ nameField, schema }: Named, language: Language): string | undefined {
  const field = `${nameField}_${language}`;
  return field in ((schema as { properties?: object }).properties ?? {}) ? field : undefined;
}

export const hasNamesByLanguage = (declaration: Named): boolean =>
  OTHER_LANGUAGES.some((language) => nameFieldIn(declaration, language) !== undefined);

/** The name in the language, or the one that every record has where none was entered. */
export function nameIn(declaration: Named, data: Readonly<Record<string, unknown>>, language: Language): string {
  const field = nameFieldIn(declaration, language);
  const own = field === undefined ? '' : String(data[field] ?? '').trim();
  return own === '' ? String(data[declaration.nameField] ?? '') : own;
}
