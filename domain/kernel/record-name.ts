/** What a record is called in each language: its name, and `item_name_ar` and `item_name_ckb` where its kind has them. */
import type { Language } from './language.ts';
import { membersOf } from './members.ts';
import type { RecordDeclaration } from './record.ts';

type Named = Pick<RecordDeclaration, 'nameField' | 'schema'>;

/** Languages that a name is entered in beside the name that every record has. */
export const OTHER_LANGUAGES = ['ar', 'ckb'] as const satisfies readonly Language[];

/** The field of the name in a language; undefined where the kind has one name for all. */
export function nameFieldIn({ nameField, schema }: Named, language: Language): string | undefined {
  const field = `${nameField}_${language}`;
  return field in membersOf(membersOf(schema).properties) ? field : undefined;
}

export const hasNamesByLanguage = (declaration: Named): boolean =>
  OTHER_LANGUAGES.some((language) => nameFieldIn(declaration, language) !== undefined);

/** The name in the language, or the one that every record has where none was entered. */
export function nameIn(declaration: Named, data: Readonly<Record<string, unknown>>, language: Language): string {
  const field = nameFieldIn(declaration, language);
  const own = field === undefined ? '' : String(data[field] ?? '').trim();
  return own === '' ? String(data[declaration.nameField] ?? '') : own;
}

/** The record's names as parameters of a message: `{item}`, and `item_ar` and `item_ckb` where they were entered. */
export function namesAs<Name extends string>(
  param: Name,
  declaration: Named,
  data: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const others = OTHER_LANGUAGES.map((language) => [`${param}_${language}`, nameIn(declaration, data, language)]);
  return { [param]: nameIn(declaration, data, 'en'), ...Object.fromEntries(others) };
}
