/**
 * The names of a record in each language: the required name, and `item_name_ar` and `item_name_ckb` when its kind has
 * them.
 */
import type { Language } from '../values/language.ts';
import { membersOf } from '../values/members.ts';
import type { RecordDeclaration } from './record.ts';

type Named = Pick<RecordDeclaration, 'nameField' | 'schema'>;

/** Languages with a name field of their own, besides the required name. */
export const OTHER_LANGUAGES = ['ar', 'ckb'] as const satisfies readonly Language[];

/** The field of the name in a language; undefined when the kind has a single name. */
export function nameFieldIn({ nameField, schema }: Named, language: Language): string | undefined {
  const field = `${nameField}_${language}`;
  return field in membersOf(membersOf(schema).properties) ? field : undefined;
}

export const hasNamesByLanguage = (declaration: Named): boolean =>
  OTHER_LANGUAGES.some((language) => nameFieldIn(declaration, language) !== undefined);

/** The name in the language; the required name when it is empty. */
export function nameIn(declaration: Named, data: Readonly<Record<string, unknown>>, language: Language): string {
  const field = nameFieldIn(declaration, language);
  const own = field === undefined ? '' : String(data[field] ?? '').trim();
  return own === '' ? String(data[declaration.nameField] ?? '') : own;
}

/** The record's names as parameters of a message: `{item}`, and `item_ar` and `item_ckb` when they are not empty. */
export function namesAs<Name extends string>(
  param: Name,
  declaration: Named,
  data: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const others = OTHER_LANGUAGES.map((language) => [`${param}_${language}`, nameIn(declaration, data, language)]);
  return { [param]: nameIn(declaration, data, 'en'), ...Object.fromEntries(others) };
}
