/** The sentences of an answer, in the language of its request. */
import { type Language, say } from '../../languages/say.ts';

export { languageOf } from '../../identity/language.ts';

/** The sentence of a message key about a field; the key itself where the tables have none. */
export function sentence(
  key: string,
  params: Readonly<Record<string, string>> | undefined,
  language: Language,
  field = '',
): string {
  return say(language, key, params, field);
}
